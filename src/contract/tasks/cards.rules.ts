import type { BoardList } from './boards.ts'
import type { Card, CardMove } from './cards.ts'

/** Shared: the dashboard predicts with the rule that the service decides with. Zod-free. */

/** Only entering another list completes a card; reordering does not, and leaving never reopens it. */
export function applyCardMove<T extends Pick<Card, 'list_id' | 'completed'>>(
  card: T,
  move: Pick<CardMove, 'list_id'>,
  target: Pick<BoardList, 'id'> & { readonly completes_cards?: boolean | undefined },
): T {
  const completes = target.id !== card.list_id && target.completes_cards === true
  return { ...card, list_id: move.list_id, completed: card.completed || completes }
}
