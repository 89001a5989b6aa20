import type { BoardList } from '#contract/tasks/boards.ts'
import { rankBetween } from '#contract/tasks/card-rank.rules.ts'
import type { Verbs } from '#service/context.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import {
  conflict,
  invalidField,
  referenceNotFound,
  notFound,
  orNotFound,
} from '#service/refusal.ts'
import {
  countLists,
  deleteList,
  findList,
  insertList,
  listRanks,
  listsAfter,
  lockLists,
  saveList,
} from './board-lists.store.ts'
import { boardState, lockBoardState } from './boards.store.ts'
import { countCardsOfList, moveAllCards, purgeDeletedCards } from './card-writes.store.ts'

const maxOpenLists = 500
const detailFields = ['name', 'completes_cards', 'wip_limit', 'position'] as const
const archivedField = ['archived'] as const

export const boardListVerbs = {
  async 'GET /boards/:board_id/lists'({ db, cursor }, { board_id, archived = false, ...page }) {
    orNotFound(await boardState(db, board_id), 'board', board_id)
    return fetchPage(cursor, page, {
      rows: (last, limit) => listsAfter(db, board_id, archived, last, limit),
      keyOf: ({ position, id }) => [position, id],
      total: () => countLists(db, board_id, archived),
    })
  },

  async 'POST /boards/:board_id/lists'({ db, now, emit }, { board_id, ...draft }) {
    const board = orNotFound(await lockBoardState(db, board_id), 'board', board_id)
    const position = await rankAfter(db, board_id, draft.after_list_id)
    await requireUnusedRef(db, 'board_lists', draft.external_ref)
    if (board.archived && draft.import !== true) throw boardArchived()
    await requireListRoom(db, board_id)
    const list = {
      id: newId('bls', now),
      board_id,
      name: draft.name,
      position,
      completes_cards: draft.completes_cards ?? false,
      archived: draft.archived ?? false,
      wip_limit: draft.wip_limit ?? null,
      external_ref: draft.external_ref ?? null,
    }
    await insertList(db, list, now)
    const created: BoardList = { ...list, card_count: 0, version: '1' }
    await emit('board_list.created', created)
    return created
  },

  async 'PATCH /boards/:board_id/lists/:list_id'(
    { db, now, emit, expectVersion },
    { board_id, list_id, ...change },
  ) {
    await lockLists(db, [list_id])
    // After the list, in the order in which a new card locks both.
    const readBoard = change.archived === false ? lockBoardState : boardState
    const board = await readBoard(db, board_id)
    const before = await findListOf(db, board_id, list_id)
    const after: BoardList = {
      ...before,
      name: change.name ?? before.name,
      completes_cards: change.completes_cards ?? before.completes_cards,
      wip_limit: change.wip_limit === undefined ? before.wip_limit : change.wip_limit,
      archived: change.archived ?? before.archived,
      position:
        change.after_list_id === undefined
          ? before.position
          : await rankAfter(db, board_id, change.after_list_id, list_id),
    }
    expectVersion(before)
    if (board?.archived === true && change.import !== true) throw boardArchived()
    const changes = changesBetween(before, after, detailFields)
    const archivedChanged = after.archived !== before.archived
    const isUnarchived = archivedChanged && !after.archived
    if (isUnarchived) await requireListRoom(db, board_id)
    if (!changes && !archivedChanged) return before
    await saveList(db, after, now)
    const saved = withNextVersion(after)
    // Unarchiving is an ordinary update: the contract has no event kind for it.
    if (changes || isUnarchived)
      await emit(
        'board_list.updated',
        saved,
        changesBetween(before, after, [...detailFields, ...(isUnarchived ? archivedField : [])]),
      )
    if (archivedChanged && after.archived) await emit('board_list.archived', saved)
    return saved
  },

  async 'DELETE /boards/:board_id/lists/:list_id'(
    { db, now, emit, expectVersion },
    { board_id, list_id, move_cards_to },
  ) {
    const board = await boardState(db, board_id)
    await lockLists(db, move_cards_to === undefined ? [list_id] : [list_id, move_cards_to])
    const list = await findListOf(db, board_id, list_id)
    const target = move_cards_to === undefined ? undefined : await findList(db, move_cards_to)
    if (move_cards_to !== undefined && !target)
      throw referenceNotFound('move_cards_to', 'list', move_cards_to)
    if (target && (target.board_id !== board_id || target.id === list_id))
      throw invalidField(
        'move_cards_to',
        'not_another_list',
        'move_cards_to must be another list of the same board.',
      )
    expectVersion(list)
    if (board?.archived === true) throw boardArchived()
    if (target?.archived === true) throw listArchived()
    if (target) await moveAllCards(db, list_id, target.id, now)
    else if ((await countCardsOfList(db, list_id)) > 0)
      throw conflict(
        'list_not_empty',
        'This list has cards. Set move_cards_to to the list they should move to.',
      )
    await purgeDeletedCards(db, list_id)
    await deleteList(db, list_id)
    await emit('board_list.deleted', { id: list_id, board_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

export const boardArchived = () =>
  conflict('board_archived', 'This board is archived. Restore it to make changes.')

export const listArchived = () =>
  conflict('list_archived', 'This list is archived. Restore it to add cards.')

/** The board must be locked: otherwise two requests both find the last place. */
async function requireListRoom(db: WorkspaceDb, board_id: string): Promise<void> {
  if ((await countLists(db, board_id, false)) >= maxOpenLists)
    throw conflict('limit_reached', `A board may have at most ${maxOpenLists} open lists.`)
}

/** Throws `not_found` for a list of another board. */
export async function findListOf(db: WorkspaceDb, board_id: string, list_id: string) {
  orNotFound(await boardState(db, board_id), 'board', board_id)
  const list = await findList(db, list_id)
  if (!list || list.board_id !== board_id) throw notFound('list', list_id)
  return list
}

/** `null` is the beginning, undefined the end. `moved` is the list being moved, which is no neighbor of itself. */
async function rankAfter(
  db: WorkspaceDb,
  board_id: string,
  after: string | null | undefined,
  moved?: string,
): Promise<number> {
  const others = (await listRanks(db, board_id)).filter(({ id }) => id !== moved)
  if (after === undefined) return rankBetween(others.at(-1)?.position, undefined)
  if (after === null) return rankBetween(undefined, others[0]?.position)
  const index = others.findIndex(({ id }) => id === after)
  if (index === -1) throw referenceNotFound('/after_list_id', 'list', after)
  return rankBetween(others[index]?.position, others[index + 1]?.position)
}
