import { FileRefused } from '#client/importers/core/import-error.ts'
import { findJsonFault } from './json-error-position.ts'

/** What a JSON file holds. Refuses anything else with the line and column where it goes wrong. */
export function readJsonFile(file: string): unknown {
  const text = file.replace(/^\uFEFF/, '')
  const first = /^\s*(.*)/.exec(text)?.[1] ?? ''
  if (first === '') throw new FileRefused('The file is empty.')
  if (/^(\/\/|\/\*|#|<!--)/.test(first)) {
    throw new FileRefused(
      `Line ${lineOf(text)} is a comment (${excerpt(first)}), and JSON has none. Remove it and try again.`,
    )
  }
  if (/^<(!doctype|html|\?xml)/i.test(first)) {
    throw new FileRefused(
      `Line ${lineOf(text)} begins with ${excerpt(first)}: this is a web page, not an export.`,
    )
  }
  try {
    // Whatever it holds, the callers look at it key by key.
    return JSON.parse(text) as unknown
  } catch (error) {
    const fault = findJsonFault(text)
    if (!fault) throw error
    throw new FileRefused(
      `Line ${fault.line}, column ${fault.column}: expected ${fault.expected}, found ${fault.found}.`,
    )
  }
}

/** The first line that holds anything. */
const lineOf = (text: string) => (/^\s*/.exec(text)?.[0] ?? '').split('\n').length

const excerpt = (line: string) => (line.length > 40 ? `${line.slice(0, 40)}…` : line.trimEnd())
