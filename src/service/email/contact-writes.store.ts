import { sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { beginAgain } from '#service/db/overtaken.ts'
import { fold, wordsOf } from '#service/search.rules.ts'
import { tagDifference } from './contacts.rules.ts'
import { type CountDelta, appendCounts } from './counts.store.ts'
import { holdList } from './lists.store.ts'
import { saveContactTags } from './tags.store.ts'

/** False when another request took the address or the reference meanwhile; nothing is written then. */
export async function insertContact(
  db: WorkspaceDb,
  contact: Contact,
  address_key: string,
): Promise<boolean> {
  const { tx, workspace_id } = db
  const made = await tx
    .insertInto('contacts')
    .values({
      workspace_id,
      id: contact.id,
      list_id: contact.list_id,
      source: contact.source,
      created_at: new Date(contact.created_at),
      ...columnsOf(contact, address_key),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await count(db, undefined, contact)
  return true
}

/** Writes the whole contact and gives it its next version. Counters are touched only when status or tags differ. */
export async function saveContact(
  db: WorkspaceDb,
  before: Contact,
  after: Contact,
  address_key: string,
): Promise<Contact> {
  await count(db, before, after)
  const { version } = await db.tx
    .updateTable('contacts')
    .set({ ...columnsOf(after, address_key), version: sql`version + 1` })
    .where('workspace_id', '=', db.workspace_id)
    .where('id', '=', after.id)
    .returning('version')
    .executeTakeFirstOrThrow()
    .catch(beginAgain)
  return { ...after, version: String(version) }
}

export async function deleteContact(db: WorkspaceDb, contact: Contact): Promise<void> {
  await count(db, contact, undefined)
  await db.tx
    .deleteFrom('contacts')
    .where('workspace_id', '=', db.workspace_id)
    .where('id', '=', contact.id)
    .execute()
}

/** What the contact adds to the counts of its list, or takes from them. */
async function count(db: WorkspaceDb, before: Contact | undefined, after: Contact | undefined) {
  const contact = after ?? before
  if (!contact) return
  const { added, removed } = tagDifference(before?.tags ?? [], after?.tags ?? [])
  const deltas: CountDelta[] = []
  if (before?.status !== after?.status) {
    if (after) deltas.push({ counted: 'status', key: after.status, delta: 1 })
    if (before) deltas.push({ counted: 'status', key: before.status, delta: -1 })
  }
  deltas.push(...added.map((key) => ({ counted: 'tag', key, delta: 1 }) as const))
  deltas.push(...removed.map((key) => ({ counted: 'tag', key, delta: -1 }) as const))
  if (deltas.length === 0) return
  // The insert of a contact holds its list through the foreign key already.
  if (before) await holdList(db, contact.list_id)
  await saveContactTags(db, contact, { added, removed })
  await appendCounts(db, contact.list_id, deltas)
}

function columnsOf(contact: Contact, address_key: string) {
  const searched = [contact.email_address, ...Object.values(contact.fields)].join('\n')
  return {
    email_address: contact.email_address,
    address_key,
    status: contact.status,
    tags: contact.tags,
    fields: JSON.stringify(contact.fields),
    subscribed_at: instant(contact.subscribed_at),
    unsubscribed_at: instant(contact.unsubscribed_at),
    external_ref: contact.external_ref,
    updated_at: new Date(contact.updated_at),
    search: sql<string>`array_to_tsvector(${wordsOf(searched)}::text[])`,
    search_text: fold(searched),
  }
}

const instant = (text: string | null) => (text === null ? null : new Date(text))
