import { type Kysely, type Selectable, sql } from 'kysely'

import type { BoardList } from '#contract/tasks/boards.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { type CursorValue, countAll, countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import type { BoardListsTable } from '#service/db/schema/tasks.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'

/** Counts open cards with an index instead of storing a count, which could drift. */
const lists = ({ tx, workspace_id }: WorkspaceDb) =>
  tx
    .selectFrom('board_lists as list')
    .selectAll('list')
    .select((eb) =>
      eb
        .selectFrom('cards')
        .select(countAll().as('count'))
        .where('cards.workspace_id', '=', workspace_id)
        .whereRef('cards.list_id', '=', 'list.id')
        .where('cards.status', '=', 'open')
        .where('cards.deleted_at', 'is', null)
        // A count always has one row.
        .$asScalar()
        .$notNull()
        .as('card_count'),
    )
    .where('list.workspace_id', '=', workspace_id)

/** The lists of these boards that are not archived, in display order. */
export async function listsOfBoards(db: WorkspaceDb, board_ids: readonly string[]) {
  if (board_ids.length === 0) return []
  const rows = await lists(db)
    .where('list.board_id', 'in', board_ids)
    .where('list.archived', '=', false)
    .orderBy('list.position')
    .orderBy('list.id')
    .execute()
  return rows.map(toBoardList)
}

export async function listsAfter(
  db: WorkspaceDb,
  board_id: string,
  archived: boolean,
  last: readonly CursorValue[] | undefined,
  limit: number,
) {
  const rows = await lists(db)
    .where('list.board_id', '=', board_id)
    .where('list.archived', '=', archived)
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(list.position, list.id) > (${last?.[0]}::double precision, ${last?.[1]})`,
      ),
    )
    .orderBy('list.position')
    .orderBy('list.id')
    .limit(limit)
    .execute()
  return rows.map(toBoardList)
}

export const countLists = (db: WorkspaceDb, board_id: string, archived: boolean) =>
  countRows(listsOf(db, board_id).where('archived', '=', archived))

const listsOf = ({ tx, workspace_id }: WorkspaceDb, board_id: string) =>
  tx
    .selectFrom('board_lists')
    .where('workspace_id', '=', workspace_id)
    .where('board_id', '=', board_id)

/** A list of any board: the caller decides what another board means. */
export async function findList(db: WorkspaceDb, list_id: string): Promise<BoardList | undefined> {
  const row = await lists(db).where('list.id', '=', list_id).executeTakeFirst()
  return row && toBoardList(row)
}

/** What placing a card needs to know about a list. Omits the card count, which costs more than the move itself. */
export const listState = ({ tx, workspace_id }: WorkspaceDb, list_id: string) =>
  tx
    .selectFrom('board_lists')
    .select(['id', 'board_id', 'archived', 'completes_cards'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', list_id)
    .executeTakeFirst()

export type ListState = NonNullable<Awaited<ReturnType<typeof listState>>>

/** Locks in the order of ids, so that two moves in opposite directions cannot deadlock. */
export async function lockLists({ tx, workspace_id }: WorkspaceDb, list_ids: readonly string[]) {
  await tx
    .selectFrom('board_lists')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...new Set(list_ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export type MoveList = ListState & {
  readonly name: string
  readonly board_name: string
  readonly board_archived: boolean
}

const selectMoveLists = (tx: Kysely<Tables>, { workspace_id }: Placeholders<object>) =>
  tx
    .selectFrom('board_lists as list')
    .innerJoin('boards as board', (join) =>
      join
        .onRef('board.workspace_id', '=', 'list.workspace_id')
        .onRef('board.id', '=', 'list.board_id'),
    )
    .select(['list.id', 'list.board_id', 'list.name', 'list.archived', 'list.completes_cards'])
    .select(['board.name as board_name', 'board.archived as board_archived'])
    .where('list.workspace_id', '=', workspace_id)
    .orderBy('list.id')
    .forUpdate('list')

const listsOfMove = prepared((tx, params: Placeholders<{ card_id: string; target_id: string }>) => {
  const source_id = sql<string | null>`(select card.list_id from cards as card
    where card.workspace_id = ${params.workspace_id} and card.id = ${params.card_id} and card.deleted_at is null)`
  return selectMoveLists(tx, params)
    .select(source_id.as('source_id'))
    .where(sql<boolean>`list.id in (${params.target_id}, ${source_id})`)
})

const listsOfCards = prepared(
  (tx, params: Placeholders<{ card_ids: readonly string[]; target_id: string | null }>) =>
    selectMoveLists(tx, params).where(
      sql<boolean>`(list.id = ${params.target_id} or list.id in (select card.list_id from cards as card
        where card.workspace_id = ${params.workspace_id} and card.id = any(${params.card_ids}::text[])))`,
    ),
)

/** The lists of these cards, deleted or not, and the one they move to, locked in the order of their ids. */
export const lockListsOfCards = (
  db: WorkspaceDb,
  card_ids: readonly string[],
  target_id: string | null = null,
): Promise<MoveList[]> => listsOfCards.all(db, { card_ids, target_id })

/**
 * The list of a card and the one it moves to, locked in the order of their ids. `source` is undefined when the card
 * does not exist, `target` when that list does not.
 */
export async function lockListsOfMove(
  db: WorkspaceDb,
  card_id: string,
  target_id: string,
): Promise<{ source: MoveList | undefined; target: MoveList | undefined }> {
  const rows = await listsOfMove.all(db, { card_id, target_id })
  return {
    source: rows.find(({ id, source_id: source }) => id === source),
    target: rows.find(({ id }) => id === target_id),
  }
}

/** The ranks of all lists of a board, including archived ones, in order. */
export const listRanks = (db: WorkspaceDb, board_id: string) =>
  listsOf(db, board_id).select(['id', 'position']).orderBy('position').orderBy('id').execute()

type StoredList = Omit<BoardList, 'card_count' | 'version'>

export async function insertList({ tx, workspace_id }: WorkspaceDb, list: StoredList, now: Date) {
  await tx
    .insertInto('board_lists')
    .values({ workspace_id, ...columnsOf(list), created_at: now, updated_at: now })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveList(db: WorkspaceDb, list: StoredList, updated_at: Date) {
  await updateById(db, 'board_lists', list.id, { ...columnsOf(list), updated_at })
}

export const deleteList = (db: WorkspaceDb, list_id: string) =>
  deleteById(db, 'board_lists', list_id)

const columnsOf = (list: StoredList) => ({
  id: list.id,
  board_id: list.board_id,
  name: list.name,
  position: list.position,
  completes_cards: list.completes_cards,
  archived: list.archived,
  wip_limit: list.wip_limit,
  external_ref: list.external_ref,
})

const toBoardList = (row: Selectable<BoardListsTable> & { card_count: number }): BoardList => ({
  ...columnsOf(row),
  card_count: row.card_count,
  version: String(row.version),
})
