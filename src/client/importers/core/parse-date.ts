/** A moment as a table writes it. `zoned` says whether the text itself named its offset. */
interface ParsedDate {
  readonly instant: string
  readonly zoned: boolean
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clock = String.raw`(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?)?`
const dateFormats = [
  // 2021-04-26 12:25:00
  { pattern: new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${clock}$`, 'i'), order: [0, 1, 2] },
  // Mon, Apr 26, 2021 12:25 pm
  {
    pattern: new RegExp(`^(?:[a-z]+,? )?([a-z]{3,9})\\.? (\\d{1,2}),? (\\d{4})${clock}$`, 'i'),
    order: [2, 0, 1],
  },
  // 4/30/21 6:04: the month first, as Mailchimp writes
  { pattern: new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{2}|\\d{4})${clock}$`, 'i'), order: [2, 0, 1] },
] as const

/** Reads a date with or without its time. Without an offset it is what clocks of `time_zone` showed. */
export function parseDate(text: string, time_zone: string): ParsedDate | undefined {
  const normalized = text.trim().replace(/\s+/g, ' ')
  const zoned = parseInstant(normalized.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T'))
  if (zoned !== undefined) return { instant: zoned, zoned: true }
  for (const { pattern, order } of dateFormats) {
    const match = pattern.exec(normalized)
    if (!match) continue
    const [year, month, day] = order.map((at) => match[at + 1] ?? '')
    const wall = parseWallClock([parseYear(year), parseMonth(month), Number(day)], match.slice(4))
    if (wall === undefined) return undefined
    return { instant: new Date(wallClockToInstant(time_zone, wall)).toISOString(), zoned: false }
  }
  return undefined
}

type Cells = readonly (string | undefined)[]

/** What clocks showed, as if it were UTC; undefined when no calendar or clock shows it. */
function parseWallClock(
  [year, month, day]: [number, number, number],
  cells: Cells,
): number | undefined {
  const [hour, minute, second] = [toNumber(cells[0]), toNumber(cells[1]), toNumber(cells[2])]
  const meridiem = cells[3]?.toLowerCase()
  if (meridiem && (hour < 1 || hour > 12)) return undefined
  const hours = meridiem === undefined ? hour : (hour % 12) + (meridiem === 'pm' ? 12 : 0)
  const wall = new Date(Date.UTC(year, month - 1, day, hours, minute, second))
  // Date rolls over what is not on the calendar.
  const same = wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day
  return same && hours < 24 && minute < 60 && second < 60 ? wall.getTime() : undefined
}

const toNumber = (cell: string | undefined) => Number(cell ?? 0)

export const parseMonth = (text = '') =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1

/** Two digits are of the hundred years around 2018. */
const parseYear = (text = '') =>
  text.length === 2 ? Number(text) + (Number(text) < 69 ? 2000 : 1900) : Number(text)

/**
 * The instant at which clocks of a time zone (`Europe/Berlin`) show this. `wall` is what they show, read as if it were
 * UTC. In an hour that summer time skips it is the moment after, in one that comes twice the later one.
 */
function wallClockToInstant(time_zone: string, wall: number): number {
  const guess = wall - offsetOf(time_zone, wall)
  // The offset at the guess may be that of the other side of a change of clocks.
  return wall - offsetOf(time_zone, guess)
}

export function isTimeZone(time_zone: string): boolean {
  try {
    getFormat(time_zone)
    return true
  } catch {
    return false
  }
}

function offsetOf(time_zone: string, instant: number): number {
  const parts = new Map(
    getFormat(time_zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const [year, month, day] = [of('year'), of('month') - 1, of('day')]
  const displayed = Date.UTC(year, month, day, of('hour'), of('minute'), of('second'))
  return displayed - Math.floor(instant / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const digits = '2-digit' as const
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  })
  formats.set(timeZone, format)
  return format
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** A date and time with its offset, as the service writes it: UTC, to the millisecond. */
export function parseInstant(value: unknown): string | undefined {
  if (typeof value !== 'string' || !rfc3339.test(value)) return undefined
  const instant = new Date(value)
  const year = instant.getUTCFullYear()
  // Date rolls 30 February over to March; a calendar does not have it.
  const day = Number(value.slice(8, 10))
  const lastDay = new Date(
    Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0),
  ).getUTCDate()
  return year >= 0 && year <= 9999 && day >= 1 && day <= lastDay ? instant.toISOString() : undefined
}
