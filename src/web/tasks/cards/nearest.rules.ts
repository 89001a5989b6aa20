import type { Card, CardMove } from '#contract/tasks/cards.ts'
import { indexOf } from './card-cache.ts'

/** The move again after its neighbour left: the nearest place to where it was meant. */
export function nearest(
  move: CardMove,
  meant: readonly Card[],
  now: readonly Card[],
  card_id: string,
): CardMove {
  const others = now.filter(({ id }) => id !== card_id)
  const { list_id } = move
  const wanted = indexOf(meant, move)
  const still = new Set(others.map(({ id }) => id))
  const above = meant.slice(0, wanted).findLast(({ id }) => id !== card_id && still.has(id))
  if (above) return { list_id, after_card_id: above.id }
  const below = meant.slice(wanted).find(({ id }) => id !== card_id && still.has(id))
  return below ? { list_id, before_card_id: below.id } : { list_id, position: 'bottom' }
}
