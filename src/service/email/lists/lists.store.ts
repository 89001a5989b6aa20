import type { Selectable } from 'kysely'

import type { ContactStatus } from '#contract/email/contacts.ts'
import type { List } from '#contract/email/lists.ts'
import type { Parsed } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { EmailListsTable } from '#service/db/schema/email.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import { matchesSearch, searchColumns } from '#service/search-columns.store.ts'
import { foldCase } from '#service/search-text.rules.ts'
import { deleteSuppressionsOf } from '#service/suppressions.store.ts'
import { deleteCounts, statusCounts } from './list-counts.store.ts'
import { type LastKey, orderByAgeOrName } from './list-order.store.ts'

type Row = Selectable<EmailListsTable>
type Filter = Pick<Parsed<'GET /lists'>, 'archived' | 'search' | 'external_ref' | 'sort'>

function filtered({ tx, workspace_id }: WorkspaceDb, filter: Filter) {
  const { archived = false, external_ref, search } = filter
  let query = tx.selectFrom('email_lists').where('workspace_id', '=', workspace_id)
  // An importer must find its own list even when it is archived.
  if (external_ref === undefined) query = query.where('archived', '=', archived)
  else query = query.where('external_ref', '=', external_ref)
  return search === undefined ? query : query.where(matchesSearch('email_lists', search))
}

export async function listsAfter(db: WorkspaceDb, filter: Filter, last: LastKey, limit: number) {
  const { by, after } = orderByAgeOrName(filter.sort, last)
  const query = filtered(db, filter).selectAll().orderBy(by).limit(limit)
  return toLists(db, await (after ? query.where(after) : query).execute())
}

export const countLists = (db: WorkspaceDb, filter: Filter) => countRows(filtered(db, filter))

const byId = ({ tx, workspace_id }: WorkspaceDb, list_id: string) =>
  tx.selectFrom('email_lists').where('workspace_id', '=', workspace_id).where('id', '=', list_id)

export async function findList(db: WorkspaceDb, list_id: string): Promise<List | undefined> {
  const row = await byId(db, list_id).selectAll().executeTakeFirst()
  return row && (await toLists(db, [row]))[0]
}

/** Until the transaction ends, no other one updates this list or adds contacts and tags to it. */
export async function lockList(db: WorkspaceDb, list_id: string): Promise<List | undefined> {
  const row = await byId(db, list_id).selectAll().forUpdate().executeTakeFirst()
  return row && (await toLists(db, [row]))[0]
}

export const findListState = (db: WorkspaceDb, list_id: string) =>
  byId(db, list_id).select(['id', 'archived', 'double_opt_in']).executeTakeFirst()

/** Writers of counts and tags take this lock: renaming or deleting the list, or a tag, waits for them. */
export const lockListForKeyShare = (db: WorkspaceDb, list_id: string): void =>
  keyShareLock.enqueue(db, { list_id })

const keyShareLock = prepared((tx, params: Placeholders<{ list_id: string }>) =>
  tx
    .selectFrom('email_lists')
    .select('id')
    .where('workspace_id', '=', params.workspace_id)
    .where('id', '=', params.list_id)
    .forKeyShare(),
)

type StoredList = Omit<List, 'counts' | 'subscriber_count' | 'version'>

export async function insertList({ tx, workspace_id }: WorkspaceDb, list: StoredList) {
  await tx
    .insertInto('email_lists')
    .values({ workspace_id, ...columnsOf(list) })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveList(db: WorkspaceDb, list: StoredList) {
  await updateById(db, 'email_lists', list.id, columnsOf(list))
}

/** Deletes contacts, tags, segments and automations with it; campaigns stay, for their reports. */
export async function deleteList(db: WorkspaceDb, list_id: string) {
  await deleteCounts(db, list_id)
  await deleteSuppressionsOf(db, list_id)
  await deleteById(db, 'email_lists', list_id)
}

function columnsOf(list: StoredList) {
  const searchText = `${list.name}\n${list.description ?? ''}`
  return {
    id: list.id,
    name: list.name,
    name_key: foldCase(list.name),
    description: list.description,
    double_opt_in: list.double_opt_in,
    archived: list.archived,
    external_ref: list.external_ref,
    created_at: new Date(list.created_at),
    updated_at: new Date(list.updated_at),
    ...searchColumns(searchText),
  }
}

async function toLists(db: WorkspaceDb, rows: readonly Row[]): Promise<List[]> {
  const statuses = await statusCounts(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const countOf = (status: ContactStatus) =>
      statuses.find(({ list_id, key }) => list_id === row.id && key === status)?.count ?? 0
    const counts = {
      pending: countOf('pending'),
      subscribed: countOf('subscribed'),
      unsubscribed: countOf('unsubscribed'),
      bounced: countOf('bounced'),
      complained: countOf('complained'),
    }
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      double_opt_in: row.double_opt_in,
      archived: row.archived,
      subscriber_count: counts.subscribed,
      counts: { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts },
      external_ref: row.external_ref,
      version: String(row.version),
      created_at: row.created_at,
      updated_at: row.updated_at,
    }
  })
}
