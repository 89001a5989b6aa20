import type { Card } from '#contract/tasks/cards.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, invalidField, orNotFound, referenceNotFound } from '#service/refusal.ts'
import { type ListState, listState, lockLists } from './board-lists.store.ts'
import { boardArchived } from './board-lists.ts'
import { boardState } from './boards.store.ts'
import { emitCardEvent } from './card-activity.ts'
import { labelsFor, membersFor, saveCardChange } from './card-changes.ts'
import { rankFor } from './card-position.ts'
import { insertCard, isFull, markDeleted } from './card-writes.store.ts'
import { datesOf, applyChange } from './cards.rules.ts'
import {
  type FoundCard,
  cardsAfter,
  countCards,
  findCard,
  keyOf,
  lockCard,
  lockDeletedCard,
} from './cards.store.ts'

const maxOpenCards = 10_000
const dayMs = 86_400_000
/** How long a deleted card can be restored. */
export const restorableMs = 30 * dayMs

export const cardVerbs = {
  async 'GET /boards/:board_id/cards'({ db, cursor }, filter) {
    orNotFound(await boardState(db, filter.board_id), 'board', filter.board_id)
    const page = await fetchPage(cursor, filter, {
      rows: (last, limit) => cardsAfter(db, filter, last, limit),
      keyOf: keyOf(filter.sort),
      total: () => countCards(db, filter),
    })
    return { ...page, data: page.data.map(withoutListPosition) }
  },

  async 'GET /cards/:card_id'({ db }, { card_id }) {
    return orNotFound(await findCard(db, card_id), 'card', card_id)
  },

  async 'POST /boards/:board_id/cards'(context, { board_id, ...draft }) {
    const { db, now } = context
    const board = orNotFound(await boardState(db, board_id), 'board', board_id)
    const dates = datesOf(draft, { start_at: null, due_at: null })
    await lockLists(db, [draft.list_id])
    const list = await listFor(db, board_id, draft.list_id)
    const label_ids = await labelsFor(db, board_id, draft.label_ids ?? [])
    const members = await membersFor(db, draft.members ?? [])
    await requireUnusedRef(db, 'cards', draft.external_ref)
    const isImport = draft.import === true
    if (board.archived && !isImport) throw boardArchived()
    if (list.archived && !isImport) throw listArchived()
    if (await isFull(db, board_id, maxOpenCards))
      throw conflict('limit_reached', `A board may have at most ${maxOpenCards} open cards.`)

    // An import sets the state explicitly; otherwise a completing list completes new cards.
    const completed = isImport ? (draft.completed ?? false) : list.completes_cards
    const created_at = draft.created_at ?? now.toISOString()
    const { position } = await rankFor(db, list.id, [], {
      list_id: list.id,
      position: draft.position,
    })
    const card: Card = {
      id: newId('crd', now),
      board_id,
      list_id: list.id,
      name: draft.name,
      description: draft.description ?? null,
      label_ids,
      members,
      ...dates,
      dates,
      completed,
      completed_at: completed ? now.toISOString() : null,
      status: isImport ? (draft.status ?? 'open') : 'open',
      position,
      post_id: null,
      external_ref: draft.external_ref ?? null,
      version: '1',
      created_at,
      updated_at: draft.updated_at ?? created_at,
    }
    await insertCard(db, card)
    await emitCardEvent(context, 'card.created', { data: card })
    return card
  },

  async 'PATCH /cards/:card_id'(context, { card_id, ...change }) {
    const { db, now, expectVersion } = context
    const before = orNotFound(await lockCard(db, card_id), 'card', card_id)
    const memberIds = change.members ?? change.member_ids
    const after = applyChange(before, change, now, {
      label_ids: change.label_ids && (await labelsFor(db, before.board_id, change.label_ids)),
      members: memberIds && (await membersFor(db, memberIds)),
    })
    expectVersion(before)
    const isImport = change.import === true
    if ((await boardState(db, before.board_id))?.archived === true && !isImport)
      throw boardArchived()

    return saveCardChange(context, before, after)
  },

  async 'DELETE /cards/:card_id'(context, { card_id }) {
    const { db, now, expectVersion } = context
    const card = orNotFound(await lockCard(db, card_id), 'card', card_id)
    expectVersion(card)
    if ((await boardState(db, card.board_id))?.archived === true) throw boardArchived()
    await markDeleted(db, card_id, now, now)
    await emitCardEvent(context, 'card.deleted', { data: deletedCard(card, now) })
    return undefined
  },

  async 'POST /cards/:card_id/restore'(context, { card_id }) {
    const { db, now } = context
    if (await findCard(db, card_id)) throw conflict('not_deleted', 'This card is not deleted.')
    const since = new Date(now.getTime() - restorableMs)
    const { board_id } = orNotFound(await lockDeletedCard(db, card_id, since), 'card', card_id)
    if ((await boardState(db, board_id))?.archived === true) throw boardArchived()
    await markDeleted(db, card_id, null, now)
    const card = orNotFound(await findCard(db, card_id), 'card', card_id)
    await emitCardEvent(context, 'card.restored', { data: card })
    return card
  },
} satisfies Partial<Verbs>

export const deletedCard = ({ id, board_id }: Card, now: Date) => ({
  id,
  board_id,
  deleted_at: now.toISOString(),
})

/** The position of the list is needed for sorting only. */
const withoutListPosition = ({ list_position: _listPosition, ...card }: FoundCard): Card => card

export const listArchived = () =>
  conflict('list_archived', 'This list is archived. Unarchive it to add cards.')

/** Resources a body refers to: 404 when they do not exist, 422 when they belong to another board. */
async function listFor(db: WorkspaceDb, board_id: string, list_id: string): Promise<ListState> {
  const list = await listState(db, list_id)
  if (!list) throw referenceNotFound('/list_id', 'list', list_id)
  if (list.board_id !== board_id)
    throw invalidField('/list_id', 'list_on_another_board', 'This list is on another board.')
  return list
}
