import { type Selectable, type SqlBool, sql } from 'kysely'

import { maxViewPosition } from '#contract/developers/views.rules.ts'
import type { View } from '#contract/developers/views.ts'
import { nameKey } from '#contract/names.rules.ts'
import { actorNames, toActor } from '#service/activity.store.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { updateById } from '#service/db/rows.ts'
import type { ViewsTable } from '#service/db/schema/developers.ts'
import {
  retryOnMissingReference,
  retryOnUniqueViolation,
} from '#service/db/transaction-conflict.ts'

interface ViewFilter {
  readonly page?: string | undefined
}

const filtered = ({ tx, workspace_id }: WorkspaceDb, { page }: ViewFilter) =>
  tx
    .selectFrom('views')
    .where('views.workspace_id', '=', workspace_id)
    .$if(page !== undefined, (query) => query.where('views.page', '=', page ?? ''))

export const countViews = (db: WorkspaceDb, filter: ViewFilter = {}) =>
  countRows(filtered(db, filter))

const creator = actorNames('view')

type Row = Selectable<ViewsTable> & {
  readonly key_name: string | null
  readonly member_name: string | null
}

const select = (db: WorkspaceDb) => sql<Row>`
  select view.*, ${creator.columns} from views view ${creator.joins}
  where view.workspace_id = ${db.workspace_id}`

export async function viewsAfter(
  db: WorkspaceDb,
  { page }: ViewFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<View[]> {
  const ofPage = page === undefined ? sql<SqlBool>`true` : sql<SqlBool>`view.page = ${page}`
  const after =
    last === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(view.page, view.position, view.id) > (${last[0]}, ${last[1]}::double precision, ${last[2]})`
  const { rows } = await sql<Row>`
    ${select(db)} and ${ofPage} and ${after}
    order by view.page, view.position, view.id limit ${limit}`.execute(db.tx)
  return rows.map(toView)
}

export async function findView(db: WorkspaceDb, id: string): Promise<View | undefined> {
  const { rows } = await sql<Row>`${select(db)} and view.id = ${id}`.execute(db.tx)
  return rows[0] && toView(rows[0])
}

export async function lockView(db: WorkspaceDb, id: string): Promise<View | undefined> {
  const { rows } = await sql<Row>`
    ${select(db)} and view.id = ${id} for no key update of view`.execute(db.tx)
  return rows[0] && toView(rows[0])
}

/** The view that has the name on this page. */
export async function findIdByName(db: WorkspaceDb, { page, name }: Pick<View, 'page' | 'name'>) {
  const row = await filtered(db, { page })
    .select('id')
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst()
  return row?.id
}

/** The position behind all views of the page. */
export async function lastPosition(db: WorkspaceDb, page: string): Promise<number> {
  const { last } = await filtered(db, { page })
    .select(sql<number>`coalesce(max(position), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  // Of equal positions the newer view is the last, and a greater one could not be sent again.
  return Math.min(last + 1, maxViewPosition)
}

const tables = { board: 'boards', list: 'email_lists' } as const

/** Whether the board or list of a page exists. */
export async function ownerExists(
  { tx, workspace_id }: WorkspaceDb,
  { kind, id }: { readonly kind: keyof typeof tables; readonly id: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom(tables[kind])
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

interface NewView extends Pick<View, 'id' | 'page' | 'name' | 'query' | 'position'> {
  readonly board_id: string | null
  readonly list_id: string | null
  readonly key_id: string | null
  readonly member_id: string | null
}

export async function insertView({ tx, workspace_id }: WorkspaceDb, view: NewView, now: Date) {
  await tx
    .insertInto('views')
    .values({
      workspace_id,
      ...view,
      name_key: nameKey(view.name),
      created_at: now,
      updated_at: now,
    })
    .execute()
    .catch(retryOnUniqueViolation)
    .catch(retryOnMissingReference)
}

export async function saveView(db: WorkspaceDb, { id, name, query, position, updated_at }: View) {
  await updateById(db, 'views', id, {
    name,
    name_key: nameKey(name),
    query,
    position,
    updated_at: new Date(updated_at),
  }).catch(retryOnUniqueViolation)
}

const toView = (row: Row): View => ({
  id: row.id,
  name: row.name,
  page: row.page,
  query: row.query,
  created_by: toActor(row),
  position: row.position,
  version: String(row.version),
  created_at: row.created_at,
  updated_at: row.updated_at,
})
