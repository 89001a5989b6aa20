import type { UnmappedField, UnmappedFields } from '#client/importers/core/import-plan.ts'
import { parseInstant } from '#client/importers/core/parse-date.ts'
import { nodesOf } from './json-pages.ts'
import { arrayOf, formatExcerpt, idOf, isBlankValue, isObject, type JsonObject } from './json.ts'

interface Tally {
  /** Records that carry the key with a value. */
  records: number
  /** What arrays hold, counted one by one; of anything else one. */
  items: number
  /** Whether there was an array: only then items are spoken of. */
  isList: boolean
  example: unknown
}

/** Of each path of a JSON export that is not mapped: how much it held, with one example. */
export type Tallies = Map<string, Tally>

/**
 * Whether the importer can use a value of a key that it reads, which may depend on what stands beside it; one that is blank
 * is nothing to lose.
 */
export type Shape = (value: unknown, record: JsonObject) => boolean

export const shapes = {
  /** Whatever the importer cannot use, it reports itself. */
  checked: () => true,
  id: (value: unknown) => idOf(value) !== undefined,
  text: (value: unknown) => typeof value === 'string',
  address: (value: unknown) => typeof value === 'string' && /^https?:\/\//.test(value),
  number: (value: unknown) => typeof value === 'number',
  moment: (value: unknown) => parseInstant(value) !== undefined,
  flag: (value: unknown) => typeof value === 'boolean',
  object: isObject,
  /** A list, or a connection of GraphQL. */
  list: (value: unknown) => Array.isArray(value) || isConnection(value),
}

const isConnection = (value: unknown) =>
  isObject(value) && (Array.isArray(value['nodes']) || Array.isArray(value['edges']))

/** The keys that the importer reads, with the values of each that it can use. */
export type MappedKeys = ReadonlyMap<string, Shape>

/** `keys` are separated by spaces. */
export const mapKeys = (
  ...groups: readonly (readonly [shape: Shape, keys: string])[]
): MappedKeys =>
  new Map(groups.flatMap(([shape, keys]) => keys.split(' ').map((key) => [key, shape] as const)))

/** Counts every key of the records that is not read, or whose value cannot be. `family` is `cards[]`, or empty for the file itself. */
export function tallyKeys(
  tallies: Tallies,
  family: string,
  records: readonly JsonObject[],
  mapped: MappedKeys,
  add = (path: string, _key: string, value: unknown) => tally(tallies, path, value),
): void {
  for (const record of records) {
    for (const [key, value] of Object.entries(record)) {
      const shape = mapped.get(key)
      if (shape && (isBlankValue(value) || shape(value, record))) continue
      add(family === '' ? key : `${family}.${key}`, key, value)
    }
  }
}

/** Beside the items of a connection stand its size and the cursors of its pages. */
const connectionKeys = new Set(['nodes', 'edges', 'totalCount', 'pageInfo', '__typename'])

/** Counts what stands beside the items of a connection, and keys beside the node of an edge. */
export function tallyConnection(tallies: Tallies, path: string, value: unknown): void {
  if (!isObject(value) || !isConnection(value)) return
  for (const [key, other] of Object.entries(value))
    if (!connectionKeys.has(key)) tally(tallies, `${path}.${key}`, other)
  if (nodesOf(value) === value['nodes']) return
  for (const edge of arrayOf(value['edges']).filter(isObject))
    for (const [key, other] of Object.entries(edge))
      if (key !== 'node' && key !== 'cursor') tally(tallies, `${path}.edges[].${key}`, other)
}

/** Counts one value of a path: as one holder and, of an array, its items, unless told otherwise. */
export function tally(
  tallies: Tallies,
  path: string,
  value: unknown,
  { records = 1, items }: Partial<Pick<Tally, 'records' | 'items'>> = {},
): void {
  const entry = tallies.get(path) ?? { records: 0, items: 0, isList: false, example: undefined }
  tallies.set(path, entry)
  if (isBlankValue(value)) return
  if (entry.records === 0) entry.example = Array.isArray(value) ? value[0] : value
  entry.records += records
  entry.items += items ?? (Array.isArray(value) ? value.length : 1)
  entry.isList ||= items !== undefined || Array.isArray(value)
}

interface Amount {
  readonly count: number
  readonly example: string | undefined
}

/** `noun` is a plural. */
export const toUnmappedField = (
  path: string,
  noun: string,
  texts: readonly string[],
  bookkeeping = false,
): UnmappedField =>
  toUnmappedAmount(path, noun, { count: texts.length, example: texts[0] }, bookkeeping)

/** The same of texts that were only counted. */
export const toUnmappedAmount = (
  path: string,
  noun: string,
  { count, example }: Amount,
  bookkeeping: boolean,
): UnmappedField => ({
  path,
  count,
  amount: formatCount(count, noun),
  summary: `${path} (${formatCount(count, noun)})`,
  example: formatExcerpt(example),
  bookkeeping,
})

/** What people wrote comes before what the source keeps for itself. `nounOf` returns the plural of what a path holds. */
export function toUnmappedFields(
  tallies: Tallies,
  isBookkeeping: (path: string) => boolean,
  nounOf: (path: string) => string | undefined = () => undefined,
): UnmappedFields {
  const all = [...tallies]
  return {
    not_mapped: all
      .filter(([, { records }]) => records > 0)
      .map(([path, entry]) => describeTally(path, entry, isBookkeeping(path), nounOf(path)))
      .sort((a, b) => Number(a.bookkeeping) - Number(b.bookkeeping)),
    empty: all.filter(([, { records }]) => records === 0).map(([path]) => path),
  }
}

function describeTally(
  path: string,
  { records, isList, example, ...tally }: Tally,
  bookkeeping: boolean,
  noun: string | undefined,
): UnmappedField {
  const family =
    /^.*?(\w+)\[\](?!.*\[\])/.exec(path)?.[1] ?? (path === 'checklists' ? 'cards' : undefined)
  const suffix = family === undefined ? '' : ` in ${formatCount(records, family)}`
  const items = isList ? tally.items : undefined
  const amount =
    items === undefined ? suffix.slice(4) || '1 value' : formatCount(items, 'items') + suffix
  const count = items ?? records
  const place = items === undefined ? '' : suffix
  const summary = noun === undefined ? null : formatCount(count, noun) + place
  return { path, count, amount, summary, example: formatExcerpt(example), bookkeeping }
}

const formatCount = (count: number, noun: string) =>
  `${count} ${count === 1 ? noun.slice(0, -1) : noun}`
