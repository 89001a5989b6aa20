import type { Parsed } from '#contract/endpoints.ts'
import type { Board } from '#contract/tasks/boards.ts'
import { RANK_GAP } from '#contract/tasks/card-rank.rules.ts'
import type { Context, Verbs } from '#service/context.ts'
import { newId } from '#service/db/ids.ts'
import { requireUnusedRef } from '#service/external-ref.ts'
import { changesBetween, withNextVersion } from '#service/field-changes.rules.ts'
import { fetchPage } from '#service/page-query.ts'
import { conflict, orNotFound } from '#service/refusal.ts'
import { insertList } from './board-lists.store.ts'
import {
  boardState,
  boardsAfter,
  countBoards,
  deleteBoard,
  findBoard,
  insertBoard,
  lockBoard,
  saveBoard,
} from './boards.store.ts'
import { insertLabel } from './labels.store.ts'
import { boardMembersAfter, countBoardMembers } from './members.store.ts'

export const boardVerbs = {
  async 'GET /boards'({ db, cursor }, { archived = false, external_ref, ...page }) {
    const filter = { archived, external_ref }
    return fetchPage(cursor, page, {
      rows: (last, limit) => boardsAfter(db, filter, last, limit),
      keyOf: ({ created_at, id }) => [created_at, id],
      total: () => countBoards(db, filter),
    })
  },

  async 'GET /boards/:board_id'({ db }, { board_id }) {
    return orNotFound(await findBoard(db, board_id), 'board', board_id)
  },

  async 'GET /boards/:board_id/members'({ db, cursor }, { board_id, ...page }) {
    orNotFound(await boardState(db, board_id), 'board', board_id)
    return fetchPage(cursor, page, {
      rows: (last, limit) => boardMembersAfter(db, board_id, last, limit),
      keyOf: ({ created_at, id }) => [created_at, id],
      total: () => countBoardMembers(db, board_id),
    })
  },

  async 'POST /boards'(context, draft) {
    const { db, now, emit } = context
    await requireUnusedRef(db, 'boards', draft.external_ref)
    const created_at = draft.created_at ?? now.toISOString()
    const id = newId('brd', now)
    await insertBoard(db, {
      id,
      name: draft.name,
      description: draft.description ?? null,
      archived: draft.archived ?? false,
      archived_at: draft.archived === true ? now.toISOString() : null,
      external_ref: draft.external_ref ?? null,
      created_at,
      updated_at: draft.updated_at ?? created_at,
    })
    await insertListsAndLabels(context, id, draft)
    const board = orNotFound(await findBoard(db, id), 'board', id)
    await emit('board.created', board)
    return board
  },

  async 'PATCH /boards/:board_id'({ db, now, emit, expectVersion }, { board_id, ...change }) {
    const before = orNotFound(await lockBoard(db, board_id), 'board', board_id)
    expectVersion(before)
    const archived = change.archived ?? before.archived
    const after: Board = {
      ...before,
      name: change.name ?? before.name,
      description: change.description === undefined ? before.description : change.description,
      archived,
      archived_at: archived ? (before.archived_at ?? now.toISOString()) : null,
      updated_at: change.updated_at ?? now.toISOString(),
    }
    const details = changesBetween(before, after, ['name', 'description'])
    if (!details && archived === before.archived) return before
    await saveBoard(db, after)
    const saved = withNextVersion(after)
    if (details) await emit('board.updated', saved, details)
    if (archived !== before.archived)
      await emit(archived ? 'board.archived' : 'board.unarchived', saved)
    return saved
  },

  async 'DELETE /boards/:board_id'({ db, now, emit, expectVersion }, { board_id }) {
    const board = orNotFound(await lockBoard(db, board_id), 'board', board_id)
    expectVersion(board)
    if (!board.archived)
      throw conflict('not_archived', 'Only an archived board can be deleted. Archive it first.')
    await deleteBoard(db, board_id)
    await emit('board.deleted', { id: board_id, deleted_at: now.toISOString() })
    return undefined
  },
} satisfies Partial<Verbs>

async function insertListsAndLabels(
  { db, now }: Context,
  board_id: string,
  { lists = [], labels = [] }: Parsed<'POST /boards'>,
) {
  for (const [index, { name, completes_cards, wip_limit }] of lists.entries()) {
    const list = {
      id: newId('bls', now),
      board_id,
      name,
      position: (index + 1) * RANK_GAP,
      completes_cards: completes_cards ?? false,
      archived: false,
      wip_limit: wip_limit ?? null,
      external_ref: null,
    }
    await insertList(db, list, now)
  }
  for (const { name = '', color } of labels) {
    const label = { id: newId('lbl', now), board_id, name, color: color ?? 'gray' }
    await insertLabel(db, { ...label, external_ref: null }, now)
  }
}
