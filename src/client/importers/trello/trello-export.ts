import { createExternalRef } from '#client/importers/core/external-ref.ts'
import { FileRefused } from '#client/importers/core/import-error.ts'
import type { BoardNoteCode } from '#client/importers/core/import-notes.ts'
import type { ParseFindings } from '#client/importers/core/import-plan.ts'
import { parseInstant } from '#client/importers/core/parse-date.ts'
import { sanitizeField, lengthOf, sanitizeLine } from '#client/importers/core/sanitize.ts'
import {
  arrayOf,
  formatExcerpt,
  isBlankValue,
  isObject,
  type JsonObject,
  objectsOf,
  idOf,
} from '#client/importers/formats/json.ts'
import type { BoardKind } from './board-plan.ts'

/** The board of a Trello export. Throws a `FileRefused` that describes any other file. */
export function unwrapTrelloBoard(file: unknown): JsonObject {
  if (Array.isArray(file)) throw new FileRefused(`${describeArray(file)} ${advice}`)
  if (!isObject(file))
    throw new FileRefused(`Expected a board, found ${formatExcerpt(file)}. ${advice}`)
  const board = unwrapBoard(file)
  if (!Array.isArray(board['lists']) && !Array.isArray(board['cards'])) {
    throw new FileRefused(`${describeObject(board)} ${advice}`)
  }
  for (const name of ['lists', 'cards', 'labels', 'members']) {
    const value = board[name]
    if (value !== undefined && value !== null && !Array.isArray(value)) {
      throw new FileRefused(`${name}: expected an array, found ${formatExcerpt(value)}. ${advice}`)
    }
  }
  return board
}

const advice = 'Import the JSON export of a whole board (board menu, Print, export and share).'

/** Some tools write `{ board: {…} }`, with the rest inside or beside it. */
function unwrapBoard(file: JsonObject): JsonObject {
  const { board, ...siblings } = file
  return isObject(board) && !('idBoard' in file) ? { ...siblings, ...board } : file
}

function describeArray(items: readonly unknown[]): string {
  if (items.length === 0) return 'Expected a board, found an empty array.'
  const objects = objectsOf(items)
  const everyItemHas = (key: string) =>
    objects.length === items.length && objects.every((item) => key in item)
  const formatCount = (noun: string) => `${items.length} ${noun}${items.length === 1 ? '' : 's'}`
  if (everyItemHas('idList')) return `Expected a board, found ${formatCount('card')}.`
  if (objects.some((item) => 'lists' in item || 'cards' in item)) {
    return `Expected a board, found an array of ${formatCount('board')}. Import each board from a separate file.`
  }
  if (everyItemHas('memberCreator') || everyItemHas('idMemberCreator'))
    return `Expected a board, found ${formatCount('action')}.`
  return `Expected a board, found an array of ${formatCount('item')}.`
}

function describeObject(file: JsonObject): string {
  const name = formatExcerpt(file['name'] ?? file['id'] ?? '')
  if ('idList' in file) return `Expected a board, found a single card (${name}).`
  if ('checkItems' in file) return `Expected a board, found a single checklist (${name}).`
  if ('idBoard' in file) return `Expected a board, found a single list or label (${name}).`
  if (arrayOf(file['boards']).length > 0) {
    return 'Expected one board, found several. Import each board from a separate file.'
  }
  const keys = Object.keys(file).slice(0, 5).join(', ') || 'nothing'
  return `Expected lists or cards, found the keys ${keys}.`
}

/** What every part of the Trello importer is given. */
export interface TrelloContext {
  readonly board: JsonObject
  readonly refs: Refs
  readonly findings: ParseFindings<BoardKind, BoardNoteCode>
}

/** A record of the export that has an id, with where it stands. */
export interface SourceRecord {
  readonly record: JsonObject
  readonly id: string
  readonly path: string
}

/**
 * The objects of a list that is part of a record. A text is an object with this key, where one is given; whatever else
 * is in the list is reported by its path.
 */
export function parseItems(
  { findings }: Pick<TrelloContext, 'findings'>,
  path: string,
  list: unknown,
  textKey?: string,
): JsonObject[] {
  return parseList({ findings }, path, list).flatMap((item) => {
    if (isObject(item)) return [item]
    if (textKey !== undefined && typeof item === 'string' && item.trim() !== '')
      return [{ [textKey]: item }]
    findings.warn('unreadable', { path }, formatExcerpt(item))
    return []
  })
}

