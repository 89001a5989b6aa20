import type { Board, Card } from '#client/resources.ts'
import {
  addDays,
  addMonths,
  createDate,
  monthGrid,
  monthOf,
  type PlainDate,
  startOfWeek,
  toUtcDate,
} from '#contract/plain-date.rules.ts'
import { zonedDateTime, zonedMoment } from '#contract/zoned-time.rules.ts'
import type { NewCard } from '#web/tasks/card-changes/card-save-state.ts'
import { dueOn } from '#web/tasks/card-fields/due-edit.rules.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** What the calendar shows: a month, or the week of a day. */
export interface CalendarSpan {
  readonly kind: 'month' | 'week'
  readonly day: PlainDate
}

/** `month=2025-11` or `week=2025-11-24`; without a valid one the month of today. */
export function parseSpan(search: URLSearchParams, today: PlainDate): CalendarSpan {
  const week = parseDay(search.get('week'))
  if (week) return { kind: 'week', day: week }
  const month = parseDay(`${search.get('month')}-01`)
  if (!month) return { kind: 'month', day: today }
  return { kind: 'month', day: monthOf(month) === monthOf(today) ? today : month }
}

function parseDay(text: string | null): PlainDate | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? []
  return createDate(Number(year), Number(month), Number(day))
}

/** The search parameters of a span; the month of today is the default and has none. */
export function withSpan(
  search: URLSearchParams,
  { kind, day }: CalendarSpan,
  today: PlainDate,
): URLSearchParams {
  const next = new URLSearchParams(search)
  next.delete('month')
  next.delete('week')
  if (kind === 'week') next.set('week', day)
  else if (monthOf(day) !== monthOf(today)) next.set('month', monthOf(day))
  return next
}

export const shiftSpan = ({ kind, day }: CalendarSpan, by: 1 | -1): CalendarSpan => ({
  kind,
  day: kind === 'month' ? addMonths(`${monthOf(day)}-01`, by) : addDays(day, 7 * by),
})

export function weeksOf({ kind, day }: CalendarSpan, firstDay: number) {
  if (kind === 'month') return monthGrid(day, firstDay)
  const start = startOfWeek(day, firstDay)
  return [Array.from({ length: 7 }, (_, index) => addDays(start, index))]
}

/** A card on the days from its start, if it has one before, to its due date. */
export interface ScheduledCard {
  readonly card: Card
  readonly start: PlainDate
  readonly due: PlainDate
}

/** Cards with a due date in the order of it, and those that still need one: completed cards are not planned any more. */
export function scheduleCards(cards: readonly Card[], dayOf: (at: Date) => PlainDate) {
  const scheduled: (ScheduledCard & { readonly at: number })[] = []
  const undated: Card[] = []
  for (const card of cards) {
    if (!card.due_at) {
      if (!card.completed) undated.push(card)
      continue
    }
    const at = new Date(card.due_at)
    const due = dayOf(at)
    const start = card.start_at ? dayOf(new Date(card.start_at)) : due
    scheduled.push({ card, start: start < due ? start : due, due, at: at.getTime() })
  }
  scheduled.sort((one, other) => one.at - other.at)
  return { scheduled, undated }
}

/** Part of a bar in one week: from one column to another, in a lane below those of other bars. */
export interface Segment {
  readonly card: Card
  readonly from: number
  readonly to: number
  readonly lane: number
  /** The bar goes on in the week before, or in the next. */
  readonly continuesBefore: boolean
  readonly continuesAfter: boolean
}

interface WeekLayout {
  readonly segments: readonly Segment[]
  /** How many cards of each day have no lane left. */
  readonly hidden: readonly number[]
}

const daysBetween = (from: PlainDate, to: PlainDate) =>
  Math.round((toUtcDate(to).getTime() - toUtcDate(from).getTime()) / DAY)

/** Places the cards of a week: long bars first, each in the first lane that is free on all of its days. */
export function layoutWeek(
  scheduled: readonly ScheduledCard[],
  week: readonly PlainDate[],
  maxLanes: number,
): WeekLayout {
  const [first = '', last = ''] = [week[0], week.at(-1)]
  const inWeek = scheduled
    .filter(({ start, due }) => start <= last && due >= first)
    .map(({ card, start, due }) => ({
      card,
      from: Math.max(0, daysBetween(first, start)),
      to: Math.min(6, daysBetween(first, due)),
      continuesBefore: start < first,
      continuesAfter: due > last,
    }))
  const length = ({ from, to }: { from: number; to: number }) => to - from
  const ordered = inWeek.toSorted((one, other) => length(other) - length(one))
  const taken: boolean[][] = []
  const hidden = week.map(() => 0)
  const segments: Segment[] = []
  for (const part of ordered) {
    let lane = 0
    while (taken[lane]?.slice(part.from, part.to + 1).some(Boolean)) lane += 1
    const days = (taken[lane] ??= [])
    for (let day = part.from; day <= part.to; day++) {
      days[day] = true
      if (lane >= maxLanes) hidden[day] = (hidden[day] ?? 0) + 1
    }
    if (lane < maxLanes) segments.push({ ...part, lane })
  }
  return { segments, hidden }
}

export const cardsOn = (scheduled: readonly ScheduledCard[], day: PlainDate): readonly Card[] =>
  scheduled.filter(({ start, due }) => start <= day && due >= day).map(({ card }) => card)

/**
 * The dates of a card that becomes due on another day: the clocks show the same time as before, also after a clock change.
 * A start moves by as many days. Undefined when nothing changes or a date would be after the year 9999.
 */
export function reschedule(
  card: Card,
  day: PlainDate,
  timeZone: string,
  now: Date,
): Partial<Pick<Card, 'due_at' | 'start_at'>> | undefined {
  if (!card.due_at) return { due_at: dueOn(day, now, timeZone) }
  const due = zonedDateTime(new Date(card.due_at), timeZone)
  const by = daysBetween(due.date, day)
  if (by === 0) return undefined
  const due_at = shiftDays(card.due_at, by, timeZone)
  if (due_at.startsWith('+')) return undefined
  return { due_at, ...(card.start_at && { start_at: shiftDays(card.start_at, by, timeZone) }) }
}

/** Keeps the seconds as well: 23:59:59 is a common due time. */
function shiftDays(at: string, days: number, timeZone: string): string {
  const { date, time } = zonedDateTime(new Date(at), timeZone)
  const seconds = Date.parse(at) % MINUTE
  const moment = zonedMoment(addDays(date, days), time, timeZone)
  return new Date(moment.getTime() + seconds).toISOString()
}

/** A session also has the new cards of other boards. */
export const newCardsOf = (
  { lists }: Pick<Board, 'lists'>,
  cards: readonly NewCard[],
): readonly NewCard[] => cards.filter(({ list_id }) => lists.some(({ id }) => id === list_id))
