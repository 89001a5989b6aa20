import { sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { beginAgain } from '#service/db/overtaken.ts'
import { together } from '#service/db/together.ts'
import { fold, wordsOf } from '#service/search.rules.ts'
import { tagDifference } from './contacts.rules.ts'
import { type CountDelta, appendCounts } from './counts.store.ts'
import { holdList } from './lists.store.ts'
import { saveContactTags } from './tags.store.ts'

/**
 * With its tags and what it adds to the counts of its list, in one statement. False when another request took the
 * address or the reference meanwhile; nothing is written then.
 */
export async function insertContact(
  db: WorkspaceDb,
  contact: Contact,
  address_key: string,
): Promise<boolean> {
  const { tx, workspace_id } = db
  const { added } = tagDifference([], contact.tags)
  const made = await tx
    .with('made', (insert) =>
      insert
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
        .returning(['workspace_id', 'list_id', 'created_at', 'id', 'status']),
    )
    .with(
      'tagged',
      () => sql`(insert into contact_tags (workspace_id, list_id, created_at, contact_id, tag_key)
        select workspace_id, list_id, created_at, id, tag from made, unnest(${added}::text[]) tag)`,
    )
    .with(
      'counted',
      () => sql`(insert into list_count_deltas (workspace_id, list_id, counted, key, delta)
        select workspace_id, list_id, 'status', status, 1 from made
        union all select workspace_id, list_id, 'tag', tag, 1 from made, unnest(${added}::text[]) tag)`,
    )
    .selectFrom('made')
    .select('id')
    .executeTakeFirst()
  return made !== undefined
}

/** Writes the whole contact and gives it its next version. Counters are touched only when status or tags differ. */
export async function saveContact(
  db: WorkspaceDb,
  before: Contact,
  after: Contact,
  address_key: string,
): Promise<Contact> {
  const update = db.tx
    .updateTable('contacts')
    .set({ ...columnsOf(after, address_key), version: sql`version + 1` })
    .where('workspace_id', '=', db.workspace_id)
    .where('id', '=', after.id)
    .returning('version')
  const [{ version }] = await together([
    update.executeTakeFirstOrThrow(),
    ...recount(db, before, after),
  ]).catch(beginAgain)
  return { ...after, version: String(version) }
}

export async function deleteContact(db: WorkspaceDb, contact: Contact): Promise<void> {
  const removal = db.tx
    .deleteFrom('contacts')
    .where('workspace_id', '=', db.workspace_id)
    .where('id', '=', contact.id)
  await together([...recount(db, contact, undefined), removal.execute()])
}

/** What a change adds to the counts of the contact's list, or takes from them; nothing when status and tags stay. */
function recount(db: WorkspaceDb, before: Contact, after: Contact | undefined): Promise<unknown>[] {
  const { added, removed } = tagDifference(before.tags, after?.tags ?? [])
  const deltas: CountDelta[] = []
  if (before.status !== after?.status) {
    if (after) deltas.push({ counted: 'status', key: after.status, delta: 1 })
    deltas.push({ counted: 'status', key: before.status, delta: -1 })
  }
  deltas.push(...added.map((key) => ({ counted: 'tag', key, delta: 1 }) as const))
  deltas.push(...removed.map((key) => ({ counted: 'tag', key, delta: -1 }) as const))
  if (deltas.length === 0) return []
  return [
    holdList(db, before.list_id),
    saveContactTags(db, before, { added, removed }),
    appendCounts(db, before.list_id, deltas),
  ]
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
