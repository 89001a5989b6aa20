import type { Parsed } from '#contract/endpoints.ts'
import { pageSize } from '#contract/primitives.ts'
import { type Card, perListPageSize } from '#contract/tasks/cards.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { transactionConflict } from '#service/db/transaction-conflict.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { fetchPage } from '#service/page-query.ts'
import {
  conflict,
  invalidField,
  notFound,
  orNotFound,
  referenceNotFound,
} from '#service/refusal.ts'
import {
  type ListState,
  type MoveList,
  listState,
  lockLists,
  lockListsOfCards,
} from './board-lists.store.ts'
import { boardArchived, listArchived } from './board-lists.ts'
import { boardState } from './boards.store.ts'
import { emitCardEvent } from './card-activity.ts'
import { labelsFor, membersFor, requirePost, saveCardChange } from './card-changes.ts'
import { rankFor } from './card-position.ts'
import { countOpenCards, insertCard, markDeleted } from './card-writes.store.ts'
import { applyChange, buildCard, datesOf } from './cards.rules.ts'
import {
  type FoundCard,
  cardsAfter,
  countCards,
  findCard,
  keyOf,
  lockCard,
  lockDeletedCard,
} from './cards.store.ts'
import { cardsOfPostAfter, countCardsOfPost, findPosts } from './post-cards.store.ts'
import {
  countWorkspaceCards,
  keyOfWorkspaceCard,
  summarizeCards,
  workspaceCardsAfter,
} from './workspace-cards.store.ts'

type Filter = Parsed<'GET /boards/:board_id/cards'>

const maxOpenCards = 10_000
const dayMs = 86_400_000
/** How long a deleted card can be restored. */
export const restorableMs = 30 * dayMs

export const cardVerbs = {
  async 'GET /boards/:board_id/cards'({ db, cursor }, filter) {
    orNotFound(await boardState(db, filter.board_id), 'board', filter.board_id)
    const limit = pageSizeOf(filter)
    const page = await fetchPage(
      cursor,
      { ...filter, limit },
      {
        rows: (last, limit) => cardsAfter(db, filter, last, limit),
        keyOf: keyOf(filter.sort),
        total: () => countCards(db, filter),
      },
    )
    return { ...page, data: page.data.map(withoutListPosition) }
  },

  async 'GET /feedback/posts/:post_id/cards'({ db, cursor }, { post_id, ...page }) {
    if ((await findPosts(db, [post_id])).length === 0) throw notFound('post', post_id)
    return fetchPage(cursor, page, {
      rows: (last, limit) => cardsOfPostAfter(db, post_id, last, limit),
      keyOf: ({ created_at, id }) => [created_at, id],
      total: () => countCardsOfPost(db, post_id),
    })
  },

  'GET /cards': ({ db, cursor, now }, filter) =>
    fetchPage(cursor, filter, {
      rows: (last, limit) => workspaceCardsAfter(db, filter, now, last, limit),
      keyOf: keyOfWorkspaceCard(filter.sort),
      total: () => countWorkspaceCards(db, filter, now),
    }),

  'GET /cards/summary': ({ db, now }, filter) => summarizeCards(db, filter, now),

  async 'GET /cards/:card_id'({ db }, { card_id }) {
    return orNotFound(await findCard(db, card_id), 'card', card_id)
  },

  async 'POST /boards/:board_id/cards'(context, { board_id, ...draft }) {
    const { db, now } = context
    const board = orNotFound(await boardState(db, board_id), 'board', board_id)
    // Before the list is locked: a start after the due date is wrong whatever the list.
    datesOf(draft, { start_at: null, due_at: null })
    await lockLists(db, [draft.list_id])
    const list = await listFor(db, board_id, draft.list_id)
    const label_ids = await labelsFor(db, board_id, draft.label_ids ?? [])
    const members = await membersFor(db, draft.members ?? [])
    await requirePost(db, draft.post_id)
    await requireUnusedRef(db, 'cards', draft.external_ref)
    const isImport = draft.import === true
    if (board.archived && !isImport) throw boardArchived()
    if (list.archived && !isImport) throw listArchived()
    await requireRoom(db, board_id)

    const { position } = await rankFor(db, list.id, [], {
      list_id: list.id,
      position: draft.position,
    })
    const id = newId('crd', now)
    const card = buildCard(draft, {
      id,
      board_id,
      list,
      label_ids,
      members,
      position,
      isImport,
      now,
    })
    await insertCard(db, card)
    await emitCardEvent(context, 'card.created', { data: card })
    return card
  },

  async 'PATCH /cards/:card_id'(context, { card_id, ...change }) {
    const { db, now, expectVersion } = context
    // As a move does, this locks the list before the card. Nobody can archive the list meanwhile.
    const lists = change.status === 'open' ? await lockListsOfCards(db, [card_id]) : []
    const before = orNotFound(await lockCard(db, card_id), 'card', card_id)
    const memberIds = change.members ?? change.member_ids
    const after = applyChange(before, change, now, {
      label_ids: change.label_ids && (await labelsFor(db, before.board_id, change.label_ids)),
      members: memberIds && (await membersFor(db, memberIds)),
    })
    expectVersion(before)
    // A card keeps the post that was deleted meanwhile.
    if (after.post_id !== before.post_id) await requirePost(db, after.post_id)
    const isImport = change.import === true
    if ((await boardState(db, before.board_id))?.archived === true && !isImport)
      throw boardArchived()
    if (isReopened(before, after)) {
      if (!isImport) requireOpenList(lists, before)
      await requireRoom(db, before.board_id)
    }

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
    const lists = await lockListsOfCards(db, [card_id])
    const deleted = orNotFound(await lockDeletedCard(db, card_id, since), 'card', card_id)
    const { board_id, status } = deleted
    if ((await boardState(db, board_id))?.archived === true) throw boardArchived()
    // An archived card stays out of its list.
    if (status === 'open') {
      requireOpenList(lists, deleted)
      await requireRoom(db, board_id)
    }
    await markDeleted(db, card_id, null, now)
    const card = orNotFound(await findCard(db, card_id), 'card', card_id)
    await emitCardEvent(context, 'card.restored', { data: card })
    return card
  },
} satisfies Partial<Verbs>

