import type { Card } from '#client/resources.ts'
import { midnights } from '#web/ui/format.ts'

/** How near the date of a card is; decides its color, icon and text. */
export type Due =
  | { state: 'done'; at: Date }
  | { state: 'overdue'; at: Date; days: number }
  | { state: 'today' | 'tomorrow' | 'later'; at: Date }

type CardDates = Pick<Card, 'due_at' | 'completed'> & Partial<Pick<Card, 'completed_at'>>

/** A completed card shows when it was completed, any other when it is due. Days are those of the person’s time zone. */
export function dueOf(card: CardDates, now: Date): Due | null {
  const done = card.completed ? (card.completed_at ?? card.due_at) : null
  if (done) return { state: 'done', at: new Date(done) }
  if (!card.due_at) return null
  const at = new Date(card.due_at)
  const days = midnights(now, at)
  if (at < now) return { state: 'overdue', at, days: midnights(at, now) }
  return { state: days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later', at }
}
