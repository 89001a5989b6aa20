import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { Card, CardMove } from '#contract/tasks/cards.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { transactionConflict } from '#service/db/transaction-conflict.ts'
import { settleAll } from '#service/db/transactions.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { conflict, invalidField, notFound, referenceNotFound } from '#service/refusal.ts'
import { type ListState, type MoveList, lockListsOfMove } from './board-lists.store.ts'
import { boardArchived } from './board-lists.ts'
import { type CardPosition, rankAtEnd, rankFor } from './card-position.ts'
import { saveCardPosition } from './card-writes.store.ts'
import { lockCard } from './cards.store.ts'
import { listArchived } from './cards.ts'
import { findLabels, labelsOfBoards } from './labels.store.ts'

export const cardMoveVerbs = {
  async 'POST /cards/:card_id/move'({ db, now, emit, expectVersion }, { card_id, ...move }) {
    // Every move locks lists before the card, so that two moves cannot deadlock.
    const [{ source, target }, card, atEnd] = await settleAll([
      lockListsOfMove(db, card_id, move.list_id),
      lockCard(db, card_id),
      rankAtEnd(db, card_id, move),
    ])
    if (!source) throw notFound('card', card_id)
    requireOnePosition(move)
    if (!target) throw referenceNotFound('/list_id', 'list', move.list_id)
    requireLabelsChoice(source, target, move)
    const rank = atEnd ?? (await rankFor(db, target.id, card_id, move))
    if (!card) throw notFound('card', card_id)
    // Moved to another board while this request waited for the lists. Moves within one board need no retry.
    if (card.board_id !== source.board_id) throw transactionConflict()
    expectVersion(card)
    // An import sets states explicitly: it may move archived cards, and no list completes its cards.
    const isImport = move.import === true
    if (!isImport) refuseArchived(card, source, target)

    if (isAtPosition(card, target, rank)) return card
    const changed = isImport ? { ...card, list_id: target.id } : applyCardMove(card, move, target)
    const isCompleted = changed.completed && !card.completed
    const moved: Card = {
      ...changed,
      board_id: target.board_id,
      label_ids: await labelsOn(db, card, target, move),
      completed_at: isCompleted ? now.toISOString() : card.completed_at,
      position: rank.position,
      updated_at: now.toISOString(),
    }
    const saved = saveCardPosition(db, moved)
    await emit(
      'card.moved',
      saved,
      changesBetween(card, saved, ['board_id', 'list_id', 'position']),
    )
    if (isCompleted) await emit('card.completed', saved)
    return saved
  },
} satisfies Partial<Verbs>

function requireOnePosition({ position, after_card_id, before_card_id }: CardMove): void {
  const positions = [position, after_card_id, before_card_id].filter((value) => value !== undefined)
  if (positions.length > 1)
    throw invalidField(
      '/position',
      'two_places',
      'Use only one of position, after_card_id and before_card_id.',
    )
}

function requireLabelsChoice(source: MoveList, target: MoveList, move: CardMove): void {
  if (target.board_id !== source.board_id && move.labels === undefined)
    throw invalidField(
      '/list_id',
      'list_on_another_board',
      'This list is on another board. Set labels to "match" or "drop".',
    )
}

function refuseArchived(card: Card, source: MoveList, target: MoveList): void {
  if (source.board_archived || target.board_archived) throw boardArchived()
  if (card.status === 'archived')
    throw conflict('card_archived', 'This card is archived. Unarchive it to move it.')
  if (target.archived) throw listArchived()
}

/** Whether the card is at this position already. Never true after renumbering: the rank in `card` is out of date. */
const isAtPosition = (card: Card, target: ListState, { above, below, renumbered }: CardPosition) =>
  !renumbered &&
  card.list_id === target.id &&
  (above === undefined || above < card.position) &&
  (below === undefined || card.position < below)

/** On another board, labels match by name and color; the others are dropped. */
async function labelsOn(db: WorkspaceDb, card: Card, target: ListState, move: CardMove) {
  if (target.board_id === card.board_id) return card.label_ids
  if (move.labels !== 'match') return []
  const targetLabels = await labelsOfBoards(db, [target.board_id])
  return (await findLabels(db, card.label_ids)).flatMap((label) => {
    const match = targetLabels.find(
      ({ name, color }) => name === label.name && color === label.color,
    )
    return match ? [match.id] : []
  })
}
