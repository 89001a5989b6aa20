import { FileRefused } from '#client/importers/core/import-error.ts'
import {
  arrayOf,
  excerptOf,
  isObject,
  type JsonObject,
  objectsOf,
} from '#client/importers/formats/json-values.ts'
import { readJsonFile } from '#client/importers/formats/json.ts'

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
