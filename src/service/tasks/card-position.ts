import { needsRenumbering, rankBetween, ranksTogether } from '#contract/tasks/card-rank.rules.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { invalidField, referenceNotFound } from '#service/refusal.ts'
import { rankNextTo, renumber } from './card-ranks.store.ts'
import { findCard } from './cards.store.ts'

export interface CardPosition {
  readonly position: number
  readonly above: number | undefined
  readonly below: number | undefined
  /** The ranks of all cards in the list were changed. */
  readonly renumbered: boolean
}

type TargetPosition = Pick<CardMove, 'list_id' | 'position' | 'after_card_id' | 'before_card_id'>

/** The rank for a position among the other open cards of a list. Lock the list first. */
export async function rankFor(
  db: WorkspaceDb,
  list_id: string,
  placed_ids: readonly string[],
  move: TargetPosition,
): Promise<CardPosition> {
  const neighbors = await findNeighbors(db, list_id, placed_ids, move)
  if (!needsRenumbering(neighbors.above, neighbors.below)) return toCardPosition(neighbors)
  await renumber(db, list_id)
  return { ...toCardPosition(await findNeighbors(db, list_id, placed_ids, move)), renumbered: true }
}

interface PlacedCard {
  readonly id: string
  /** Undefined for a card that comes from another list. */
  readonly position: number | undefined
}

/**
 * The ranks of cards that are to stand together in this order. A card that is in place keeps its rank; all others change
 * theirs, and when there is no room, all of them do. Lock the list first.
 */
export async function ranksFor(
  db: WorkspaceDb,
  list_id: string,
  cards: readonly PlacedCard[],
  move: TargetPosition,
): Promise<{ ranks: readonly number[]; renumbered: boolean }> {
  const ids = cards.map(({ id }) => id)
  const current = await findNeighbors(db, list_id, ids, move)
  const ranks = ranksTogether(
    cards.map(({ position }) => position),
    current,
  )
  if (ranks) return { ranks, renumbered: false }
  await renumber(db, list_id)
  const neighbors = await findNeighbors(db, list_id, ids, move)
  const noRanks = cards.map(() => undefined)
  return { ranks: ranksTogether(noRanks, neighbors) ?? [], renumbered: true }
}

interface Neighbors {
  readonly above: number | undefined
  readonly below: number | undefined
}

const toCardPosition = (neighbors: Neighbors): CardPosition => ({
  ...neighbors,
  position: rankBetween(neighbors.above, neighbors.below),
  renumbered: false,
})

async function findNeighbors(
  db: WorkspaceDb,
  list_id: string,
  placed_ids: readonly string[],
  move: TargetPosition,
): Promise<Neighbors> {
  const { after_card_id, before_card_id } = move
  if (after_card_id !== undefined) {
    const card = await findNeighbor(db, list_id, placed_ids, '/after_card_id', after_card_id)
    return { above: card.position, below: await rankNextTo(db, list_id, placed_ids, 'below', card) }
  }
  if (before_card_id !== undefined) {
    const card = await findNeighbor(db, list_id, placed_ids, '/before_card_id', before_card_id)
    return { above: await rankNextTo(db, list_id, placed_ids, 'above', card), below: card.position }
  }
  return neighborsAtEnd(db, list_id, placed_ids, move)
}

const neighborsAtEnd = async (
  db: WorkspaceDb,
  list_id: string,
  placed_ids: readonly string[],
  { position }: TargetPosition,
): Promise<Neighbors> =>
  position === 'top'
    ? { above: undefined, below: await rankNextTo(db, list_id, placed_ids, 'below') }
    : { above: await rankNextTo(db, list_id, placed_ids, 'above'), below: undefined }

/** The rank at the top or bottom of a list, which depends on no other query; undefined for a position next to a card. */
export async function rankAtEnd(
  db: WorkspaceDb,
  card_id: string,
  move: TargetPosition,
): Promise<CardPosition | undefined> {
  if (move.after_card_id !== undefined || move.before_card_id !== undefined) return undefined
  return toCardPosition(await neighborsAtEnd(db, move.list_id, [card_id], move))
}

/** Distinguishes a card that has left the list (422) from one that never existed (404). */
async function findNeighbor(
  db: WorkspaceDb,
  list_id: string,
  placed_ids: readonly string[],
  field: string,
  id: string,
) {
  const card = await findCard(db, id)
  if (!card) throw referenceNotFound(field, 'card', id)
  if (placed_ids.includes(id))
    throw invalidField(field, 'itself', 'A card cannot be placed next to itself.')
  if (card.list_id !== list_id || card.status !== 'open')
    throw invalidField(field, 'not_in_list', 'This card is no longer in the target list.')
  return card
}
