import type { ParseFindings } from './import-plan.ts'

/** A text as the service stores it, and what had to change for that. */
interface CleanText {
  readonly text: string
  /** Control characters taken out, and halves of characters replaced. */
  readonly removed: number
}

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * As the service stores it (`contract/primitives.ts`): NFC, one kind of line end. Direction marks and zero-width
 * characters stay; they are part of what people wrote.
 */
export function manyLines(value: string): CleanText {
  const text = value.replace(/\r\n?/g, '\n')
  let removed = 0
  const put = (replacement: string) => () => {
    removed += 1
    return replacement
  }
  const kept = text.replace(controls, put('')).replace(halves, put('\uFFFD'))
  return { text: kept.normalize('NFC'), removed }
}

/** The same on one line, without white space around it. */
export function oneLine(value: string): CleanText {
  const { text, removed } = manyLines(value)
  const line = text.replace(/\s*\n\s*/g, ' ').replace(/^[\s\uFEFF]+|[\s\uFEFF]+$/g, '')
  return { text: line, removed }
}

/** In code points, as the service counts. */
export const lengthOf = (text: string) => [...text].length

/** Text as it will be stored; what is not a text counts as none, and both are noted. */
export function cleaned(
  notebook: Pick<ParseFindings, 'warn'>,
  path: string,
  id: string,
  value: unknown,
  clean: (value: string) => CleanText,
): CleanText {
  if (typeof value !== 'string') {
    if (value !== undefined && value !== null) notebook.warn(`${path}: not a text, left out`, id)
    return { text: '', removed: 0 }
  }
  const result = clean(value)
  if (result.removed > 0) notebook.warn(`${path}: control characters removed`, id)
  if (clean === oneLine && /[\n\r]/.test(value.trim())) {
    notebook.warn(`${path}: several lines put on one`, id)
  }
  return result
}

/** `closed` and the like: only yes is yes. */
export function flagOf(
  notebook: Pick<ParseFindings, 'warn'>,
  path: string,
  id: string,
  value: unknown,
): boolean {
  if (typeof value === 'boolean' || value === undefined || value === null) return value === true
  notebook.warn(`${path}: neither yes nor no, taken as no`, id)
  return false
}
