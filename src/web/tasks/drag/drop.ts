import type { Card, CardMove } from '#contract/tasks/cards.ts'
import type { Place } from '#web/tasks/cards/card-cache.ts'

/** Where a card was let go: before the card with this index, counted without the moved card. */
export interface Landing {
  list_id: string
  index: number
}

/** What the target list shows and what this service can do. */
export interface Target {
  /** In the order shown, with or without the moved card. */
  cards: readonly Card[]
  /** A filter hides some cards, so an end of what is shown is no end of the list. */
  filtered: boolean
  /** `cards.relative_move`: a card may be put beside another one. */
  relative: boolean
}

/** What a drop asks of the service, or null when the card falls back where it was. */
export function dropOf(card: Card, landing: Landing, target: Target): CardMove | null {
  const others = target.cards.filter(({ id }) => id !== card.id)
  const index = Math.max(0, Math.min(landing.index, others.length))
  if (landing.list_id === card.list_id && index === ownIndex(card, target.cards)) return null
  return { list_id: landing.list_id, ...placeAt(others, index, target) }
}

/** A place among these cards in the service's words. Past the last loaded card is the real bottom, loaded or not. */
function placeAt(
  others: readonly Card[],
  index: number,
  { filtered, relative }: Pick<Target, 'filtered' | 'relative'>,
): Place {
  const above = others[index - 1]
  const below = others[index]
  if (!relative) return { position: index === 0 && others.length > 0 ? 'top' : 'bottom' }
  if (filtered && above) return { after_card_id: above.id }
  if (filtered && below) return { before_card_id: below.id }
  if (!below) return { position: 'bottom' }
  return above ? { after_card_id: above.id } : { position: 'top' }
}

/** One step of a key from where the card is: the neighbouring row of its own list. */
export function stepWithin(card: Card, by: 1 | -1, target: Target): CardMove | null {
  const own = ownIndex(card, target.cards)
  const index = target.relative ? own + by : by < 0 ? 0 : target.cards.length
  if (index < 0 || (target.relative && index >= target.cards.length)) return null
  return dropOf(card, { list_id: card.list_id, index }, target)
}

const ownIndex = (card: Card, cards: readonly Card[]) => cards.findIndex(({ id }) => id === card.id)
