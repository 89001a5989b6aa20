import { type Selectable, sql } from 'kysely'

import type { Contact } from '#contract/email/contacts.ts'
import type { ListTag } from '#contract/email/tags.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepareStatement } from '#service/db/driver/prepared-statement.ts'
import { countAll } from '#service/db/pagination.ts'
import type { ListTagsTable } from '#service/db/schema/email.ts'
import { tagCounts } from '#service/email/lists/list-counts.store.ts'
import type { Last } from '#service/email/lists/list-order.store.ts'
import { holdList } from '#service/email/lists/lists.store.ts'
import { tagKey } from './tag-key.rules.ts'

// A key may be longer than a cursor; what the cut leaves equal is told apart by a digest of the whole key.
const order = sql`left(key, 80), md5(key)`

const tagsOf = ({ tx, workspace_id }: WorkspaceDb, list_id: string) =>
  tx.selectFrom('list_tags').where('workspace_id', '=', workspace_id).where('list_id', '=', list_id)

export type PlacedTag = ListTag & { readonly place: readonly [string, string] }

/** By name, without regard to case. */
export async function tagsAfter(
  db: WorkspaceDb,
  list_id: string,
  last: Last,
  limit: number,
): Promise<PlacedTag[]> {
  const rows = await tagsOf(db, list_id)
    .selectAll()
    .select([sql<string>`left(key, 80)`.as('start'), sql<string>`md5(key)`.as('digest')])
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(left(key, 80), md5(key)) > (${last?.[0]}, ${last?.[1]})`),
    )
    .orderBy(order)
    .limit(limit)
    .execute()
  const shownRows = await complete(db, list_id, rows)
  return rows.flatMap(({ start, digest }, index) => {
    const tag = shownRows[index]
    return tag ? [{ ...tag, place: [start, digest] as const }] : []
  })
}

export async function countTags(db: WorkspaceDb, list_id: string): Promise<number> {
  const { count } = await tagsOf(db, list_id)
    .select(countAll().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findTag(db: WorkspaceDb, list_id: string, name: string) {
  const row = await tagsOf(db, list_id)
    .selectAll()
    .where('key', '=', tagKey(name))
    .executeTakeFirst()
  return row && (await complete(db, list_id, [row]))[0]
}

async function complete(
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

/** The names as the list spells them, without repeats and in the order given; unknown ones are made. */
export async function spelled(
  db: WorkspaceDb,
  list_id: string,
  names: readonly string[],
  now: Date,
): Promise<string[]> {
  if (names.length === 0) return []
  // The first spelling wins, also inside one request; made in key order, so that parallel makers do not deadlock.
  const wanted = new Map(names.toReversed().map((name) => [tagKey(name), name]))
  // Until this transaction ends nobody deletes or renames what is spelled here.
  holdList(db, list_id)
  const known = await spellings(db, list_id, [...wanted.keys()])
  const missing = [...wanted].filter(([key]) => !known.has(key)).toSorted(byKey)
  if (missing.length > 0) {
    for (const [key, name] of missing) await insertTag(db, list_id, { key, name }, now)
    for (const [key, name] of await spellings(db, list_id, [...wanted.keys()])) known.set(key, name)
  }
  return [...new Set(names.map((name) => known.get(tagKey(name)) ?? name))]
}

const byKey = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1)

const spelling = prepareStatement(
  (tx, given: Placeholders<{ list_id: string; keys: readonly string[] }>) =>
    tx
      .selectFrom('list_tags')
      .select(['key', 'name'])
      .where('workspace_id', '=', given.workspace_id)
      .where('list_id', '=', given.list_id)
      .where(sql<boolean>`key = any (${given.keys}::text[])`),
)

async function spellings(db: WorkspaceDb, list_id: string, keys: readonly string[]) {
  const rows = await spelling.all(db, { list_id, keys })
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** False when somebody made it meanwhile. */
export async function insertTag(
  { tx, workspace_id }: WorkspaceDb,
  list_id: string,
  tag: { readonly key: string; readonly name: string },
  now: Date,
): Promise<boolean> {
  const made = await tx
    .insertInto('list_tags')
    .values({ workspace_id, list_id, ...tag, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return made !== undefined
}

interface TagsOfContact {
  readonly list_id: string
  readonly created_at: string
  readonly contact_id: string
  readonly keys: readonly string[]
}

const tagged = prepareStatement(
  (_, given: Placeholders<TagsOfContact>) => sql`
    insert into contact_tags (workspace_id, list_id, tag_key, created_at, contact_id)
    select ${given.workspace_id}, ${given.list_id}, key, ${given.created_at}::timestamptz, ${given.contact_id}
    from unnest(${given.keys}::text[]) as key`,
)

const untagged = prepareStatement((tx, given: Placeholders<TagsOfContact>) =>
  tx
    .deleteFrom('contact_tags')
    .where('workspace_id', '=', given.workspace_id)
    .where('list_id', '=', given.list_id)
    .where(sql<boolean>`tag_key = any (${given.keys}::text[])`)
    .where('created_at', '=', given.created_at)
    .where('contact_id', '=', given.contact_id),
)

/** Who carries what, in the order that pages of a tag are read in. */
export function saveContactTags(
  db: WorkspaceDb,
  { id: contact_id, list_id, created_at }: Pick<Contact, 'id' | 'list_id' | 'created_at'>,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): void {
  const contact = { contact_id, list_id, created_at }
  if (added.length > 0) tagged.enqueue(db, { ...contact, keys: added })
  if (removed.length > 0) untagged.enqueue(db, { ...contact, keys: removed })
}
