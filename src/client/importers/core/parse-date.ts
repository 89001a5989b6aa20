import { FileRefused } from './import-error.ts'

/** A moment as a table writes it. `zoned` says whether the text itself named its offset. */
interface ParsedDate {
  readonly instant: string
  readonly zoned: boolean
}

/** Which of two numbers precedes the other in `03/04/2023`. */
export type DateOrder = 'day_first' | 'month_first'

interface DateSettings {
  /** Of dates without an offset. */
  readonly time_zone: string
  /** Of the column; without it, `03/04/2023` is no date. */
  readonly date_order?: DateOrder | undefined
}

const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]
const monthWord = '([a-z]{3,9})'
const weekday = '(?:[a-z]{3,9},? )?'
const zone = String.raw`(?:Z|(?:UTC|GMT|UT)?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT|UT|[ECMP][SD]T)`
// What follows in parentheses names the zone for people.
const clock = String.raw`(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([ap]\.?m\.?)? ?(${zone})?(?: \([^)]*\))?)?$`
const pattern = (date: string) => new RegExp(`^${date}${clock}`, 'i')

const dateFormats = [
  // 2021-04-26 12:25:00
  {
    pattern: pattern(String.raw`(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})`),
    order: [0, 1, 2],
  },
  // Mon, Apr 26, 2021 12:25 pm
  {
    pattern: pattern(String.raw`${weekday}${monthWord}\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})`),
    order: [2, 0, 1],
  },
  // Mon, 26 Apr 2021 12:25:00 GMT, as in mail
  {
    pattern: pattern(
      String.raw`${weekday}(\d{1,2})(?:st|nd|rd|th|\.)?[ -]${monthWord}\.?,?[ -](\d{2}|\d{4})`,
    ),
    order: [2, 1, 0],
  },
] as const
// 4/30/21 6:04 or 30.4.2021
const numberFormat = pattern(String.raw`(\d{1,2})([/.-])(\d{1,2})\2(\d{2}|\d{4})`)

/** Reads a date with or without its time, or seconds or milliseconds since 1970. */
export function parseDate(text: string, settings: DateSettings): ParsedDate | undefined {
  const normalized = text.trim().replace(/\s+/g, ' ')
  const epoch = parseEpoch(normalized)
  if (epoch !== undefined) return { instant: epoch, zoned: true }
  for (const { pattern, order } of dateFormats) {
    const match = pattern.exec(normalized)
    if (!match) continue
    const [year = '', month = '', day = ''] = order.map((at) => match[at + 1] ?? '')
    return toMoment({ year, month, day }, match.slice(4), settings)
  }
  const match = numberFormat.exec(normalized)
  const order = match && (orderOf(match) ?? settings.date_order ?? usualOrder(match))
  if (!match || !order) return undefined
  const [, first = '', , second = '', year = ''] = match
  const [day, month] = order === 'day_first' ? [first, second] : [second, first]
  return toMoment({ year, month, day }, match.slice(5), settings)
}

/** The order that the numbers of one date prove; where both are the same, either. */
function orderOf([, first, , second]: readonly (string | undefined)[]): DateOrder | undefined {
  const [a, b] = [Number(first), Number(second)]
  if (a > 12 || a === b) return 'day_first'
  return b > 12 ? 'month_first' : undefined
}

/** Who separates with dots writes the day first. */
const usualOrder = ([, , separator]: readonly (string | undefined)[]): DateOrder | undefined =>
  separator === '.' ? 'day_first' : undefined

/** What a column of dates says about their order. */
export interface DateOrderFinding {
  /** `unclear` when its dates can be read either way, or contradict each other. */
  readonly order: DateOrder | 'unclear'
  /** One that can be read either way. */
  readonly example: string
}

/** The order of a column, as chosen or as found; refuses a file that leaves it open. */
export function resolveDateOrder(
  column: string,
  finding: DateOrderFinding | undefined,
  chosen: DateOrder | undefined,
): DateOrder | undefined {
  if (chosen !== undefined) return chosen
  if (finding?.order !== 'unclear') return finding?.order
  throw new FileRefused(
    `Day and month of "${column}" can be read in either order, such as ${finding.example}.`,
    'date_order_unclear',
  )
}

