import type { Card } from '#client/resources.ts'
import { midnights } from '#web/ui/format.ts'

/** How near a card's date is: what colour, icon and words it gets. */
export type Due =
  | { state: 'done'; at: Date }
  | { state: 'overdue'; at: Date; days: number }
  | { state: 'today' | 'tomorrow' | 'later'; at: Date }

type CardDates = Pick<Card, 'due_at' | 'completed'> & Partial<Pick<Card, 'completed_at'>>

/** A done card shows when it was done, else when it was due. Days are those of the person's own calendar. */
export function dueOf(card: CardDates, now: Date): Due | null {
  const done = card.completed ? (card.completed_at ?? card.due_at) : null
  if (done) return { state: 'done', at: new Date(done) }
  if (!card.due_at) return null
  const at = new Date(card.due_at)
  const days = midnights(now, at)
  if (at < now) return { state: 'overdue', at, days: midnights(at, now) }
  return { state: days === 0 ? 'today' : days === 1 ? 'tomorrow' : 'later', at }
}
