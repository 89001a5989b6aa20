import type { Notebook } from '#client/importers/core/import-plan.ts'
import { manyLines, oneLine } from '#client/importers/core/sanitize.ts'
import { isObject, type JsonObject } from '#client/importers/formats/json-values.ts'
import { namesInCell } from '#client/importers/formats/tag-cell.ts'
import type { Column } from './contact-columns.ts'

/** A part of a row: what it is about, and where findings go. */
export interface Cell extends Pick<Column, 'header'> {
  readonly text: string
  /** Names the contact in a finding. */
  readonly of: string
  readonly notebook: Pick<Notebook, 'note'>
}

/** The tags of a cell, each once. */
export function tagsOf({ text, header, of, notebook }: Cell): string[] {
  const tags = new Map<string, string>()
  for (const name of namesInCell(text)) {
    const { text: tag, removed } = oneLine(name)
    if (removed > 0) notebook.note(`${header}: control characters removed`, of)
    const key = tag.toLowerCase()
    if (tag !== '' && !tags.has(key)) tags.set(key, tag)
  }
  return [...tags.values()]
}

/** A value as it will be stored: always a text, whatever it looks like. */
export function valueOf({ text, header, of, notebook }: Cell): string {
  const value = manyLines(text)
  if (value.removed > 0) notebook.note(`${header}: control characters removed`, of)
  return value.text
}

/** The fields of a cell that holds a JSON object; any other cell is one field with the column's name. */
export function dataOf(cell: Cell): Map<string, string> {
  const { text, header, of, notebook } = cell
  const object = objectIn(text)
  if (!object) {
    notebook.note(`${header}: not a JSON object, kept as a text`, of)
    return new Map([[header, valueOf(cell)]])
  }
  notebook.note(`${header}: each name in it became a field`, of)
  const fields = new Map<string, string>()
  for (const [key, value] of Object.entries(object)) {
    const name = oneLine(key).text
    const written = typeof value === 'string' ? value : JSON.stringify(value)
    if (name === '' || [...name].length > 64) {
      notebook.note(`${header}: a name that no field can have, left out`, of)
    } else if (value !== null && value !== '') {
      if (typeof value === 'object') notebook.note(`${header}.${name}: kept as JSON`, of)
      fields.set(name, valueOf({ ...cell, text: written }))
    }
  }
  return fields
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
