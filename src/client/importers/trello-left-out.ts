import type { Findings, NotMapped } from './findings.ts'
import {
  arrayOf,
  excerptOf,
  holdsNothing,
  isObject,
  type JsonObject,
  objectsOf,
} from './json-values.ts'
import { isBookkeeping } from './trello-bookkeeping.ts'

/** What the importer reads of each family of records. Every other key is accounted for below. */
const mapped: Readonly<Record<string, readonly string[]>> = {
  '': ['id', 'name', 'desc', 'closed', 'dateLastActivity', 'lists', 'labels', 'cards', 'members'],
  'lists[]': ['id', 'name', 'pos', 'closed', 'softLimit', 'idBoard'],
  'labels[]': ['id', 'name', 'color', 'idBoard'],
  'members[]': ['id', 'fullName'],
  'cards[]': (
    'id name desc idBoard idList idLabels labels idMembers members due dueComplete start pos closed ' +
    'dateLastActivity'
  ).split(' '),
  'cards[].labels[]': ['id', 'name', 'color', 'idBoard'],
}

interface Tally {
  /** Records that carry the key with a value. */
  holders: number
  /** What an array holds, counted one by one; undefined for single values. */
  items: number | undefined
  example: unknown
}

type LeftOut = Pick<Findings, 'not_mapped' | 'empty'>

/** Every key of the export that is not mapped, by path: how much it held, with one example. */
export function leftOut(board: JsonObject): LeftOut {
  const tallies = new Map<string, Tally>()
  const cards = objectsOf(board['cards'])
  const families: [string, readonly JsonObject[]][] = [
    ['', [board]],
    ['lists[]', objectsOf(board['lists'])],
    ['labels[]', objectsOf(board['labels'])],
    ['members[]', objectsOf(board['members'])],
    ['cards[]', cards],
    ['cards[].labels[]', cards.flatMap((card) => objectsOf(card['labels']))],
  ]
  for (const [family, records] of families) {
    const read = new Set(mapped[family])
    // Actions are counted by their type; a board without labels of its own is read by its label names.
    if (family === '') read.add('actions').add(Array.isArray(board['labels']) ? '' : 'labelNames')
    for (const record of records) {
      for (const [key, value] of Object.entries(record)) {
        if (!read.has(key)) count(tallies, family === '' ? key : `${family}.${key}`, key, value)
      }
    }
  }
  countActions(tallies, objectsOf(board['actions']))

  const all = [...tallies]
  return {
    not_mapped: all
      .filter(([, { holders }]) => holders > 0)
      .map(described)
      .sort(contentFirst),
    empty: all.filter(([, { holders }]) => holders === 0).map(([path]) => path),
  }
}

function count(tallies: Map<string, Tally>, path: string, key: string, value: unknown): void {
  const tally = tallies.get(path) ?? { holders: 0, items: undefined, example: undefined }
  tallies.set(path, tally)
  if (holdsNothing(value) || (key === 'cover' && isPlainCover(value))) return
  if (tally.holders === 0) tally.example = Array.isArray(value) ? value[0] : value
  tally.holders += key === 'checklists' ? checklistHolders(path, value) : 1
  if (Array.isArray(value)) tally.items = (tally.items ?? 0) + itemsIn(key, value)
}

/** The entries of checklists are what people wrote, so those are counted. */
const itemsIn = (key: string, items: readonly unknown[]) =>
  key === 'checklists'
    ? objectsOf(items).reduce((sum, { checkItems }) => sum + arrayOf(checkItems).length, 0)
    : items.length

/** A board's checklists stand beside its cards and name them. */
const checklistHolders = (path: string, value: unknown) =>
  path === 'checklists' ? new Set(objectsOf(value).map(({ idCard }) => idCard)).size : 1

/** Newer exports give every card a cover object, most of them with nothing in it. */
const isPlainCover = (value: unknown) =>
  isObject(value) &&
  ['idAttachment', 'color', 'idUploadedBackground', 'idPlugin'].every((key) =>
    holdsNothing(value[key]),
  )

function countActions(tallies: Map<string, Tally>, actions: readonly JsonObject[]): void {
  for (const { type, data, date } of actions) {
    const path = `actions (${String(type)})`
    const tally = tallies.get(path)
    const said = isObject(data) ? (data['text'] ?? data['card'] ?? data['list'] ?? date) : date
    if (tally) tallies.set(path, { ...tally, items: (tally.items ?? 0) + 1 })
    else tallies.set(path, { holders: 1, items: 1, example: said })
  }
}

function described([path, { holders, items, example }]: [string, Tally]): NotMapped {
  const family = /^(\w+)\[\]/.exec(path)?.[1] ?? (path === 'checklists' ? 'cards' : undefined)
  const inside = family === undefined ? '' : ` in ${plural(holders, family)}`
  return {
    path,
    count: items ?? holders,
    amount: items === undefined ? inside.slice(4) || '1 value' : plural(items, 'items') + inside,
    example: excerptOf(example),
    bookkeeping: isBookkeeping(path),
  }
}

const plural = (count: number, many: string) => `${count} ${count === 1 ? many.slice(0, -1) : many}`

const contentFirst = (a: NotMapped, b: NotMapped) => Number(a.bookkeeping) - Number(b.bookkeeping)
