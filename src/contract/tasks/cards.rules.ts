import type { BoardList } from './boards.ts'
import type { Card, CardMove } from './cards.ts'

/** zod-free: the dashboard foresees with this rule what the service will decide with it. */

/** Only entering another list completes; reordering inside one does not, and leaving never reopens. */
export function applyCardMove<MovedCard extends Pick<Card, 'list_id' | 'completed'>>(
  card: MovedCard,
  move: Pick<CardMove, 'list_id'>,
  target: Pick<BoardList, 'id'> & { readonly completes_cards?: boolean | undefined },
): MovedCard {
  const completes = target.id !== card.list_id && target.completes_cards === true
  return { ...card, list_id: move.list_id, completed: card.completed || completes }
}
