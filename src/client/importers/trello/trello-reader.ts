import { cleaned } from '#client/importers/core/clean-value.ts'
import type { Notebook } from '#client/importers/core/import-plan.ts'
import { lengthOf, oneLine } from '#client/importers/core/sanitize.ts'
import {
  excerptOf,
  idOf,
  isObject,
  type JsonObject,
} from '#client/importers/formats/json-values.ts'
import type { Kind } from './board-plan.ts'
import type { Refs } from './trello-refs.ts'

/** What every part of the Trello importer is given. */
export interface Reading {
  readonly board: JsonObject
  readonly refs: Refs
  readonly notebook: Notebook<Kind>
}

/** A record of the export that has an id, with where it stands. */
export interface Found {
  readonly record: JsonObject
  readonly id: string
  readonly path: string
}

/** The records of one array. What is no record, has no id or stands twice is rejected by its place. */
export function recordsOf({ board, notebook }: Reading, kind: Kind): Found[] {
  const seen = new Set<string>()
  return (Array.isArray(board[kind]) ? board[kind] : []).flatMap((record: unknown, index) => {
    const path = `${kind}[${index}]`
    const reject = (id: string | null, reason: string) => {
      notebook.reject({ kind, path, id, reason })
      return []
    }
    if (!isObject(record)) return reject(null, `it is ${excerptOf(record)} and not an object`)
    const id = idOf(record['id'])
    if (id === undefined) return reject(null, 'it has no id')
    if (seen.has(id)) return reject(id, 'it stands twice in the file; the first one counts')
    seen.add(id)
    return [{ record, id, path }]
  })
}

export const untitled = 'Untitled'

interface NameRules {
  readonly kind: Kind
  readonly limit: number
}

/** The name of a list, card or member. Undefined after rejecting one that is too long: never cut silently. */
export function nameOf(
  { notebook }: Reading,
  { record, id, path }: Found,
  { kind, limit }: NameRules,
  key = 'name',
): string | undefined {
  const value = record[key]
  const { text } = cleaned(notebook, `${kind}[].${key}`, id, value, oneLine)
  if (lengthOf(text) > limit) {
    const reason = `its name has ${lengthOf(text)} characters, more than ${limit}`
    notebook.reject({ kind, path, id, reason })
    return undefined
  }
  if (text !== '') return text
  notebook.note(`${kind}[].${key}: missing or blank, imported as "${untitled}"`, id)
  return untitled
}
