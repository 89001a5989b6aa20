import { FileRefused } from '#client/importers/core/import-error.ts'
import { findJsonError } from './json-error-position.ts'

/** What a JSON file holds. Refuses anything else with the line and column where it goes wrong. */
export async function parseJsonFile(file: string): Promise<unknown> {
  const text = file.replace(/^\uFEFF/, '')
  const first = /^\s*(.*)/.exec(text)?.[1] ?? ''
  if (first === '') throw new FileRefused('The file is empty.')
  if (/^(\/\/|\/\*|#|<!--)/.test(first)) {
    throw new FileRefused(
      `Line ${firstLineNumber(text)} is a comment (${truncateLine(first)}), which JSON does not allow. Remove it and try again.`,
    )
  }
  if (/^<(!doctype|html|\?xml)/i.test(first)) {
    throw new FileRefused(
      `Line ${firstLineNumber(text)} starts with ${truncateLine(first)}: this is a web page, not an export.`,
    )
  }
  try {
    // Whatever it holds, the callers look at it key by key.
    return JSON.parse(text) as unknown
  } catch (error) {
    const syntaxError = await findJsonError(text)
    if (!syntaxError) throw error
    throw new FileRefused(
      `Line ${syntaxError.line}, column ${syntaxError.column}: expected ${syntaxError.expected}, found ${syntaxError.found}.`,
    )
  }
}

/** The first line that holds anything. */
const firstLineNumber = (text: string) => (/^\s*/.exec(text)?.[0] ?? '').split('\n').length

const truncateLine = (line: string) => (line.length > 40 ? `${line.slice(0, 40)}…` : line.trimEnd())

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const objectsOf = (value: unknown): readonly JsonObject[] => arrayOf(value).filter(isObject)

/** An id as text; some hand-made files write numbers. Undefined when there is none. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Null, no, an empty text or an empty collection: nothing is lost when it is left out. */
export function isBlankValue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

/** A value short enough to stand in a report. Never walks deep: the file may be nested beyond the stack. */
export function formatExcerpt(value: unknown): string {
  if (typeof value === 'string') {
    const line = value.replace(/\s+/g, ' ')
    return JSON.stringify(line.length > 60 ? `${line.slice(0, 59)}…` : line)
  }
  if (Array.isArray(value)) {
    const only = value.length === 1 && !Array.isArray(value[0])
    return only ? `[${formatExcerpt(value[0])}]` : `${value.length} items`
  }
  if (!isObject(value)) return String(value)
  const title = ['name', 'title', 'text', 'fullName', 'login', 'url', 'id']
    .map((key) => value[key])
    .find(isText)
  return title === undefined
    ? `{${Object.keys(value).slice(0, 4).join(', ')}}`
    : formatExcerpt(title)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
