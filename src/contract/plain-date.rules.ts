/** A day of the calendar without a time zone: "2025-11-27". */
export type PlainDate = string

const DAY = 86_400_000

// Days are counted in UTC, where each has 24 hours.
const toTime = (date: PlainDate) => Date.parse(`${date}T00:00:00Z`)
const fromTime = (time: number): PlainDate => new Date(time).toISOString().slice(0, 10)

export const toUtcDate = (date: PlainDate): Date => new Date(toTime(date))

/** The day, or null for one that the calendar lacks: 30 February. */
export function createDate(year: number, month: number, day: number): PlainDate | null {
  if (year < 1000 || year > 9999) return null
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? fromTime(time) : null
}

export const addDays = (date: PlainDate, days: number): PlainDate =>
  fromTime(toTime(date) + days * DAY)

/** The same day of another month, or its last one: 31 January and one month is 28 February. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return fromTime(Date.UTC(year, month - 1 + months, Math.min(day, last)))
}

/** 0 is Sunday. */
const weekdayOf = (date: PlainDate): number => toUtcDate(date).getUTCDay()

export const startOfWeek = (date: PlainDate, firstDay: number): PlainDate =>
  addDays(date, -((weekdayOf(date) - firstDay + 7) % 7))

export const monthOf = (date: PlainDate): string => date.slice(0, 7)

/** The weeks that a month touches, each of seven days. */
export function monthGrid(date: PlainDate, firstDay: number): readonly (readonly PlainDate[])[] {
  const month = monthOf(date)
  const weeks: PlainDate[][] = []
  let week = startOfWeek(`${month}-01`, firstDay)
  do {
    const start = week
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(start, day)))
    week = addDays(week, 7)
  } while (monthOf(week) === month)
  return weeks
}

/** The day that a key leads to in the grid (APG date grid); undefined for any other key. */
export function moveDay(
  date: PlainDate,
  key: { key: string; shiftKey: boolean },
  firstDay: number,
  isRtl: boolean,
): PlainDate | undefined {
  const forward = isRtl ? -1 : 1
  const weekStart = startOfWeek(date, firstDay)
  switch (key.key) {
    case 'ArrowRight':
      return addDays(date, forward)
    case 'ArrowLeft':
      return addDays(date, -forward)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'Home':
      return weekStart
    case 'End':
      return addDays(weekStart, 6)
    case 'PageDown':
      return addMonths(date, key.shiftKey ? 12 : 1)
    case 'PageUp':
      return addMonths(date, key.shiftKey ? -12 : -1)
    default:
      return undefined
  }
}

// CLDR: most regions begin on Monday.
const SUNDAY =
  /^(US|CA|MX|BR|CO|PE|VE|JP|KR|TW|HK|SG|PH|TH|ID|IN|PK|BD|NP|IL|SA|YE|ZA|KE|ZW|BW|MZ|PT|MT|DO|GT|HN|JM|PA|PR|PY|SV|TT|BS|BZ|NI|WS|GU|AS|UM|VI|ET|KH|LA|MM|MO|MH|BT|DM)$/
const SATURDAY = /^(AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/

/** The first day of the week of a region; 0 is Sunday. Not every browser has `Intl.Locale.getWeekInfo`. */
export function firstDayOfWeek(locale: string): number {
  const { region = '' } = new Intl.Locale(locale).maximize()
  if (SUNDAY.test(region)) return 0
  return SATURDAY.test(region) ? 6 : 1
}
