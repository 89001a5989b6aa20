import { type Selectable, sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import { tagKey } from '#contract/email/tags.rules.ts'
import type { ListTag } from '#contract/email/tags.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { countRows } from '#service/db/pagination.ts'
import type { ListTagsTable } from '#service/db/schema/email.ts'
import { tagCounts } from '#service/email/lists/list-counts.store.ts'
import type { LastKey } from '#service/email/lists/list-order.store.ts'
import { lockListForKeyShare } from '#service/email/lists/lists.store.ts'

// A key may be longer than a cursor can be; the digest of the whole key orders equal prefixes.
const order = sql`left(key, 80), md5(key)`

const tagsOf = ({ tx, workspace_id }: WorkspaceDb, list_id: string) =>
  tx.selectFrom('list_tags').where('workspace_id', '=', workspace_id).where('list_id', '=', list_id)

export type TagWithSortKey = ListTag & { readonly sortKey: readonly [string, string] }

/** Case-insensitive, by name. */
export async function tagsAfter(
  db: WorkspaceDb,
  list_id: string,
  last: LastKey,
  limit: number,
): Promise<TagWithSortKey[]> {
  const rows = await tagsOf(db, list_id)
    .selectAll()
    .select([sql<string>`left(key, 80)`.as('start'), sql<string>`md5(key)`.as('digest')])
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(left(key, 80), md5(key)) > (${last?.[0]}, ${last?.[1]})`),
    )
    .orderBy(order)
    .limit(limit)
    .execute()
  const tags = await toTags(db, list_id, rows)
  return rows.flatMap(({ start, digest }, index) => {
    const tag = tags[index]
    return tag ? [{ ...tag, sortKey: [start, digest] as const }] : []
  })
}

export const countTags = (db: WorkspaceDb, list_id: string) => countRows(tagsOf(db, list_id))

export async function findTag(db: WorkspaceDb, list_id: string, name: string) {
  const row = await tagsOf(db, list_id)
    .selectAll()
    .where('key', '=', tagKey(name))
    .executeTakeFirst()
  return row && (await toTags(db, list_id, [row]))[0]
}

async function toTags(
  db: WorkspaceDb,
  list_id: string,
  rows: readonly Selectable<ListTagsTable>[],
): Promise<ListTag[]> {
  const counts = await tagCounts(
    db,
    list_id,
    rows.map(({ key }) => key),
  )
  return rows.map((row) => ({
    name: row.name,
    contact_count: counts.get(row.key) ?? 0,
    version: String(row.version),
    created_at: row.created_at,
  }))
}

/** The names in the spelling of the list, without duplicates, in the same order; inserts the missing tags. */
export async function resolveTagNames(
  db: WorkspaceDb,
  list_id: string,
  names: readonly string[],
  now: Date,
): Promise<string[]> {
  if (names.length === 0) return []
  // The first spelling wins, also inside one request; inserted in key order, so that two requests do not deadlock.
  const nameByKey = new Map(names.toReversed().map((name) => [tagKey(name), name]))
  // Until this transaction ends, no other one deletes or renames these tags.
  lockListForKeyShare(db, list_id)
  const existing = await findTagNames(db, list_id, [...nameByKey.keys()])
  const missing = [...nameByKey].filter(([key]) => !existing.has(key)).toSorted(byKey)
  if (missing.length > 0) {
    for (const [key, name] of missing) await insertTag(db, list_id, { key, name }, now)
    for (const [key, name] of await findTagNames(db, list_id, [...nameByKey.keys()]))
      existing.set(key, name)
  }
  return [...new Set(names.map((name) => existing.get(tagKey(name)) ?? name))]
}

const byKey = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)

const tagNamesQuery = prepared(
  (tx, params: Placeholders<{ list_id: string; keys: readonly string[] }>) =>
    tx
      .selectFrom('list_tags')
      .select(['key', 'name'])
      .where('workspace_id', '=', params.workspace_id)
      .where('list_id', '=', params.list_id)
      .where(sql<boolean>`key = any (${params.keys}::text[])`),
)

async function findTagNames(db: WorkspaceDb, list_id: string, keys: readonly string[]) {
  const rows = await tagNamesQuery.all(db, { list_id, keys })
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** Returns false when the tag exists. */
export async function insertTag(
  { tx, workspace_id }: WorkspaceDb,
  list_id: string,
  tag: { readonly key: string; readonly name: string },
  now: Date,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('list_tags')
    .values({ workspace_id, list_id, ...tag, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

interface ContactTagKeys {
  readonly list_id: string
  readonly created_at: string
  readonly contact_id: string
  readonly keys: readonly string[]
}

const contactTagInsert = prepared(
  (_, params: Placeholders<ContactTagKeys>) => sql`
    insert into contact_tags (workspace_id, list_id, tag_key, created_at, contact_id)
    select ${params.workspace_id}, ${params.list_id}, key, ${params.created_at}::timestamptz, ${params.contact_id}
    from unnest(${params.keys}::text[]) as key`,
)

const contactTagDelete = prepared((tx, params: Placeholders<ContactTagKeys>) =>
  tx
    .deleteFrom('contact_tags')
    .where('workspace_id', '=', params.workspace_id)
    .where('list_id', '=', params.list_id)
    .where(sql<boolean>`tag_key = any (${params.keys}::text[])`)
    .where('created_at', '=', params.created_at)
    .where('contact_id', '=', params.contact_id),
)

export function saveContactTags(
  db: WorkspaceDb,
  { id: contact_id, list_id, created_at }: Pick<Contact, 'id' | 'list_id' | 'created_at'>,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): void {
  const contact = { contact_id, list_id, created_at }
  if (added.length > 0) contactTagInsert.enqueue(db, { ...contact, keys: added })
  if (removed.length > 0) contactTagDelete.enqueue(db, { ...contact, keys: removed })
}
