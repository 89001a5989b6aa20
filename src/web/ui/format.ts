import { useSyncExternalStore } from 'react'

import { observable } from '#web/external-store.ts'
import { messages } from '#web/messages/en/app.ts'
import { now } from './server-time.ts'

export interface DateSettings {
  /** Empty for the zone of the browser. */
  readonly timeZone: string
  /** Empty for the locale of the browser. */
  readonly locale: string
  /** 0 is Sunday; null for the first day of the locale. */
  readonly firstDay: number | null
}

/** English words with the browser's way of writing numbers and dates, if it is an English one. */
const languages = globalThis.navigator?.languages ?? []
const browserLocale = languages.find((one) => one.startsWith('en')) ?? 'en-GB'

const settings = observable<DateSettings>({ timeZone: '', locale: '', firstDay: null })

/** The locale of numbers and dates. A live binding: read it while rendering. */
export let displayLocale = browserLocale

/** Sets the zone, locale and first day of the person; `app/appearance.ts` calls it. */
export function setDateSettings({ timeZone, locale, firstDay }: DateSettings) {
  const current = settings.get()
  const isSame = current.timeZone === timeZone && current.locale === locale
  if (isSame && current.firstDay === firstDay) return
  // A stored value that this browser does not know counts as none.
  const next = {
    timeZone: isSupported('en', timeZone) ? timeZone : '',
    locale: isSupported(locale, 'UTC') ? locale : '',
    firstDay,
  }
  displayLocale = next.locale || browserLocale
  formats.clear()
  settings.set(next)
}

function isSupported(locale: string, timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat(locale, { timeZone }))
  } catch {
    return false
  }
}

/** Renders the caller again when the settings change, also in another tab. */
export const useDateSettings = () => useSyncExternalStore(settings.subscribe, settings.get)

/** The zone of all times on the screen. */
export const timeZone = (): string =>
  settings.get().timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Created on demand, and again after a change of the settings. Keyed by their options.
const formats = new Map<object, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>()

function cached<Format extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(
  key: object,
  create: () => Format,
): Format {
  const format = formats.get(key) ?? create()
  formats.set(key, format)
  return format as Format // each key has one kind of format
}

function formatWith(options: Intl.DateTimeFormatOptions, date: Date, locale = displayLocale) {
  const zone = settings.get().timeZone || undefined
  const create = () => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
  return cached(options, create).format(date)
}

function formatDecimal(options: Intl.NumberFormatOptions, value: number) {
  return cached(options, () => new Intl.NumberFormat(displayLocale, options)).format(value)
}

const clock = { timeStyle: 'short' } as const
const thisYear = { day: 'numeric', month: 'short' } as const
const anyYear = { ...thisYear, year: 'numeric' } as const
const exact = {
  ...anyYear,
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
const exactUtc = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const
const isoDay = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const integer = {}
const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const wholePercent = { style: 'percent' } as const
const percentFromOne = { ...wholePercent, ...oneDecimal }
const percentBelowOne = { ...wholePercent, ...twoDecimals }
const relativeOptions = { numeric: 'auto' } as const

const formatRelative = (value: number, unit: Intl.RelativeTimeFormatUnit) =>
  cached(relativeOptions, () => new Intl.RelativeTimeFormat(displayLocale, relativeOptions)).format(
    value,
    unit,
  )

export const formatNumber = (value: number) => formatDecimal(integer, value)

/** "14:02". */
export const formatClock = (date: Date) => formatWith(clock, date)

/** "18 Nov", with the year when it is not this one. */
export const formatDate = (date: Date, at = now()) =>
  formatWith(localDay(date).slice(0, 4) === localDay(at).slice(0, 4) ? thisYear : anyYear, date)

/** "18 Nov, 14:02", with the year when it is not this one. */
export const formatMoment = (date: Date, at = now()) =>
  `${formatDate(date, at)}, ${formatClock(date)}`

/** "3 hours ago" or "in 2 days" within a week, else the date. From a day on it counts midnights: yesterday is yesterday. */
export function formatTime(date: Date, at = now()): string {
  const apart = date.getTime() - at.getTime()
  if (Math.abs(apart) >= 7 * DAY) return formatDate(date, at)
  if (Math.abs(apart) >= DAY) return formatRelative(midnights(at, date), 'day')
  const minutes = Math.trunc(apart / MINUTE)
  const hours = Math.trunc(apart / HOUR)
  if (minutes === 0) return apart > 0 ? formatRelative(0, 'second') : messages.app.justNow
  return hours === 0 ? formatRelative(minutes, 'minute') : formatRelative(hours, 'hour')
}

/** The calendar day of a moment, in the zone of the person: "2025-11-24". */
export function localDay(at: Date): string {
  // Swedish dates are ISO dates.
  if (settings.get().timeZone) return formatWith(isoDay, at, 'sv-SE')
  const digits = (value: number, length: number) => String(value).padStart(length, '0')
  return `${digits(at.getFullYear(), 4)}-${digits(at.getMonth() + 1, 2)}-${digits(at.getDate(), 2)}`
}

/** Midnights between two moments; a day of 23 or 25 hours is still one day. */
export function midnights(from: Date, to: Date): number {
  const midnight = (date: Date) => {
    const [year = 0, month = 1, day = 1] = localDay(date).split('-').map(Number)
    return Date.UTC(year, month - 1, day)
  }
  return Math.round((midnight(to) - midnight(from)) / DAY)
}

/** "Tue, 18 Nov 2025, 09:00 GMT". */
export const formatZonedTime = (date: Date) => formatWith(exact, date)

/** The local time with its zone, and the same in UTC: what a pointer or the focus is shown. */
export const formatExactTime = (date: Date) =>
  `${formatZonedTime(date)} (${formatWith(exactUtc, date)} UTC)`

/** Rates arrive as fractions: one decimal from 1 % up, two below; nothing where there is nothing to divide. */
export function formatRate(rate: number, of: number): string {
  if (of === 0 || !Number.isFinite(rate)) return ''
  if (rate === 0 || rate === 1) return formatDecimal(wholePercent, rate)
  const percent = Number((rate * 100).toFixed(2))
  if (rate > 0 && rate < 0.0001) return `under ${formatDecimal(percentBelowOne, 0.0001)}`
  return formatDecimal(Math.abs(percent) < 1 ? percentBelowOne : percentFromOne, rate)
}

/** How far a rate is from another, in points: one decimal from one point up, two below. */
export function formatPoints(rate: number, from: number): string {
  const points = Math.abs((rate - from) * 100)
  return formatDecimal(points < 1 ? twoDecimals : oneDecimal, points)
}

/** The prefix and the end, which differs between neighbors: "dlv_…8f2K". */
export const shortenId = (id: string) => (id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id)
