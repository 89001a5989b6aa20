import { needsRenumbering, rankBetween } from '#contract/tasks/card-rank.rules.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { invalidField, referenceNotFound } from '#service/refusal.ts'
import { rankBeside, renumber } from './card-ranks.store.ts'
import { findCard } from './cards.store.ts'

export interface Place {
  readonly position: number
  readonly above: number | undefined
  readonly below: number | undefined
  /** All cards of the list have other ranks than before. */
  readonly renumbered: boolean
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
  if (!needsRenumbering(neighbours.above, neighbours.below)) return placed(neighbours)
  await renumber(db, list_id)
  return { ...placed(await neighboursOf(db, list_id, card_id, wanted)), renumbered: true }
}

interface Neighbours {
  readonly above: number | undefined
  readonly below: number | undefined
}

const placed = (neighbours: Neighbours): Place => ({
  ...neighbours,
  position: rankBetween(neighbours.above, neighbours.below),
  renumbered: false,
})

async function neighboursOf(
  db: WorkspaceDb,
  list_id: string,
  card_id: string | null,
  wanted: Wanted,
): Promise<Neighbours> {
  const { after_card_id, before_card_id } = wanted
  if (after_card_id !== undefined) {
    const of = await neighbour(db, list_id, card_id, '/after_card_id', after_card_id)
    return { above: of.position, below: await rankBeside(db, list_id, card_id, 'below', of) }
  }
  if (before_card_id !== undefined) {
    const of = await neighbour(db, list_id, card_id, '/before_card_id', before_card_id)
    return { above: await rankBeside(db, list_id, card_id, 'above', of), below: of.position }
  }
  return endOf(db, list_id, card_id, wanted)
}

const endOf = async (
  db: WorkspaceDb,
  list_id: string,
  card_id: string | null,
  { position }: Wanted,
): Promise<Neighbours> =>
  position === 'top'
    ? { above: undefined, below: await rankBeside(db, list_id, card_id, 'below') }
    : { above: await rankBeside(db, list_id, card_id, 'above'), below: undefined }

/** The rank at an end of a list, which no other answer is needed for; undefined for a place beside a card. */
export async function rankAtEnd(
  db: WorkspaceDb,
  card_id: string,
  wanted: Wanted,
): Promise<Place | undefined> {
  if (wanted.after_card_id !== undefined || wanted.before_card_id !== undefined) return undefined
  return placed(await endOf(db, wanted.list_id, card_id, wanted))
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
  if (!card) throw referenceNotFound(field, 'card', id)
  if (id === card_id) throw invalidField(field, 'itself', 'A card cannot be placed beside itself.')
  if (card.list_id !== list_id || card.status !== 'open')
    throw invalidField(field, 'not_in_list', 'This card is not in the target list any more.')
  return card
}