/** Decides from all dates of a column; undefined where the order makes no difference. */
export function createDateOrderTally() {
  const proofs = new Set<DateOrder>()
  let example: string | undefined
  let isUsual = true
  return {
    add: (text: string) => {
      if (!/\d[/.-]\d/.test(text)) return
      const match = numberFormat.exec(text.trim().replace(/\s+/g, ' '))
      if (!match || match[1] === match[3]) return
      const proof = orderOf(match)
      if (proof === undefined) {
        example ??= text.trim()
        isUsual &&= usualOrder(match) !== undefined
      } else if (parseDate(text, { time_zone: 'UTC' })) proofs.add(proof)
    },
    finish: (): DateOrderFinding | undefined => {
      if (example === undefined) return undefined
      const [proof] = proofs
      const usual = isUsual && proofs.size === 0 ? 'day_first' : undefined
      const order = (proofs.size === 1 ? proof : usual) ?? 'unclear'
      return { order, example }
    },
  }
}

const [lowestSeconds, highestSeconds] = [100_000_000, 9_999_999_999]

/** Seconds have nine or ten digits, milliseconds three more. */
function parseEpoch(text: string): string | undefined {
  if (!/^(?:\d{9,10}|\d{13})(?:\.\d{1,9})?$/.test(text)) return undefined
  const value = Number(text)
  const seconds = value > highestSeconds ? value / 1000 : value
  const isMoment = seconds >= lowestSeconds && seconds <= highestSeconds
  return isMoment ? new Date(Math.round(seconds * 1000)).toISOString() : undefined
}

type Cells = readonly (string | undefined)[]

/** Undefined when no calendar or clock shows it. */
function toMoment(
  { year, month, day }: Readonly<Record<'year' | 'month' | 'day', string>>,
  cells: Cells,
  { time_zone }: DateSettings,
): ParsedDate | undefined {
  const wall = parseWallClock([parseYear(year), parseMonth(month), Number(day)], cells)
  if (wall === undefined) return undefined
  const offset = cells[5] === undefined ? undefined : parseOffset(cells[5])
  if (offset !== undefined && Math.abs(offset) > MAX_OFFSET_MS) return undefined
  const instant = new Date(
    offset === undefined ? wallClockToInstant(time_zone, wall) : wall - offset,
  )
  const hasYear = instant.getUTCFullYear() >= 0 && instant.getUTCFullYear() <= 9999
  return hasYear ? { instant: instant.toISOString(), zoned: offset !== undefined } : undefined
}

/** Hours of the zones that mail names by letters. */
const namedOffsets: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
}

const MAX_OFFSET_MS = 14 * 3_600_000

/** Milliseconds. */
function parseOffset(text: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? []
  const named = namedOffsets[text.toUpperCase()] ?? 0
  const amount = sign === undefined ? named * 60 : Number(hours) * 60 + Number(minutes ?? 0)
  return (sign === '-' ? -amount : amount) * 60_000
}

/** What clocks showed, as if it were UTC; undefined when no calendar or clock shows it. */
function parseWallClock(
  [year, month, day]: [number, number, number],
  cells: Cells,
): number | undefined {
  const [hour, minute, second] = [toNumber(cells[0]), toNumber(cells[1]), toNumber(cells[2])]
  const milliseconds = Math.floor(Number(`0.${cells[3] ?? 0}`) * 1000)
  const meridiem = cells[4]?.toLowerCase().replaceAll('.', '')
  if (meridiem && (hour < 1 || hour > 12)) return undefined
  const hours = meridiem === undefined ? hour : (hour % 12) + (meridiem === 'pm' ? 12 : 0)
  const wall = new Date(Date.UTC(year, month - 1, day, hours, minute, second, milliseconds))
  // Date reads years before 100 as of the last century.
  wall.setUTCFullYear(year)
  // Date rolls over what is not on the calendar.
  const same = wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day
  return same && hours < 24 && minute < 60 && second < 60 ? wall.getTime() : undefined
}

const toNumber = (cell: string | undefined) => Number(cell ?? 0)

/** 1 to 12; 0 when it is no month. */
export function parseMonth(text = ''): number {
  if (/^\d+$/.test(text)) return Number(text)
  const word = text.toLowerCase().replace(/^sept$/, 'sep')
  return word.length < 3 ? 0 : months.findIndex((month) => month.startsWith(word)) + 1
}

/** Two digits are of the hundred years around 2018. */
const parseYear = (text = '') =>
  text.length === 2 ? Number(text) + (Number(text) < 69 ? 2000 : 1900) : Number(text)

/**
 * The instant at which clocks of a time zone (`Europe/Berlin`) show this. `wall` is what they show, read as if it were
 * UTC. In an hour that summer time skips it is the moment after, in one that comes twice the later one.
 */
function wallClockToInstant(time_zone: string, wall: number): number {
  if (time_zone === 'UTC') return wall
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
