import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { Card, CardMove } from '#contract/tasks/cards.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { transactionConflict } from '#service/db/transaction-conflict.ts'
import { settleAll } from '#service/db/transactions.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { conflict, invalidField, referenceNotFound, notFound } from '#service/refusal.ts'
import { type ListState, type MoveList, lockListsOfMove } from './board-lists.store.ts'
import { boardArchived } from './board-lists.ts'
import { type Place, rankAtEnd, rankFor } from './card-position.ts'
import { placeCard } from './card-writes.store.ts'
import { lockCard } from './cards.store.ts'
import { listArchived } from './cards.ts'
import { findLabels, labelsOfBoards } from './labels.store.ts'

export const cardMoveVerbs = {
  async 'POST /cards/:card_id/move'({ db, now, emit, expectVersion }, { card_id, ...move }) {
    // Lists before the card, as every move does: two of them never hold what the other waits for.
    const [{ source, target }, card, atEnd] = await settleAll([
      lockListsOfMove(db, card_id, move.list_id),
      lockCard(db, card_id),
      rankAtEnd(db, card_id, move),
    ])
    if (!source) throw notFound('card', card_id)
    refuseTwoPlaces(move)
    if (!target) throw referenceNotFound('/list_id', 'list', move.list_id)
    refuseOtherBoard(source, target, move)
    const place = atEnd ?? (await rankFor(db, target.id, card_id, move))
    if (!card) throw notFound('card', card_id)
    // Taken to another board while this request waited for the lists. Moves on one board need not begin again.
    if (card.board_id !== source.board_id) throw transactionConflict()
    expectVersion(card)
    // An import takes states as given: it moves what is archived too, and no list completes its cards.
    const importing = move.import === true
    if (!importing) refuseArchived(card, source, target)

    if (isThere(card, target, place)) return card
    const placed = importing ? { ...card, list_id: target.id } : applyCardMove(card, move, target)
    const completes = placed.completed && !card.completed
    const moved: Card = {
      ...placed,
      board_id: target.board_id,
      label_ids: await labelsOn(db, card, target, move),
      completed_at: completes ? now.toISOString() : card.completed_at,
      position: place.position,
      updated_at: now.toISOString(),
    }
    const saved = placeCard(db, moved)
    await emit(
      'card.moved',
      saved,
      changesBetween(card, saved, ['board_id', 'list_id', 'position']),
    )
    if (completes) await emit('card.completed', saved)
    return saved
  },
} satisfies Partial<Verbs>

function refuseTwoPlaces({ position, after_card_id, before_card_id }: CardMove): void {
  const named = [position, after_card_id, before_card_id].filter((place) => place !== undefined)
  if (named.length > 1)
    throw invalidField(
      '/position',
      'two_places',
      'Name one place: position, after_card_id or before_card_id.',
    )
}

function refuseOtherBoard(source: MoveList, target: MoveList, move: CardMove): void {
  if (target.board_id !== source.board_id && move.labels === undefined)
    throw invalidField(
      '/list_id',
      'list_on_another_board',
      'This list is on another board. Say with labels what becomes of the card’s labels.',
    )
}

function refuseArchived(card: Card, source: MoveList, target: MoveList): void {
  if (source.board_archived || target.board_archived) throw boardArchived()
  if (card.status === 'archived')
    throw conflict('card_archived', 'This card is archived. Reopen it to move it.')
  if (target.archived) throw listArchived()
}

/** The rank of a card says nothing about places in a list that was renumbered since: it is moved, and readers are told. */
const isThere = (card: Card, target: ListState, { above, below, renumbered }: Place) =>
  !renumbered &&
  card.list_id === target.id &&
  (above === undefined || above < card.position) &&
  (below === undefined || card.position < below)

/** On another board a label finds its like by name and colour, or stays behind. */
async function labelsOn(db: WorkspaceDb, card: Card, target: ListState, move: CardMove) {
  if (target.board_id === card.board_id) return card.label_ids
  if (move.labels !== 'match') return []
  const there = await labelsOfBoards(db, [target.board_id])
  return (await findLabels(db, card.label_ids)).flatMap((label) => {
    const like = there.find(({ name, color }) => name === label.name && color === label.color)
    return like ? [like.id] : []
  })
}
