import type { PlannedCard } from '#client/importers/trello/board-plan.ts'
import { dayMs } from './random-dates.rules.ts'

type DatedCard = Pick<PlannedCard, 'updated_at' | 'due_at' | 'completed'>

interface Moves {
  /** Whole days to add to what happened, and to what is planned. */
  readonly lived: number
  readonly planned: number
}

/**
 * An old board as if it had been left yesterday, and the first date still open had passed the day before that: nobody
 * believes a card that has been overdue for nine years.
 */
export function untilNow(cards: readonly DatedCard[], now: Date): Moves {
  const last = Math.max(...moments(cards.map(({ updated_at }) => updated_at)))
  const due = Math.min(...moments(cards.map((card) => (card.completed ? null : card.due_at))))
  const lived = daysFrom(last, now) - 1
  return { lived, planned: Number.isFinite(due) ? daysFrom(due, now) - 2 : lived }
}

const moments = (texts: readonly (string | null | undefined)[]) =>
  texts.flatMap((text) => (text == null ? [] : Date.parse(text)))

const daysFrom = (moment: number, now: Date) =>
  Number.isFinite(moment) ? Math.floor((now.getTime() - moment) / dayMs) : 1
