import { type Selectable, sql } from 'kysely'

import type { FeedbackBoard } from '#contract/feedback/setup.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { FeedbackBoardsTable } from '#service/db/schema/feedback.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'

export interface RefFilter {
  readonly external_ref: string | undefined
}

const selectFiltered = ({ tx, workspace_id }: WorkspaceDb, { external_ref }: RefFilter) =>
  tx
    .selectFrom('feedback_boards as board')
    .where('board.workspace_id', '=', workspace_id)
    .$if(external_ref !== undefined, (query) =>
      query.where('board.external_ref', '=', external_ref ?? ''),
    )

/** Counted over an index instead of stored, so that it cannot drift. */
const postCount = sql<number>`(
  select count(*)::int from posts p where p.workspace_id = board.workspace_id and p.board_id = board.id
    and p.deleted_at is null and p.merged_into_id is null)`

const selectBoards = (db: WorkspaceDb, filter: RefFilter = { external_ref: undefined }) =>
  selectFiltered(db, filter).selectAll('board').select(postCount.as('post_count'))

/** Oldest first, so that the order in the sidebar is stable. */
export async function boardsAfter(
  db: WorkspaceDb,
  filter: RefFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<FeedbackBoard[]> {
  const rows = await selectBoards(db, filter)
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(board.created_at, board.id) > (${last?.[0]}::timestamptz, ${last?.[1]})`,
      ),
    )
    .orderBy('board.created_at')
    .orderBy('board.id')
    .limit(limit)
    .execute()
  return rows.map(toBoard)
}

export const countBoards = (db: WorkspaceDb, filter: RefFilter) =>
  countRows(selectFiltered(db, filter))

export async function findBoard(db: WorkspaceDb, board_id: string) {
  const row = await selectBoards(db).where('board.id', '=', board_id).executeTakeFirst()
  return row && toBoard(row)
}

/** Locks the board against changes and new posts until the transaction ends. */
export async function lockBoard(db: WorkspaceDb, board_id: string) {
  const row = await selectBoards(db)
    .where('board.id', '=', board_id)
    .forUpdate('board')
    .executeTakeFirst()
  return row && toBoard(row)
}

/** The ids of boards given by id or slug. */
export const boardIds = async ({ tx, workspace_id }: WorkspaceDb, names: readonly string[]) =>
  (
    await tx
      .selectFrom('feedback_boards')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where((eb) => eb.or([eb('id', 'in', names), eb('slug', 'in', names)]))
      .execute()
  ).map(({ id }) => id)

/** Share-locks the board, so that it is not deleted before the new post is saved. */
export const boardForPost = ({ tx, workspace_id }: WorkspaceDb, board_id: string) =>
  tx
    .selectFrom('feedback_boards')
    .select(['id', 'archived'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', board_id)
    .forShare()
    .executeTakeFirst()

export const boardSlugs = async ({ tx, workspace_id }: WorkspaceDb) =>
  new Map(
    (
      await tx
        .selectFrom('feedback_boards')
        .select(['id', 'slug'])
        .where('workspace_id', '=', workspace_id)
        .execute()
    ).map(({ id, slug }) => [slug, id]),
  )

type Stored = Omit<FeedbackBoard, 'post_count' | 'version' | 'created_at'>

export async function insertBoard(
  { tx, workspace_id }: WorkspaceDb,
  board: Stored,
  times: { readonly created_at: Date; readonly updated_at: Date },
) {
  await tx
    .insertInto('feedback_boards')
    .values({ workspace_id, ...columnsOf(board), ...times })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveBoard(db: WorkspaceDb, board: Stored, now: Date) {
  await updateById(db, 'feedback_boards', board.id, { ...columnsOf(board), updated_at: now }).catch(
    retryOnUniqueViolation,
  )
}

export const deleteBoard = (db: WorkspaceDb, board_id: string) =>
  deleteById(db, 'feedback_boards', board_id)

const columnsOf = (board: Stored) => ({
  id: board.id,
  name: board.name,
  slug: board.slug,
  description: board.description,
  private: board.private,
  archived: board.archived,
  external_ref: board.external_ref,
})

const toBoard = (
  row: Selectable<FeedbackBoardsTable> & { readonly post_count: number },
): FeedbackBoard => ({
  ...columnsOf(row),
  post_count: row.post_count,
  version: String(row.version),
  created_at: row.created_at,
})
