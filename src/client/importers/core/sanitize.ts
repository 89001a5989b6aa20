import type { ValueNoteCode } from './import-notes.ts'
import type { Warn } from './import-plan.ts'

/** A text as the service stores it, and what had to change for that. */
interface SanitizedText {
  readonly text: string
  /** Control characters taken out, and halves of characters replaced. */
  readonly removed: number
}

/** Nothing of such a text changes. Most are: checking a file then allocates half as much. */
const plain = /^[\x20-\x7e]*$/
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * As the service stores it (`contract/primitives.ts`): NFC, one kind of line end. Direction marks and zero-width
 * characters stay; they are part of what people wrote.
 */
export function sanitizeText(value: string): SanitizedText {
  if (plain.test(value)) return { text: value, removed: 0 }
  const text = value.replace(/\r\n?/g, '\n')
  let removed = 0
  const replaceWith = (replacement: string) => () => {
    removed += 1
    return replacement
  }
  const sanitized = text
    .replace(controls, replaceWith(''))
    .replace(loneSurrogates, replaceWith('\uFFFD'))
  return { text: sanitized.normalize('NFC'), removed }
}

/** The same on one line, without white space around it. */
export function sanitizeLine(value: string): SanitizedText {
  if (plain.test(value)) return { text: value.trim(), removed: 0 }
  const { text, removed } = sanitizeText(value)
  const line = text.replace(/\s*\n\s*/g, ' ').replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/g, '')
  return { text: line, removed }
}

/** In code points, as the service counts. */
export const lengthOf = (text: string) => text.replace(surrogatePairs, '_').length
const surrogatePairs = /[\ud800-\udbff][\udc00-\udfff]/g

/** A text field as the service stores it; any other value is empty. Warns about every change. */
export function sanitizeField(
  findings: { readonly warn: Warn<ValueNoteCode> },
  path: string,
  id: string,
  value: unknown,
  sanitize: (value: string) => SanitizedText,
): string {
  if (typeof value !== 'string') {
    if (value !== undefined && value !== null) findings.warn('not_text', { path }, id)
    return ''
  }
  const { text, removed } = sanitize(value)
  if (removed > 0) findings.warn('control_characters', { path }, id)
  if (sanitize === sanitizeLine && /[\n\r]/.test(value.trim())) {
    findings.warn('line_breaks', { path }, id)
  }
  return text
}

/** A boolean field such as `closed`; anything but true is false. */
export function parseFlag(
  findings: { readonly warn: Warn<ValueNoteCode> },
  path: string,
  id: string,
  value: unknown,
): boolean {
  if (typeof value === 'boolean' || value === undefined || value === null) return value === true
  findings.warn('not_a_flag', { path }, id)
  return false
}
