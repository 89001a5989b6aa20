import type { PlainDate } from './plain-date.rules.ts'

/** A time on the clock: "09:30". */
export type PlainTime = string

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const MAX_FORMATS = 1000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    // A zone has as many names as ways to write its letters, and callers of the service choose.
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(timeZone, format)
  }
  return format
}

/** What calendar and clock show at a moment, as if it were UTC. */
function wallTime(at: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  return Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'))
}

/** Milliseconds by which the clocks of a zone are ahead of UTC at a moment. */
const offsetAt = (at: number, timeZone: string) => wallTime(at, timeZone) - at

/** The calendar day and the time on the clock of a zone. */
export function zonedDateTime(at: Date, timeZone: string): { date: PlainDate; time: PlainTime } {
  const text = new Date(wallTime(at.getTime(), timeZone)).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

/** What a date and a time mean in a zone, which also depends on its clock changes. */
type ZonedTime =
  | { readonly kind: 'unique'; readonly at: Date }
  /** The clocks go forward over it. `next` is what they show instead. */
  | { readonly kind: 'skipped'; readonly next: { date: PlainDate; time: PlainTime } }
  /** The clocks go back over it, so it comes twice. */
  | { readonly kind: 'repeated'; readonly first: Date; readonly second: Date }

/** Finds the moments at which the clocks of a zone show this date and time. */
export function resolveZonedTime(date: PlainDate, time: PlainTime, timeZone: string): ZonedTime {
  const local = Date.parse(`${date}T${time}:00Z`)
  // No zone changes its clocks twice within three days, and none by more than a day.
  const before = offsetAt(local - 36 * HOUR, timeZone)
  const after = offsetAt(local + 36 * HOUR, timeZone)
  const moments = [...new Set([local - before, local - after])]
    .filter((at) => wallTime(at, timeZone) === local)
    .toSorted((a, b) => a - b)
  const [first, second] = moments
  if (first === undefined) {
    // Read with the clock from before the change, as people who forgot to change theirs would.
    return { kind: 'skipped', next: zonedDateTime(new Date(local - before), timeZone) }
  }
  if (second === undefined) return { kind: 'unique', at: new Date(first) }
  return { kind: 'repeated', first: new Date(first), second: new Date(second) }
}

/** The moment of a date and a time: the first of two, and what the clocks show instead of one they skip. */
export function zonedMoment(date: PlainDate, time: PlainTime, timeZone: string): Date {
  const resolved = resolveZonedTime(date, time, timeZone)
  if (resolved.kind === 'unique') return resolved.at
  if (resolved.kind === 'repeated') return resolved.first
  return zonedMoment(resolved.next.date, resolved.next.time, timeZone)
}

/** Midnight, or the first moment of a day that begins with a clock change. */
export const startOfDay = (date: PlainDate, timeZone: string): Date =>
  zonedMoment(date, '00:00', timeZone)

/** A date and a time in a zone, as chosen in the fields. Null while one is missing or cannot be read. */
export interface DateTimeChoice {
  readonly date: PlainDate | null
  readonly time: PlainTime | null
  readonly timeZone: string
  /** Which of two equal times, in the night when the clocks go back. */
  readonly isSecond?: boolean
}

/** The moment of a choice, or what is wrong with it. */
export type DateTimeResult =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'skipped'; readonly next: { date: PlainDate; time: PlainTime } }
  | { readonly kind: 'past'; readonly at: Date }
  | { readonly kind: 'valid'; readonly at: Date; readonly isRepeated: boolean }

/** Without `now` the moment may be in the past. */
export function resolveDateTime(choice: DateTimeChoice, now: Date | null): DateTimeResult {
  const { date, time, timeZone, isSecond = false } = choice
  if (date === null || time === null) return { kind: 'incomplete' }
  const resolved = resolveZonedTime(date, time, timeZone)
  if (resolved.kind === 'skipped') return resolved
  const isRepeated = resolved.kind === 'repeated'
  const at = isRepeated ? (isSecond ? resolved.second : resolved.first) : resolved.at
  return now && at <= now ? { kind: 'past', at } : { kind: 'valid', at, isRepeated }
}

/** The part of a zone's name that people know it by: "New York" of "America/New_York". */
export const cityOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
