import fc from 'fast-check'
import { expect, test } from 'vitest'

import { FileRefused } from '#client/importers/core/import-error.ts'
import type { DateOrder } from '#client/importers/core/parse-date.ts'
import { planContacts } from './parse-contacts.ts'

// One order of day and month for a whole column, from all its rows; what is right is known from the days that were written.

/** The same each time; others are tried with `IMPORT_VARIANTS`. */
const variants = process.env['IMPORT_VARIANTS']
const runs = variants === undefined ? { numRuns: 200, seed: 34 } : { numRuns: Number(variants) }

/** More days than 12 are rarer than in a year, so that columns without a proof are as frequent as those with one. */
const day = fc.record({
  year: fc.integer({ min: 2001, max: 2025 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 1, arbitrary: fc.integer({ min: 13, max: 28 }) },
  ),
})
type Day = typeof day extends fc.Arbitrary<infer T> ? T : never

const column = fc.record({
  days: fc.array(day, { minLength: 1, maxLength: 8 }),
  order: fc.constantFrom<DateOrder>('day_first', 'month_first'),
  separator: fc.constantFrom('/', '-', '.'),
  digits: fc.constantFrom(1, 2),
  clock: fc.constantFrom('', ' 00:00', ' 00:00:00'),
  /** Cells that say nothing of the order. */
  others: fc.array(fc.constantFrom('', 'soon', '2024-03-04', '4 Mar 2024'), { maxLength: 3 }),
})
type Column = typeof column extends fc.Arbitrary<infer T> ? T : never

function write({ year, month, day: date }: Day, { order, separator, digits, clock }: Column) {
  const [day_text, month_text] = [date, month].map((part) => String(part).padStart(digits, '0'))
  const parts = order === 'day_first' ? [day_text, month_text] : [month_text, day_text]
  return `${[...parts, year].join(separator)}${clock}`
}

const toInstant = ({ year, month, day: date }: Day) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString()

/** The times of the rows with dates, after those without. */
function read(cells: readonly string[], skip: number, date_order?: DateOrder) {
  const rows = cells.map((cell, at) => `p${at}@x.io,${cell}`)
  const options = { time_zone: 'UTC', now: '2026-11-21T00:00:00.000Z', date_order }
  const { contacts } = planContacts(['Email,Created at', ...rows].join('\n'), 'p.csv', options)
  return contacts.slice(skip).map(({ created_at }) => created_at)
}

const isRefused = (action: () => unknown) => {
  try {
    action()
    return false
  } catch (error) {
    return error instanceof FileRefused && error.code === 'date_order_unclear'
  }
}

test('a column of dates is read in its order when one of them proves it', () => {
  fc.assert(
    fc.property(column, day, fc.nat(8), (settings, other, at) => {
      const days = settings.days.toSpliced(at, 0, { ...other, day: 13 + (other.day % 15) })
      const cells = [...settings.others, ...days.map((one) => write(one, settings))]
      expect(read(cells, settings.others.length)).toEqual(days.map(toInstant))
    }),
    runs,
  )
})

test('a column of dates asks for its order when none of them proves it', () => {
  fc.assert(
    fc.property(column, (settings) => {
      const days = settings.days.map((one) => ({ ...one, day: 1 + (one.day % 12) }))
      const cells = [...settings.others, ...days.map((one) => write(one, settings))]
      const isEither = days.every((one) => one.day === one.month)
      // Who separates with dots writes the day first.
      const isUsual = settings.separator === '.'
      const find = () => read(cells, settings.others.length)
      if (isEither || (isUsual && settings.order === 'day_first'))
        expect(find()).toEqual(days.map(toInstant))
      else if (!isUsual) expect(isRefused(find)).toBe(true)
      expect(read(cells, settings.others.length, settings.order)).toEqual(days.map(toInstant))
    }),
    runs,
  )
})

test('a column of dates asks for its order when two of them prove different ones', () => {
  fc.assert(
    fc.property(column, day, day, day, (settings, one, other, third) => {
      const proof = (date: Day) => ({ ...date, day: 13 + (date.day % 15) })
      const open = { ...third, day: third.month === 1 ? 2 : 1 }
      const cells = [
        ...settings.others,
        write(proof(one), { ...settings, order: 'day_first' }),
        write(proof(other), { ...settings, order: 'month_first' }),
        write(open, settings),
      ]
      expect(isRefused(() => read(cells, 0))).toBe(true)
    }),
    runs,
  )
})
