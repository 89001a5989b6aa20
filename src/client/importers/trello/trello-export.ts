import { fittingRef } from '#client/importers/core/external-ref.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { instantOf } from '#client/importers/core/parse-date.ts'
import { cleaned, lengthOf, oneLine } from '#client/importers/core/sanitize.ts'
import {
  arrayOf,
  excerptOf,
  isObject,
  type JsonObject,
  objectsOf,
  readJsonFile,
  idOf,
} from '#client/importers/formats/json.ts'
import type { Kind } from './board-plan.ts'

/** The board of a Trello export. Anything else is refused with a sentence that says what it is. */
export function readTrelloBoard(text: string): JsonObject {
  const file = readJsonFile(text)
  if (Array.isArray(file)) throw new FileRefused(`${whatArray(file)} ${advice}`)
  if (!isObject(file))
    throw new FileRefused(`This file holds ${excerptOf(file)} and no board. ${advice}`)
  const board = unwrapped(file)
  if (!Array.isArray(board['lists']) && !Array.isArray(board['cards'])) {
    throw new FileRefused(`${whatObject(board)} ${advice}`)
  }
  for (const name of ['lists', 'cards', 'labels', 'members']) {
    const value = board[name]
    if (value !== undefined && value !== null && !Array.isArray(value)) {
      throw new FileRefused(`${name}: expected an array, found ${excerptOf(value)}. ${advice}`)
    }
  }
  return board
}

const advice = 'Import the JSON export of a whole board (board menu, Print, export and share).'

/** Some tools write `{ board: {…} }`, with the rest inside or beside it. */
function unwrapped(file: JsonObject): JsonObject {
  const { board, ...beside } = file
  return isObject(board) && !('idBoard' in file) ? { ...beside, ...board } : file
}

function whatArray(items: readonly unknown[]): string {
  if (items.length === 0) return 'This file holds an empty array and no board.'
  const objects = objectsOf(items)
  const all = (key: string) =>
    objects.length === items.length && objects.every((item) => key in item)
  const many = (one: string) =>
    `This file holds ${items.length} ${one}${items.length === 1 ? '' : 's'}`
  if (all('idList')) return `${many('card')} and no board.`
  if (objects.some((item) => 'lists' in item || 'cards' in item)) {
    return `${many('board')} in an array; each board is imported from a file of its own.`
  }
  if (all('memberCreator') || all('idMemberCreator')) return `${many('action')} and no board.`
  return `${many('thing')} in an array and no board.`
}

function whatObject(file: JsonObject): string {
  const name = excerptOf(file['name'] ?? file['id'] ?? '')
  if ('idList' in file) return `This file holds a single card (${name}) and no board.`
  if ('checkItems' in file) return `This file holds a single checklist (${name}) and no board.`
  if ('idBoard' in file) return `This file holds a single list or label (${name}) and no board.`
  if (arrayOf(file['boards']).length > 0) {
    return 'This file holds several boards; each board is imported from a file of its own.'
  }
  const keys = Object.keys(file).slice(0, 5).join(', ') || 'nothing'
  return `This is not a Trello board: it has neither lists nor cards, but ${keys}.`
}

/** What every part of the Trello importer is given. */
export interface Reading {
  readonly board: JsonObject
  readonly refs: Refs
  readonly notebook: ParseFindings<Kind>
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

const untitled = 'Untitled'

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
  notebook.warn(`${kind}[].${key}: missing or blank, imported as "${untitled}"`, id)
  return untitled
}

/** How records of one board are named here: ids of Trello's own are unique everywhere, others only on their board. */
interface Refs {
  readonly board: string
  of(id: string): string
  /** For what has no id of its own. */
  made(name: string): string
}

export function refsOf(board_id: unknown, file_name: string): Refs {
  const id = idOf(board_id)
  const board = fittingRef(id === undefined ? `trello:file/${file_name}` : `trello:${id}`)
  return {
    board,
    of: (record) => fittingRef(isTrelloId(record) ? `trello:${record}` : `${board}/${record}`),
    made: (name) => fittingRef(`${board}/${name}`),
  }
}

const isTrelloId = (id: string) => /^[0-9a-f]{24}$/i.test(id)

/** When a record was made: Trello's ids begin with the second of their making. */
function madeAt(id: string): string | undefined {
  if (!isTrelloId(id)) return undefined
  const made = new Date(Number.parseInt(id.slice(0, 8), 16) * 1000)
  // Trello began in 2011: an earlier moment means that the id was made up.
  return made.getUTCFullYear() < 2011 ? undefined : made.toISOString()
}

/** When a record was made and last touched, as far as the export tells; never the one after the other. */
export function timesOf({ record, id }: Pick<Found, 'record' | 'id'>) {
  const updated_at = instantOf(record['dateLastActivity'])
  const made = madeAt(id)
  const sound = made !== undefined && (updated_at === undefined || made <= updated_at)
  return { created_at: sound ? made : undefined, updated_at }
}
