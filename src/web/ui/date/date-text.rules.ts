import {
  addDays,
  addMonths,
  createDate,
  type PlainDate,
  toUtcDate,
} from '#contract/plain-date.rules.ts'
import { cityOf, type PlainTime, zonedDateTime } from '#contract/zoned-time.rules.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'

interface DateContext {
  readonly locale: string
  readonly today: PlainDate
  /** Words for the next two days. */
  readonly words: { readonly today: string; readonly tomorrow: string }
}

/** Reads a date as people of a locale type it: 27/11, 27.11.2025, Nov 27, 2025-11-27, tomorrow, Friday. */
export function parseDate(text: string, { locale, today, words }: DateContext): PlainDate | null {
  const input = normalizeText(text)
  if (input === normalizeText(words.today)) return today
  if (input === normalizeText(words.tomorrow)) return addDays(today, 1)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(input)
  if (iso) return createDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const weekday = nextWeekday(input, locale, today)
  if (weekday) return weekday

  const numbers = (input.match(/\d+/g) ?? []).map(Number)
  const name = input.match(/\p{L}{3,}/gu)?.map((word) => monthNumber(word, locale))
  const month = name?.find((found) => found > 0)
  if (month !== undefined) {
    const [day = 0, year] = numbers
    return numbers.length > 2 ? null : completeDate(day, month, year, today)
  }
  if (/\p{L}/u.test(input) || numbers.length < 2 || numbers.length > 3) return null
  const order = partOrder(locale).filter((part) => numbers.length === 3 || part !== 'year')
  const part = (type: string) => numbers[order.indexOf(type)]
  return completeDate(part('day') ?? 0, part('month') ?? 0, part('year'), today)
}

/** Without a year the nearest such day is meant, with more patience for the future. */
function completeDate(day: number, month: number, year: number | undefined, today: PlainDate) {
  if (year !== undefined) return createDate(year < 100 ? 2000 + year : year, month, day)
  const thisYear = Number(today.slice(0, 4))
  const date = createDate(thisYear, month, day)
  const isLongAgo = date !== null && date < addMonths(today, -6)
  return date === null || isLongAgo ? (createDate(thisYear + 1, month, day) ?? date) : date
}

/** The first day after today that is called "fri" or "friday". */
function nextWeekday(word: string, locale: string, today: PlainDate): PlainDate | undefined {
  if (!/^\p{L}{3,}$/u.test(word)) return undefined
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => addDays(today, day + 1)).find((date) =>
    normalizeText(format.format(toUtcDate(date))).startsWith(word),
  )
}

/** Of "nov" or "november"; 0 for another word. */
function monthNumber(word: string, locale: string): number {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
  const months = Array.from({ length: 12 }, (_, month) =>
    normalizeText(format.format(Date.UTC(2025, month, 1))),
  )
  return months.findIndex((month) => month.startsWith(word)) + 1
}

const partOrder = (locale: string): string[] =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(0)
    .map(({ type }) => type)
    .filter((type) => ['year', 'month', 'day'].includes(type))

/** Reads a time: 9, 9:30, 0930, 9.30 pm. */
export function parseTime(text: string): PlainTime | null {
  const match = /^(\d{1,2}?)(?:[:.h]?(\d{2}))?\s*(?:([ap])\.?\s?m?\.?)?$/i.exec(text.trim())
  if (!match) return null
  const [, hourText, minuteText = '0', half] = match
  const isTwelve = half !== undefined
  let hour = Number(hourText)
  const minute = Number(minuteText)
  if (minute > 59 || hour > 23 || (isTwelve && (hour < 1 || hour > 12))) return null
  if (isTwelve) hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** "27 Nov 2025". */
export const formatPlainDate = (date: PlainDate, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(toUtcDate(date))

/** "Thursday 27 November", with the year when it is not this one. */
export const formatLongDate = (date: PlainDate, today: PlainDate, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(date.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(toUtcDate(date))

/** "09:30" or "9:30 AM". */
export const formatPlainTime = (time: PlainTime, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`2025-01-01T${time}:00Z`),
  )

/** The name of a zone at a moment: "GMT", "GMT+11". */
export const formatZoneName = (at: Date, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** The parts of "Thursday 27 November at 09:30 in London". */
export function describeMoment(at: Date, timeZone: string, today: PlainDate, locale: string) {
  const { date, time } = zonedDateTime(at, timeZone)
  return {
    day: formatLongDate(date, today, locale),
    time: formatPlainTime(time, locale),
    city: cityOf(timeZone),
  }
}