/** `limit` and a count of all cards are rejected with `per_list`, which has its own page size and leaves out cards. */
function pageSizeOf({ per_list, limit, include_total }: Filter): number {
  if (per_list === undefined) return limit ?? pageSize
  if (limit !== undefined) throw contradictsPerList('limit')
  if (include_total === true) throw contradictsPerList('include_total')
  return perListPageSize
}

const contradictsPerList = (field: string) =>
  invalidField(field, 'contradicts', `${field} contradicts per_list.`)

export const deletedCard = ({ id, board_id }: Card, now: Date) => ({
  id,
  board_id,
  deleted_at: now.toISOString(),
})

/** The position of the list is needed for sorting only. */
const withoutListPosition = ({ list_position: _listPosition, ...card }: FoundCard): Card => card

/** Whether a change brings an archived card back to its list. */
export const isReopened = (before: Card, after: Card): boolean =>
  before.status === 'archived' && after.status === 'open'

/** Whether a change adds an open card to this board. */
export const isAdded = (before: Card, after: Card, board_id: string): boolean =>
  after.status === 'open' && (before.status === 'archived' || before.board_id !== board_id)

/** Throws when the list of the card is archived. `lists` are the locked ones. */
export function requireOpenList(lists: readonly MoveList[], { list_id }: Card): void {
  const list = lists.find(({ id }) => id === list_id)
  // Moved to a list that is not locked while this request waited for the lists.
  if (!list) throw transactionConflict()
  if (list.archived) throw listArchived()
}

export async function requireRoom(db: WorkspaceDb, board_id: string): Promise<void> {
  if ((await countRoom(db, board_id)) === 0) throw boardFull()
}

/** How many more open cards a board may have. */
export const countRoom = async (db: WorkspaceDb, board_id: string): Promise<number> =>
  maxOpenCards - (await countOpenCards(db, board_id, maxOpenCards))

export const boardFull = () =>
  conflict('limit_reached', `A board may have at most ${maxOpenCards} open cards.`)

/** Resources a body refers to: 404 when they do not exist, 422 when they belong to another board. */
export async function listFor(
  db: WorkspaceDb,
  board_id: string,
  list_id: string,
): Promise<ListState> {
  const list = await listState(db, list_id)
  if (!list) throw referenceNotFound('/list_id', 'list', list_id)
  if (list.board_id !== board_id)
    throw invalidField('/list_id', 'list_on_another_board', 'This list is on another board.')
  return list
}
