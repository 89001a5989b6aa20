import { sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepareStatement } from '#service/db/driver/prepared-statement.ts'
import { retryOnUniqueViolation, transactionConflict } from '#service/db/transaction-conflict.ts'
import { type CountDelta, appendCounts } from '#service/email/lists/list-counts.store.ts'
import { holdList } from '#service/email/lists/lists.store.ts'
import { foldCase, searchWords } from '#service/search-text.rules.ts'
import { tagDifference } from './contacts.rules.ts'
import { saveContactTags } from './tags.store.ts'

type Columns = ReturnType<typeof columnsOf>
interface Made extends Columns, Pick<Contact, 'list_id' | 'source' | 'created_at'> {
  readonly added: readonly string[]
}

const insertion = prepareStatement((tx, given: Placeholders<Made>) =>
  tx
    .with('made', (insert) =>
      insert
        .insertInto('contacts')
        .values({
          workspace_id: given.workspace_id,
          id: given.id,
          list_id: given.list_id,
          source: given.source,
          created_at: given.created_at,
          ...assigned(given),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['workspace_id', 'list_id', 'created_at', 'id', 'status']),
    )
    .with(
      'tagged',
      () => sql`(insert into contact_tags (workspace_id, list_id, created_at, contact_id, tag_key)
        select workspace_id, list_id, created_at, id, tag from made, unnest(${given.added}::text[]) tag)`,
    )
    .with(
      'counted',
      () => sql`(insert into list_count_deltas (workspace_id, list_id, counted, key, delta)
        select workspace_id, list_id, 'status', status, 1 from made
        union all select workspace_id, list_id, 'tag', tag, 1 from made, unnest(${given.added}::text[]) tag)`,
    )
    .selectFrom('made')
    .select('id'),
)

/**
 * With its tags and what it adds to the counts of its list, in one statement. Begins again when another request took the
 * address or the reference meanwhile: tags were spelled for a contact that will not be made.
 */
export async function insertContact(
  db: WorkspaceDb,
  contact: Contact,
  address_key: string,
): Promise<void> {
  const { list_id, source, created_at, tags } = contact
  const { added } = tagDifference([], tags)
  const columns = columnsOf(contact, address_key)
  const made = await insertion.first(db, { ...columns, list_id, source, created_at, added })
  if (!made) throw transactionConflict()
}

const update = prepareStatement((tx, given: Placeholders<Columns>) =>
  tx
    .updateTable('contacts')
    .set({ ...assigned(given), version: sql`version + 1` })
    .where('workspace_id', '=', given.workspace_id)
    .where('id', '=', given.id),
)

/** Writes the whole contact, which is locked, and gives it its next version. Counters change with status and tags alone. */
export async function saveContact(
  db: WorkspaceDb,
  before: Contact,
  after: Contact,
  address_key: string,
): Promise<Contact> {
  recount(db, before, after)
  const columns = columnsOf(after, address_key)
  // Whoever wants a new address or reference may lose it to another request, and then begins again.
  const wants =
    after.email_address !== before.email_address || after.external_ref !== before.external_ref
  if (wants) await update.all(db, columns).catch(retryOnUniqueViolation)
  else update.enqueue(db, columns)
  return { ...after, version: String(Number(before.version) + 1) }
}

const removal = prepareStatement((tx, given: Placeholders<{ id: string }>) =>
  tx
    .deleteFrom('contacts')
    .where('workspace_id', '=', given.workspace_id)
    .where('id', '=', given.id),
)

export function deleteContact(db: WorkspaceDb, contact: Contact): void {
  recount(db, contact, undefined)
  removal.enqueue(db, { id: contact.id })
}

/** What a change adds to the counts of the contact's list, or takes from them; nothing when status and tags stay. */
function recount(db: WorkspaceDb, before: Contact, after: Contact | undefined): void {
  const { added, removed } = tagDifference(before.tags, after?.tags ?? [])
  const deltas: CountDelta[] = []
  if (before.status !== after?.status) {
    if (after) deltas.push({ counted: 'status', key: after.status, delta: 1 })
    deltas.push({ counted: 'status', key: before.status, delta: -1 })
  }
  deltas.push(...added.map((key) => ({ counted: 'tag', key, delta: 1 }) as const))
  deltas.push(...removed.map((key) => ({ counted: 'tag', key, delta: -1 }) as const))
  if (deltas.length === 0) return
  holdList(db, before.list_id)
  saveContactTags(db, before, { added, removed })
  appendCounts(db, before.list_id, deltas)
}

function columnsOf(contact: Contact, address_key: string) {
  const searched = [contact.email_address, ...Object.values(contact.fields)].join('\n')
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
    words: searchWords(searched),
    search_text: foldCase(searched),
  }
}

const assigned = (given: Placeholders<Columns>) => ({
  email_address: given.email_address,
  address_key: given.address_key,
  status: given.status,
  tags: given.tags,
  fields: given.fields,
  subscribed_at: given.subscribed_at,
  unsubscribed_at: given.unsubscribed_at,
  external_ref: given.external_ref,
  updated_at: given.updated_at,
  search: sql<string>`array_to_tsvector(${given.words}::text[])`,
  search_text: given.search_text,
})
