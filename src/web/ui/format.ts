import { now } from './server-time.ts'

/** English words with the person's own way of writing numbers and dates, if it is an English one. */
const spoken = globalThis.navigator?.languages ?? []
export const displayLocale = spoken.find((one) => one.startsWith('en')) ?? 'en-GB'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const numbers = new Intl.NumberFormat(displayLocale)
const clock = new Intl.DateTimeFormat(displayLocale, { timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(displayLocale, { numeric: 'auto' })
const thisYear = new Intl.DateTimeFormat(displayLocale, { day: 'numeric', month: 'short' })
const anyYear = new Intl.DateTimeFormat(displayLocale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const exact = new Intl.DateTimeFormat(displayLocale, { dateStyle: 'full', timeStyle: 'long' })
const exactUtc = new Intl.DateTimeFormat(displayLocale, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export const formatNumber = (value: number) => numbers.format(value)

/** "14:02". */
export const formatClock = (date: Date) => clock.format(date)

/** "18 Nov", with the year when it is not this one. */
export const formatDate = (date: Date, at = now()) =>
  (date.getFullYear() === at.getFullYear() ? thisYear : anyYear).format(date)

/** "18 Nov, 14:02", with the year when it is not this one. */
export const formatMoment = (date: Date, at = now()) =>
  `${formatDate(date, at)}, ${formatClock(date)}`

/** "3 hours ago" or "in 2 days" within a week, else the date. From a day on it counts midnights: yesterday is yesterday. */
export function formatTime(date: Date, at = now()): string {
  const apart = date.getTime() - at.getTime()
  if (Math.abs(apart) >= 7 * DAY) return formatDate(date, at)
  if (Math.abs(apart) >= DAY) return relative.format(midnights(at, date), 'day')
  const minutes = Math.trunc(apart / MINUTE)
  const hours = Math.trunc(apart / HOUR)
  if (minutes === 0) return relative.format(0, 'second')
  return hours === 0 ? relative.format(minutes, 'minute') : relative.format(hours, 'hour')
}

/** Midnights between two moments; a day of 23 or 25 hours is still one day. */
export function midnights(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(to) - midnight(from)) / DAY)
}

/** The local time with its zone, and the same in UTC: what a pointer or the focus is shown. */
export const formatExactTime = (date: Date) =>
  `${exact.format(date)} (${exactUtc.format(date)} UTC)`

/** Rates arrive as fractions: one decimal from 1 % up, two below; nothing where there is nothing to divide. */
export function formatRate(rate: number, of: number): string {
  if (of === 0 || !Number.isFinite(rate)) return ''
  const percent = rate * 100
  if (percent === 0) return '0%'
  if (percent < 0.01) return 'under 0.01%'
  const fine = percent.toFixed(2)
  return `${Number(fine) < 1 ? fine : percent.toFixed(1)}%`
}

/** How far a rate is from another, in points. */
export const formatPoints = (rate: number, from: number): string =>
  Math.abs((rate - from) * 100).toFixed(1)
