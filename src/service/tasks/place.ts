import type { CardMove } from '#contract/tasks/cards.ts'
import { isCrowded, rankBetween } from '#contract/tasks/place.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { invalidField, noSuchReference } from '#service/refusal.ts'
import { ranksBeside, renumber } from './card-writes.store.ts'
import { findCard } from './cards.store.ts'

interface Place {
  readonly position: number
  readonly above: number | undefined
  readonly below: number | undefined
}

type Wanted = Pick<CardMove, 'list_id' | 'position' | 'after_card_id' | 'before_card_id'>

/** The rank of a place in a list, among all its other open cards. Lock the list first. */
export async function rankFor(
  db: WorkspaceDb,
  list_id: string,
  card_id: string | null,
  wanted: Wanted,
): Promise<Place> {
  const neighbours = await neighboursOf(db, list_id, card_id, wanted)
  if (!isCrowded(neighbours.above, neighbours.below)) return placed(neighbours)
  await renumber(db, list_id)
  return placed(await neighboursOf(db, list_id, card_id, wanted))
}

interface Neighbours {
  readonly above: number | undefined
  readonly below: number | undefined
}

const placed = (neighbours: Neighbours): Place => ({
  ...neighbours,
  position: rankBetween(neighbours.above, neighbours.below),
})

async function neighboursOf(
  db: WorkspaceDb,
  list_id: string,
  card_id: string | null,
  { position = 'bottom', after_card_id, before_card_id }: Wanted,
): Promise<Neighbours> {
  if (after_card_id !== undefined) {
    const of = await neighbour(db, list_id, card_id, '/after_card_id', after_card_id)
    return {
      above: of.position,
      below: await ranksBeside(db, list_id, card_id, { side: 'below', of }),
    }
  }
  if (before_card_id !== undefined) {
    const of = await neighbour(db, list_id, card_id, '/before_card_id', before_card_id)
    return {
      above: await ranksBeside(db, list_id, card_id, { side: 'above', of }),
      below: of.position,
    }
  }
  return position === 'top'
    ? {
        above: undefined,
        below: await ranksBeside(db, list_id, card_id, { side: 'below', of: null }),
      }
    : {
        above: await ranksBeside(db, list_id, card_id, { side: 'above', of: null }),
        below: undefined,
      }
}

/** A neighbour that left the list meanwhile is told apart from one that never was. */
async function neighbour(
  db: WorkspaceDb,
  list_id: string,
  card_id: string | null,
  field: string,
  id: string,
) {
  const card = await findCard(db, id)
  if (!card) throw noSuchReference(field, 'card', id)
  if (id === card_id) throw invalidField(field, 'itself', 'A card cannot be placed beside itself.')
  if (card.list_id !== list_id || card.status !== 'open')
    throw invalidField(field, 'not_in_list', 'This card is not in the target list any more.')
  return card
}
