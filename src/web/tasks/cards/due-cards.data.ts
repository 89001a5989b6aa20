import type { Card } from '#client/resources.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { addDays } from '#web/ui/date/plain-date.rules.ts'
import { startOfDay } from '#web/ui/date/zoned-time.rules.ts'
import { localDay, timeZone } from '#web/ui/format.ts'
import { type Due, dueOf } from './due.rules.ts'

/** The open cards of a board due by the end of tomorrow, or its first open cards where the server cannot filter by date. */
export const dueCardsQuery = (board_id: string, now: Date, canFilterByDate: boolean) =>
  endpointQuery('GET /boards/:board_id/cards', {
    board_id,
    completed: false,
    ...(canFilterByDate && { due_before: endOfTomorrow(now).toISOString() }),
  })

/** How many cards of the whole workspace are overdue or due by tomorrow, in the person’s days. */
export const dueSummaryQuery = () => endpointQuery('GET /cards/summary', { time_zone: timeZone() })

/** The open cards of all boards due by the end of tomorrow, the longest overdue first; `since` leaves out earlier ones. */
export const allDueCardsQuery = (now: Date, since?: 'today') =>
  endpointQuery('GET /cards', {
    completed: false,
    due_before: endOfTomorrow(now).toISOString(),
    ...(since && { due_after: startOfDay(localDay(now), timeZone()).toISOString() }),
  })

export interface DueCard {
  readonly card: Card & { readonly board_name?: string }
  readonly due: Due
}

/** Cards overdue, due today or due tomorrow, earliest first. */
export function selectDueCards(cards: readonly DueCard['card'][], now: Date): DueCard[] {
  return cards
    .flatMap((card) => {
      const due = dueOf(card, now)
      return due && ['overdue', 'today', 'tomorrow'].includes(due.state) ? [{ card, due }] : []
    })
    .sort((one, other) => one.due.at.getTime() - other.due.at.getTime())
}

/** The midnight that ends tomorrow in the person’s time zone. */
const endOfTomorrow = (now: Date) => startOfDay(addDays(localDay(now), 2), timeZone())
