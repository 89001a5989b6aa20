import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import type { Card, CardMove } from '#contract/tasks/cards.ts'
import type { Context, Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { transactionConflict } from '#service/db/transaction-conflict.ts'
import { settleAll } from '#service/db/transactions.ts'
import { changesBetween } from '#service/field-changes.rules.ts'
import { conflict, invalidField, notFound, referenceNotFound } from '#service/refusal.ts'
import { type ListState, type MoveList, lockListsOfMove } from './board-lists.store.ts'
import { boardArchived, listArchived } from './board-lists.ts'
import { emitCardEvent } from './card-activity.ts'
import { type CardPosition, rankAtEnd, rankFor } from './card-position.ts'
import { saveCardPosition } from './card-writes.store.ts'
import { lockCard } from './cards.store.ts'
import { isAdded, requireRoom } from './cards.ts'
import { findLabels, labelsOfBoards } from './labels.store.ts'

export const cardMoveVerbs = {
  async 'POST /cards/:card_id/move'(context, { card_id, ...move }) {
    const { db, expectVersion } = context
    // Every move locks lists before the card, so that two moves cannot deadlock.
    const [{ source, target }, card, atEnd] = await settleAll([
      lockListsOfMove(db, card_id, move.list_id),
      lockCard(db, card_id),
      rankAtEnd(db, card_id, move),
    ])
    if (!source) throw notFound('card', card_id)
    requireOnePosition(move)
    if (!target) throw referenceNotFound('/list_id', 'list', move.list_id)
    requireLabelsChoice(source.board_id, target, move)
    const rank = atEnd ?? (await rankFor(db, target.id, [card_id], move))
    if (!card) throw notFound('card', card_id)
    // Moved to another board while this request waited for the lists. Moves within one board need no retry.
    if (card.board_id !== source.board_id) throw transactionConflict()
    expectVersion(card)
    // An import sets states explicitly: it may move archived cards, and no list completes its cards.
    const isImport = move.import === true
    if (!isImport) {
      if (source.board_archived) throw boardArchived()
      requireOpenTarget(target, card)
    }

    if (isAdded(card, card, target.board_id)) await requireRoom(db, target.board_id)
    if (isAtPosition(card, target, rank)) return card
    const labels = await labelsAfterMove(db, [card], target, move)
    const { position } = rank
    return saveMove(context, card, { source, target, position, labels, isImport })
  },
} satisfies Partial<Verbs>

interface SavedMove {
  readonly source: MoveList
  readonly target: MoveList
  readonly position: number
  readonly labels: (card: Card) => string[]
  readonly isImport: boolean
}

/** Saves a locked card at its new position and emits one event for each fact. */
export async function saveMove(
  context: Context,
  card: Card,
  { source, target, position, labels, isImport }: SavedMove,
): Promise<Card> {
  const { db, now } = context
  const list_id = target.id
  const changed = isImport ? { ...card, list_id } : applyCardMove(card, { list_id }, target)
  const isCompleted = changed.completed && !card.completed
  const data = saveCardPosition(db, {
    ...changed,
    board_id: target.board_id,
    label_ids: labels(card),
    completed_at: isCompleted ? now.toISOString() : card.completed_at,
    position,
    updated_at: now.toISOString(),
  })
  const changes = changesBetween(card, data, ['board_id', 'list_id', 'position'])
  const names = changesBetween(namesOf(source), namesOf(target), ['list_name', 'board_name'])
  await emitCardEvent(context, 'card.moved', { data, changes, names })
  if (isCompleted) await emitCardEvent(context, 'card.completed', { data })
  return data
}

const namesOf = ({ name, board_name }: MoveList) => ({ list_name: name, board_name })

export function requireOnePosition({ position, after_card_id, before_card_id }: CardMove): void {
  const positions = [position, after_card_id, before_card_id].filter((value) => value !== undefined)
  if (positions.length > 1)
    throw invalidField(
      '/position',
      'two_places',
      'Use only one of position, after_card_id and before_card_id.',
    )
}

export function requireLabelsChoice(board_id: string, target: MoveList, move: CardMove): void {
  if (target.board_id !== board_id && move.labels === undefined)
    throw invalidField(
      '/list_id',
      'list_on_another_board',
      'This list is on another board. Set labels to "match" or "drop".',
    )
}

/** Throws when the board or the list of the target is archived, or the card is. */
export function requireOpenTarget(target: MoveList, card?: Card): void {
  if (target.board_archived) throw boardArchived()
  if (card) requireOpenCard(card)
  if (target.archived) throw listArchived()
}

export function requireOpenCard({ status }: Card): void {
  if (status === 'archived')
    throw conflict('card_archived', 'This card is archived. Restore it to move it.')
}

/** Whether the card is at this position already. Never true after renumbering: the rank in `card` is out of date. */
const isAtPosition = (card: Card, target: ListState, { above, below, renumbered }: CardPosition) =>
  !renumbered &&
  card.list_id === target.id &&
  (above === undefined || above < card.position) &&
  (below === undefined || card.position < below)

/** The labels of moved cards. On another board, labels match by name and color; the others are dropped. */
export async function labelsAfterMove(
  db: WorkspaceDb,
  cards: readonly Card[],
  target: ListState,
  move: CardMove,
): Promise<(card: Card) => string[]> {
  if (cards.every(({ board_id }) => board_id === target.board_id))
    return ({ label_ids }) => label_ids
  if (move.labels !== 'match') return () => []
  const targetLabels = await labelsOfBoards(db, [target.board_id])
  const label_ids = new Set(cards.flatMap((card) => card.label_ids))
  const matches = new Map(
    (await findLabels(db, [...label_ids])).flatMap((label) => {
      const match = targetLabels.find(
        ({ name, color }) => name === label.name && color === label.color,
      )
      return match ? [[label.id, match.id] as const] : []
    }),
  )
  return (card) => card.label_ids.flatMap((id) => matches.get(id) ?? [])
}
