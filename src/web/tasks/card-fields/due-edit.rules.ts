import type { Card } from '#client/resources.ts'
import { addDays, type PlainDate, startOfWeek } from '#contract/plain-date.rules.ts'
import {
  type DateTimeChoice,
  type PlainTime,
  resolveZonedTime,
  zonedDateTime,
  zonedMoment,
} from '#contract/zoned-time.rules.ts'

/** Of a date that is chosen without a time: the end of a working day, or its start. */
const DEFAULT_TIMES = { due_at: '17:00', start_at: '09:00' } as const
const END_OF_DAY = '23:59'

/** The last moment that the server stores. */
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z')

export type DateField = 'due_at' | 'start_at'

/** The dates of the buttons. "Next Monday" is never today. */
export const quickDates = (today: PlainDate) => ({
  today,
  tomorrow: addDays(today, 1),
  nextMonday: addDays(startOfWeek(today, 1), 7),
})

/** What the clocks of a zone show at an instant; empty fields for none. */
export function choiceOf(at: string | null | undefined, timeZone: string): DateTimeChoice {
  if (!at) return { date: null, time: null, timeZone }
  const { date, time } = zonedDateTime(new Date(at), timeZone)
  const resolved = resolveZonedTime(date, time, timeZone)
  const isSecond =
    resolved.kind === 'repeated' && new Date(at).getTime() >= resolved.second.getTime()
  return { date, time, timeZone, ...(isSecond && { isSecond }) }
}

interface TimeInput {
  readonly field: DateField
  readonly date: PlainDate
  readonly now: Date
  readonly timeZone: string
  /** What the card or the field has so far. */
  readonly time?: PlainTime | null
}

/** The time of a date that is picked without one. What is due today is due by the end of it when the usual time has passed. */
export function timeOf({ field, date, now, timeZone, time }: TimeInput): PlainTime {
  const usual = time ?? DEFAULT_TIMES[field]
  if (field === 'start_at' || date !== zonedDateTime(now, timeZone).date) return usual
  return zonedMoment(date, usual, timeZone) > now ? usual : END_OF_DAY
}

/** When a card is due that is due on a day, without a time. */
export const dueOn = (date: PlainDate, now: Date, timeZone: string): string =>
  instantOf(date, timeOf({ field: 'due_at', date, now, timeZone }), timeZone)

/** The instant of a date, at a time that exists on that day. */
export function instantOf(date: PlainDate, time: string, timeZone: string): string {
  return zonedMoment(date, time, timeZone).toISOString()
}

/** Why a date is refused before it is sent. */
type DateIssue = 'before_start' | 'after_due' | 'too_late'

export function dateIssue(
  cards: readonly Card[],
  field: DateField,
  at: Date,
): DateIssue | undefined {
  if (at.getTime() > MAX_TIME) return 'too_late'
  const isWrong = ({ start_at, due_at }: Card) =>
    field === 'due_at'
      ? start_at != null && at < new Date(start_at)
      : due_at != null && at > new Date(due_at)
  if (!cards.some(isWrong)) return undefined
  return field === 'due_at' ? 'before_start' : 'after_due'
}
