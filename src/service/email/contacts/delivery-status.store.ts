import { sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { appendCounts } from '#service/email/lists/list-counts.store.ts'
import { lockListForKeyShare } from '#service/email/lists/lists.store.ts'
import { contactColumns } from './contact-filter.store.ts'

/** In the order of their ids, so that two batches cannot deadlock. */
export const lockContacts = (
  { tx, workspace_id }: WorkspaceDb,
  ids: readonly string[],
): Promise<Contact[]> =>
  tx
    .selectFrom('contacts')
    .select(contactColumns)
    .where('contacts.workspace_id', '=', workspace_id)
    .where(sql<boolean>`contacts.id = any (${ids}::text[])`)
    .orderBy('contacts.id')
    .forUpdate()
    .execute()

interface StatusChange {
  readonly before: Contact
  readonly after: Contact
}

/** Saves the status of locked contacts in one statement, with the counts of their lists. */
export async function saveDeliveryStatus(
  db: WorkspaceDb,
  changes: readonly StatusChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ after: { id, status, unsubscribed_at, updated_at } }) => ({
    id,
    status,
    unsubscribed_at,
    updated_at,
  }))
  for (const [list_id, deltas] of statusDeltas(changes)) {
    lockListForKeyShare(db, list_id)
    appendCounts(
      db,
      list_id,
      [...deltas].map(([key, delta]) => ({ counted: 'status', key, delta })),
    )
  }
  await sql`
    update contacts set status = next.status, unsubscribed_at = next.unsubscribed_at,
      updated_at = next.updated_at, version = contacts.version + 1
    from json_populate_recordset(null::contacts, ${JSON.stringify(rows)}::json) next
    where contacts.workspace_id = ${db.workspace_id} and contacts.id = next.id`.execute(db.tx)
}

/** By list, then by status. */
function statusDeltas(changes: readonly StatusChange[]): Map<string, Map<string, number>> {
  const byList = new Map<string, Map<string, number>>()
  for (const { before, after } of changes) {
    const deltas = byList.get(after.list_id) ?? new Map<string, number>()
    byList.set(after.list_id, deltas)
    deltas.set(after.status, (deltas.get(after.status) ?? 0) + 1)
    deltas.set(before.status, (deltas.get(before.status) ?? 0) - 1)
  }
  return byList
}
