import { type Selectable, sql } from 'kysely'

import type { PostStatus } from '#contract/feedback/setup.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { PostStatusesTable } from '#service/db/schema/feedback.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import type { RefFilter } from './boards.store.ts'

const selectFiltered = ({ tx, workspace_id }: WorkspaceDb, { external_ref }: RefFilter) =>
  tx
    .selectFrom('post_statuses as status')
    .where('status.workspace_id', '=', workspace_id)
    .$if(external_ref !== undefined, (query) =>
      query.where('status.external_ref', '=', external_ref ?? ''),
    )

const postCount = sql<number>`(
  select count(*)::int from posts p where p.workspace_id = status.workspace_id and p.status_id = status.id
    and p.deleted_at is null and p.merged_into_id is null)`

const selectStatuses = (db: WorkspaceDb, filter: RefFilter = { external_ref: undefined }) =>
  selectFiltered(db, filter).selectAll('status').select(postCount.as('post_count'))

/** By position. */
export async function statusesAfter(
  db: WorkspaceDb,
  filter: RefFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<PostStatus[]> {
  const rows = await selectStatuses(db, filter)
    .$if(last !== undefined, (query) =>
      query.where(
        sql<boolean>`(status.position, status.id) > (${last?.[0]}::double precision, ${last?.[1]})`,
      ),
    )
    .orderBy('status.position')
    .orderBy('status.id')
    .limit(limit)
    .execute()
  return rows.map(toStatus)
}

export const countStatuses = (db: WorkspaceDb, filter: RefFilter) =>
  countRows(selectFiltered(db, filter))

export async function findStatus(db: WorkspaceDb, status_id: string) {
  const row = await selectStatuses(db).where('status.id', '=', status_id).executeTakeFirst()
  return row && toStatus(row)
}

export async function lockStatus(db: WorkspaceDb, status_id: string) {
  const row = await selectStatuses(db)
    .where('status.id', '=', status_id)
    .forUpdate('status')
    .executeTakeFirst()
  return row && toStatus(row)
}

/** All statuses: a workspace has only a few. */
export const statusNames = ({ tx, workspace_id }: WorkspaceDb) =>
  tx
    .selectFrom('post_statuses')
    .select(['id', 'key', 'name', 'name_key', 'position', 'is_default'])
    .where('workspace_id', '=', workspace_id)
    .orderBy('position')
    .execute()

type Stored = Omit<PostStatus, 'post_count' | 'version'>

export async function insertStatus(
  { tx, workspace_id }: WorkspaceDb,
  status: Stored,
  times: { readonly created_at: Date; readonly updated_at: Date },
) {
  await tx
    .insertInto('post_statuses')
    .values({ workspace_id, ...columnsOf(status), name_key: nameKey(status.name), ...times })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveStatus(db: WorkspaceDb, status: Stored, now: Date) {
  await updateById(db, 'post_statuses', status.id, {
    ...columnsOf(status),
    name_key: nameKey(status.name),
    updated_at: now,
  }).catch(retryOnUniqueViolation)
}

/** Called before another status becomes the default: a unique index allows one. */
export async function unsetDefault({ tx, workspace_id }: WorkspaceDb, now: Date) {
  await tx
    .updateTable('post_statuses')
    .set({ is_default: false, updated_at: now, version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('is_default', '=', true)
    .execute()
}

export const deleteStatus = (db: WorkspaceDb, status_id: string) =>
  deleteById(db, 'post_statuses', status_id)

const columnsOf = (status: Stored) => ({
  id: status.id,
  key: status.key,
  name: status.name,
  color: status.color,
  category: status.category,
  position: status.position,
  is_default: status.is_default,
  external_ref: status.external_ref,
})

const toStatus = (
  row: Selectable<PostStatusesTable> & { readonly post_count: number },
): PostStatus => ({
  ...columnsOf(row),
  post_count: row.post_count,
  version: String(row.version),
})