/** Whatever is in a list that is part of a record. */
export function parseList(
  { findings }: Pick<TrelloContext, 'findings'>,
  path: string,
  list: unknown,
): readonly unknown[] {
  if (!Array.isArray(list) && !isBlankValue(list))
    findings.warn('not_a_list', { path }, formatExcerpt(list))
  return arrayOf(list)
}

/**
 * The records of one array. What is no record, has no id or stands twice is rejected by its place. A text is read by
 * `parseText`, where one is given.
 */
export function parseRecords(
  { board, findings }: TrelloContext,
  kind: BoardKind,
  parseText?: (text: string) => JsonObject,
): SourceRecord[] {
  const seenIds = new Set<string>()
  return arrayOf(board[kind]).flatMap((item, index) => {
    const isText = typeof item === 'string' && item.trim() !== ''
    const record = isText && parseText ? parseText(item) : item
    const path = `${kind}[${index}]`
    const reject = (id: string | null, reason: string) => {
      findings.reject({ kind, path, id, reason })
      return []
    }
    if (!isObject(record)) return reject(null, `expected an object, found ${formatExcerpt(record)}`)
    const id = idOf(record['id'])
    if (id === undefined) return reject(null, 'missing id')
    if (seenIds.has(id)) return reject(id, 'duplicate: the first one is used')
    seenIds.add(id)
    return [{ record, id, path }]
  })
}

const untitled = 'Untitled'

/** The name of a list, card or member. Undefined after rejecting one that is too long: never cut silently. */
export function parseName(
  { findings }: TrelloContext,
  { record, id, path }: SourceRecord,
  kind: BoardKind,
  limit: number,
  key = 'name',
): string | undefined {
  const value = record[key]
  const text = sanitizeField(findings, `${kind}[].${key}`, id, value, sanitizeLine)
  if (lengthOf(text) > limit) {
    const reason = `the name has ${lengthOf(text)} characters (at most ${limit})`
    findings.reject({ kind, path, id, reason })
    return undefined
  }
  if (text !== '') return text
  findings.warn('no_name', { path: `${kind}[].${key}`, name: untitled }, id)
  return untitled
}

/** How records of one board are named here: ids of Trello's own are unique everywhere, others only on their board. */
interface Refs {
  readonly board: string
  forRecord(id: string): string
  /** For what has no id of its own. */
  forName(name: string): string
}

const byFile = 'trello:file/'

export const isNamedByFile = (board_ref: string) => board_ref.startsWith(byFile)

export function createRefs(board_id: unknown, file_name: string): Refs {
  const id = idOf(board_id)
  const board = createExternalRef(id === undefined ? `${byFile}${file_name}` : `trello:${id}`)
  return {
    board,
    forRecord: (record) =>
      createExternalRef(isTrelloId(record) ? `trello:${record}` : `${board}/${record}`),
    forName: (name) => createExternalRef(`${board}/${name}`),
  }
}

/** Trello's own ids are unique everywhere. */
export const isTrelloId = (id: string) => /^[0-9a-f]{24}$/i.test(id)

/** When a record was made: Trello's ids begin with the second of their making. */
function createdAt(id: string): string | undefined {
  if (!isTrelloId(id)) return undefined
  const forName = new Date(Number.parseInt(id.slice(0, 8), 16) * 1000)
  // Trello began in 2011: an earlier moment means that the id was made up.
  return forName.getUTCFullYear() < 2011 ? undefined : forName.toISOString()
}

/** When a record was made and last touched, as far as the export tells; never the one after the other. */
export function parseTimes(
  { record, id }: Pick<SourceRecord, 'record' | 'id'>,
  created?: string,
): { readonly created_at: string | undefined; readonly updated_at: string | undefined } {
  const updated_at = parseInstant(record['dateLastActivity'])
  const created_at = createdAt(id) ?? created
  const isPlausible = updated_at === undefined || (created_at ?? '') <= updated_at
  return { created_at: isPlausible ? created_at : undefined, updated_at }
}
