import { sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { retryOnUniqueViolation, transactionConflict } from '#service/db/transaction-conflict.ts'
import { type CountDelta, appendCounts } from '#service/email/lists/list-counts.store.ts'
import { lockListForKeyShare } from '#service/email/lists/lists.store.ts'
import { withNextVersion } from '#service/field-changes.rules.ts'
import { foldCase, searchWords } from '#service/search-text.rules.ts'
import { passToOtherContact } from '#service/suppressions.store.ts'
import { diffTags } from './contacts.rules.ts'
import { saveContactTags } from './tags.store.ts'

type Columns = ReturnType<typeof columnsOf>
interface NewContact extends Columns, Pick<Contact, 'list_id' | 'source' | 'created_at'> {
  readonly added: readonly string[]
}

const contactInsert = prepared((tx, params: Placeholders<NewContact>) =>
  tx
    .with('inserted', (insert) =>
      insert
        .insertInto('contacts')
        .values({
          workspace_id: params.workspace_id,
          id: params.id,
          list_id: params.list_id,
          source: params.source,
          created_at: params.created_at,
          ...assignments(params),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['workspace_id', 'list_id', 'created_at', 'id', 'status']),
    )
    .with(
      'tagged',
      () => sql`(insert into contact_tags (workspace_id, list_id, created_at, contact_id, tag_key)
        select workspace_id, list_id, created_at, id, tag from inserted, unnest(${params.added}::text[]) tag)`,
    )
    .with(
      'counted',
      () => sql`(insert into list_count_deltas (workspace_id, list_id, counted, key, delta)
        select workspace_id, list_id, 'status', status, 1 from inserted
        union all select workspace_id, list_id, 'tag', tag, 1 from inserted, unnest(${params.added}::text[]) tag)`,
    )
    .selectFrom('inserted')
    .select('id'),
)

/**
 * Inserts the contact with its tags and count deltas in one statement. Retries the transaction when another request took
 * the address or the external reference, because missing tags have been inserted already.
 */
export async function insertContact(
  db: WorkspaceDb,
  contact: Contact,
  address_key: string,
): Promise<void> {
  const { list_id, source, created_at, tags } = contact
  const { added } = diffTags([], tags)
  const columns = columnsOf(contact, address_key)
  const inserted = await contactInsert.first(db, { ...columns, list_id, source, created_at, added })
  if (!inserted) throw transactionConflict()
}

const contactUpdate = prepared((tx, params: Placeholders<Columns>) =>
  tx
    .updateTable('contacts')
    .set({ ...assignments(params), version: sql`version + 1` })
    .where('workspace_id', '=', params.workspace_id)
    .where('id', '=', params.id),
)

/** Updates a locked contact and increments its version. */
export async function saveContact(
  db: WorkspaceDb,
  before: Contact,
  after: Contact,
  address_key: string,
): Promise<Contact> {
  enqueueCountDeltas(db, before, after)
  const columns = columnsOf(after, address_key)
  // Another request may take the same address or reference first; the transaction is then retried.
  const changesUniqueColumn =
    after.email_address !== before.email_address || after.external_ref !== before.external_ref
  if (changesUniqueColumn) await contactUpdate.all(db, columns).catch(retryOnUniqueViolation)
  else contactUpdate.enqueue(db, columns)
  return withNextVersion(after)
}

const contactDelete = prepared((tx, params: Placeholders<{ id: string }>) =>
  tx
    .deleteFrom('contacts')
    .where('workspace_id', '=', params.workspace_id)
    .where('id', '=', params.id),
)

export function deleteContact(
  db: WorkspaceDb,
  contact: Contact,
  { address_key, address_hash }: { readonly address_key: string; readonly address_hash: string },
): void {
  enqueueCountDeltas(db, contact, undefined)
  passToOtherContact(db, address_hash, { address_key, holder_id: contact.id })
  contactDelete.enqueue(db, { id: contact.id })
}

/** Updates the tag rows and the counts of the list; nothing when status and tags are the same. */
function enqueueCountDeltas(db: WorkspaceDb, before: Contact, after: Contact | undefined): void {
  const { added, removed } = diffTags(before.tags, after?.tags ?? [])
  const deltas: CountDelta[] = []
  if (before.status !== after?.status) {
    if (after) deltas.push({ counted: 'status', key: after.status, delta: 1 })
    deltas.push({ counted: 'status', key: before.status, delta: -1 })
  }
  deltas.push(...added.map((key) => ({ counted: 'tag', key, delta: 1 }) as const))
  deltas.push(...removed.map((key) => ({ counted: 'tag', key, delta: -1 }) as const))
  if (deltas.length === 0) return
  lockListForKeyShare(db, before.list_id)
  saveContactTags(db, before, { added, removed })
  appendCounts(db, before.list_id, deltas)
}

function columnsOf(contact: Contact, address_key: string) {
  const searchText = [contact.email_address, ...Object.values(contact.fields)].join('\n')
  return {
    id: contact.id,
    email_address: contact.email_address,
    address_key,
    status: contact.status,
    tags: contact.tags,
    fields: JSON.stringify(contact.fields),
    subscribed_at: contact.subscribed_at,
    unsubscribed_at: contact.unsubscribed_at,
    external_ref: contact.external_ref,
    updated_at: contact.updated_at,
    words: searchWords(searchText),
    search_text: foldCase(searchText),
  }
}

const assignments = (params: Placeholders<Columns>) => ({
  email_address: params.email_address,
  address_key: params.address_key,
  status: params.status,
  tags: params.tags,
  fields: params.fields,
  subscribed_at: params.subscribed_at,
  unsubscribed_at: params.unsubscribed_at,
  external_ref: params.external_ref,
  updated_at: params.updated_at,
  search: sql<string>`array_to_tsvector(${params.words}::text[])`,
  search_text: params.search_text,
})

/** Without statistics of the first rows, the next ones would be looked up by reading the whole list for each. */
export async function analyzeContacts({ tx }: WorkspaceDb): Promise<void> {
  await sql`analyze (skip_locked) contacts (workspace_id, id, list_id, address_key)`.execute(tx)
}

export async function hasContacts({ tx, workspace_id }: WorkspaceDb, list_id: string) {
  const row = await tx
    .selectFrom('contacts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
