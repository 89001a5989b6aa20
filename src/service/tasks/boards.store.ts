import { type Selectable, sql } from 'kysely'

import type { Board } from '#contract/tasks/boards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { BoardsTable } from '#service/db/schema/tasks.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { searchColumns } from '#service/search-columns.store.ts'
import { listsOfBoards } from './board-lists.store.ts'
import { labelsOfBoards } from './labels.store.ts'

interface BoardFilter {
  readonly archived: boolean
  readonly external_ref: string | undefined
}

const filtered = ({ tx, workspace_id }: WorkspaceDb, { archived, external_ref }: BoardFilter) =>
  tx
    .selectFrom('boards')
    .where('workspace_id', '=', workspace_id)
    // An importer looks up its board whether or not it is archived.
    .$if(external_ref === undefined, (query) => query.where('archived', '=', archived))
    .$if(external_ref !== undefined, (query) =>
      query.where('external_ref', '=', external_ref ?? ''),
    )

/** Oldest first: a stable order for the sidebar. */
export async function boardsAfter(
  db: WorkspaceDb,
  filter: BoardFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<Board[]> {
  const rows = await filtered(db, filter)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${last?.[0]}::timestamptz, ${last?.[1]})`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return toBoards(db, rows)
}

export const countBoards = (db: WorkspaceDb, filter: BoardFilter) => countRows(filtered(db, filter))

export async function findBoard(db: WorkspaceDb, board_id: string): Promise<Board | undefined> {
  const row = await byId(db, board_id).selectAll().executeTakeFirst()
  return row && (await toBoards(db, [row]))[0]
}

/** Locks the board until the transaction ends. */
export async function lockBoard(db: WorkspaceDb, board_id: string): Promise<Board | undefined> {
  const row = await byId(db, board_id).selectAll().forUpdate().executeTakeFirst()
  return row && (await toBoards(db, [row]))[0]
}

/** What changes to lists, labels and cards need to know about their board. */
export const boardState = (db: WorkspaceDb, board_id: string) =>
  byId(db, board_id).select(['id', 'archived']).executeTakeFirst()

/** Like `boardState`, and locks the board, so that no concurrent request exceeds its limits. */
export const lockBoardState = (db: WorkspaceDb, board_id: string) =>
  byId(db, board_id).select(['id', 'archived']).forUpdate().executeTakeFirst()

const byId = ({ tx, workspace_id }: WorkspaceDb, board_id: string) =>
  tx.selectFrom('boards').where('workspace_id', '=', workspace_id).where('id', '=', board_id)

type StoredBoard = Omit<Board, 'lists' | 'labels' | 'card_count' | 'version'>

export async function insertBoard({ tx, workspace_id }: WorkspaceDb, board: StoredBoard) {
  await tx
    .insertInto('boards')
    .values({ workspace_id, ...columnsOf(board) })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveBoard(db: WorkspaceDb, board: StoredBoard) {
  await updateById(db, 'boards', board.id, columnsOf(board))
}

/** Also deletes its cards, lists and labels. Cards first: a foreign key protects lists that have cards. */
export async function deleteBoard(db: WorkspaceDb, board_id: string) {
  await db.tx
    .deleteFrom('cards')
    .where('workspace_id', '=', db.workspace_id)
    .where('board_id', '=', board_id)
    .execute()
  await deleteById(db, 'boards', board_id)
}

const columnsOf = (board: StoredBoard) => ({
  id: board.id,
  name: board.name,
  description: board.description,
  archived: board.archived,
  archived_at: board.archived_at === null ? null : new Date(board.archived_at),
  external_ref: board.external_ref,
  created_at: new Date(board.created_at),
  updated_at: new Date(board.updated_at),
  ...searchColumns(`${board.name}\n${board.description ?? ''}`),
})

async function toBoards(
  db: WorkspaceDb,
  rows: readonly Selectable<BoardsTable>[],
): Promise<Board[]> {
  const ids = rows.map(({ id }) => id)
  const [lists, labels] = [await listsOfBoards(db, ids), await labelsOfBoards(db, ids)]
  return rows.map((row) => {
    const boardLists = lists.filter(({ board_id }) => board_id === row.id)
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      lists: boardLists,
      labels: labels.filter(({ board_id }) => board_id === row.id),
      archived: row.archived,
      archived_at: row.archived_at,
      card_count: boardLists.reduce((sum, { card_count }) => sum + card_count, 0),
      external_ref: row.external_ref,
      version: String(row.version),
      created_at: row.created_at,
      updated_at: row.updated_at,
    }
  })
}
