import { type Selectable, sql } from 'kysely'

import type { Subscriber } from '#contract/feedback/changelog.ts'
import { nameKey } from '#contract/names.rules.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { deleteById, updateById } from '#service/db/rows.ts'
import type { ChangelogSubscribersTable } from '#service/db/schema/feedback.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import type { RefFilter } from '#service/feedback/setup/boards.store.ts'

interface SubscriberFilter extends RefFilter {
  readonly email?: string | undefined
  readonly status?: readonly Subscriber['status'][] | undefined
}

const selectFiltered = ({ tx, workspace_id }: WorkspaceDb, filter: SubscriberFilter) =>
  tx
    .selectFrom('changelog_subscribers')
    .where('workspace_id', '=', workspace_id)
    .$if(filter.external_ref !== undefined, (query) =>
      query.where('external_ref', '=', filter.external_ref ?? ''),
    )
    .$if(filter.email !== undefined, (query) =>
      query.where('email_key', '=', nameKey(filter.email ?? '')),
    )
    .$if(filter.status !== undefined, (query) =>
      query.where('status', 'in', [...(filter.status ?? [])]),
    )
const noFilter: SubscriberFilter = { external_ref: undefined }

export async function subscribersAfter(
  db: WorkspaceDb,
  filter: SubscriberFilter,
  direction: 'asc' | 'desc',
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<Subscriber[]> {
  const than = sql.raw(direction === 'desc' ? '<' : '>')
  const rows = await selectFiltered(db, filter)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) ${than} (${last?.[0]}::timestamptz, ${last?.[1]})`),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
  return rows.map(toSubscriber)
}

export const countSubscribers = (db: WorkspaceDb, filter: SubscriberFilter) =>
  countRows(selectFiltered(db, filter))

export async function findSubscriber(db: WorkspaceDb, subscriber_id: string) {
  const row = await selectFiltered(db, noFilter)
    .selectAll()
    .where('id', '=', subscriber_id)
    .executeTakeFirst()
  return row && toSubscriber(row)
}

/** By email address, ignoring case. */
export async function lockSubscriberOf(db: WorkspaceDb, email: string) {
  const row = await selectFiltered(db, noFilter)
    .selectAll()
    .where('email_key', '=', nameKey(email))
    .forUpdate()
    .executeTakeFirst()
  return row && toSubscriber(row)
}

export async function insertSubscriber({ tx, workspace_id }: WorkspaceDb, subscriber: Subscriber) {
  const { version: _version, created_at, ...columns } = subscriber
  const moment = new Date(created_at)
  await tx
    .insertInto('changelog_subscribers')
    .values({
      workspace_id,
      ...columns,
      email_key: nameKey(subscriber.email),
      created_at: moment,
      updated_at: moment,
    })
    .execute()
    .catch(retryOnUniqueViolation)
}

/** By its id, until the transaction ends. */
export async function lockSubscriber(db: WorkspaceDb, subscriber_id: string) {
  const row = await selectFiltered(db, noFilter)
    .selectAll()
    .where('id', '=', subscriber_id)
    .forUpdate()
    .executeTakeFirst()
  return row && toSubscriber(row)
}

export async function saveSubscriberStatus(
  db: WorkspaceDb,
  { id, status }: Pick<Subscriber, 'id' | 'status'>,
  now: Date,
) {
  await updateById(db, 'changelog_subscribers', id, { status, updated_at: now })
}

export const deleteSubscriber = (db: WorkspaceDb, subscriber_id: string) =>
  deleteById(db, 'changelog_subscribers', subscriber_id)

const toSubscriber = (row: Selectable<ChangelogSubscribersTable>): Subscriber => ({
  id: row.id,
  email: row.email,
  status: row.status,
  external_ref: row.external_ref,
  version: String(row.version),
  created_at: row.created_at,
})
