import { createDate } from '#contract/plain-date.rules.ts'

/** Shared: the form predicts what the service compares. Zod-free. */

// Also regular expressions of PostgreSQL, which `segment-condition.store.ts` compares texts with before it casts them.
export const NUMBER_PATTERN = '^[+-]?[0-9]{1,15}([.][0-9]{1,10})?$'
/** A day, also of a date and time, whose day is that as it is written. */
export const DAY_PATTERN = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])($|[T ])'

const number = new RegExp(NUMBER_PATTERN)

export interface Comparable {
  readonly kind: 'number' | 'day'
  readonly value: string
}

/**
 * What `greater` and `less` compare: a number with numbers, a day with days. Undefined for any other text, also for a date and
 * time: the words of the rule would promise a moment, and the service compares days.
 */
export function parseComparable(text: string): Comparable | undefined {
  if (number.test(text)) return { kind: 'number', value: text }
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return createDate(Number(year), Number(month), Number(day)) === text
    ? { kind: 'day', value: text }
    : undefined
}

const MAX_DAYS = 36_500

/** The days of `within_days`. */
export function parseDays(text: string): number | undefined {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= MAX_DAYS ? days : undefined
}
