import type { Findings, NotMapped } from '#client/importers/core/import-plan.ts'
import { excerptOf, holdsNothing, type JsonObject } from './json.ts'

interface Tally {
  /** Records that carry the key with a value. */
  holders: number
  /** What an array holds, counted one by one; undefined for single values. */
  items: number | undefined
  example: unknown
}

/** Of each path of a JSON export that is not mapped: how much it held, with one example. */
export type Tallies = Map<string, Tally>

/** Counts every key of the records that is not read. `family` is `cards[]`, or empty for the file itself. */
export function tallyKeys(
  tallies: Tallies,
  family: string,
  records: readonly JsonObject[],
  read: ReadonlySet<string>,
): void {
  for (const record of records) {
    for (const [key, value] of Object.entries(record)) {
      if (!read.has(key)) tally(tallies, family === '' ? key : `${family}.${key}`, value)
    }
  }
}

/** Counts one value of a path: as one holder and, of an array, its items, unless told otherwise. */
export function tally(
  tallies: Tallies,
  path: string,
  value: unknown,
  { holders = 1, items = Array.isArray(value) ? value.length : undefined }: Partial<Tally> = {},
): void {
  const counted = tallies.get(path) ?? { holders: 0, items: undefined, example: undefined }
  tallies.set(path, counted)
  if (holdsNothing(value)) return
  if (counted.holders === 0) counted.example = Array.isArray(value) ? value[0] : value
  counted.holders += holders
  if (items !== undefined) counted.items = (counted.items ?? 0) + items
}

/** What people wrote comes before what the source keeps for itself. */
export function leftOutOf(
  tallies: Tallies,
  isBookkeeping: (path: string) => boolean,
): Pick<Findings, 'not_mapped' | 'empty'> {
  const all = [...tallies]
  return {
    not_mapped: all
      .filter(([, { holders }]) => holders > 0)
      .map(([path, counted]) => described(path, counted, isBookkeeping(path)))
      .sort((a, b) => Number(a.bookkeeping) - Number(b.bookkeeping)),
    empty: all.filter(([, { holders }]) => holders === 0).map(([path]) => path),
  }
}

function described(
  path: string,
  { holders, items, example }: Tally,
  bookkeeping: boolean,
): NotMapped {
  const family = /^(\w+)\[\]/.exec(path)?.[1] ?? (path === 'checklists' ? 'cards' : undefined)
  const inside = family === undefined ? '' : ` in ${plural(holders, family)}`
  const amount =
    items === undefined ? inside.slice(4) || '1 value' : plural(items, 'items') + inside
  return { path, count: items ?? holders, amount, example: excerptOf(example), bookkeeping }
}

const plural = (count: number, many: string) => `${count} ${count === 1 ? many.slice(0, -1) : many}`
