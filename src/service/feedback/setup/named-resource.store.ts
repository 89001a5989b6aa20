import { type RawBuilder, type Selectable, sql } from 'kysely'

import { nameKey } from '#contract/names.rules.ts'
import { type ChangedSource, insertOfChanged } from '#service/activity.store.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'
import { updateById } from '#service/db/rows.ts'
import type { NamedTable } from '#service/db/schema/feedback.ts'
import { retryOnUniqueViolation } from '#service/db/transaction-conflict.ts'
import type { RefFilter } from './boards.store.ts'

/** Post tags and changelog labels: a name and a color, referenced by arrays of ids. */
export type NamedKind = 'post_tags' | 'changelog_labels'

const holders = {
  post_tags: sql<number>`(
    select count(*)::int from posts p where p.workspace_id = named.workspace_id
      and p.tag_ids @> array[named.id] and p.deleted_at is null and p.merged_into_id is null)`,
  changelog_labels: sql<number>`(
    select count(*)::int from changelog_entries e where e.workspace_id = named.workspace_id
      and e.label_ids @> array[named.id])`,
}

/** One scan of an index for all tags: counted one by one, popular tags read the same posts again. */
const postsByTag = (workspace_id: string) => sql`(
  select jsonb_object_agg(tag.id, tag.posts) from (
    select t.id, sum(alike.posts)::int as posts from (
      select p.tag_ids, count(*) as posts from posts p where p.workspace_id = ${workspace_id}
        and p.deleted_at is null and p.merged_into_id is null group by p.tag_ids) alike,
      unnest(alike.tag_ids) as t(id)
    group by t.id) tag)`

/** The counts of a page, each as in `holders`. */
const holdersOnPage = (kind: NamedKind, workspace_id: string) =>
  kind === 'post_tags'
    ? sql<number>`coalesce((${postsByTag(workspace_id)} ->> named.id)::int, 0)`
    : holders[kind]

// Truncated, because it is part of the cursor.
const sortKey = sql<string>`left(named.name_key, 80)`

const selectFiltered = (
  { tx, workspace_id }: WorkspaceDb,
  kind: NamedKind,
  { external_ref }: RefFilter,
) =>
  tx
    .selectFrom(`${kind} as named`)
    .where('named.workspace_id', '=', workspace_id)
    .$if(external_ref !== undefined, (query) =>
      query.where('named.external_ref', '=', external_ref ?? ''),
    )

const selectNamed = (
  db: WorkspaceDb,
  kind: NamedKind,
  count = holders[kind],
  filter: RefFilter = { external_ref: undefined },
) =>
  selectFiltered(db, kind, filter)
    .selectAll('named')
    .select([count.as('count'), sortKey.as('sort_key')])

export async function namedAfter(
  db: WorkspaceDb,
  kind: NamedKind,
  filter: RefFilter,
  last: readonly CursorValue[] | undefined,
  limit: number,
) {
  const rows = await selectNamed(db, kind, holdersOnPage(kind, db.workspace_id), filter)
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(${sortKey}, named.id) > (${last?.[0]}, ${last?.[1]})`),
    )
    .orderBy(sortKey)
    .orderBy('named.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...toNamed(row), sort_key: row.sort_key }))
}

export const countNamed = (db: WorkspaceDb, kind: NamedKind, filter: RefFilter) =>
  countRows(selectFiltered(db, kind, filter))

export async function findNamed(db: WorkspaceDb, kind: NamedKind, id: string) {
  const row = await selectNamed(db, kind).where('named.id', '=', id).executeTakeFirst()
  return row && toNamed(row)
}

export async function lockNamed(db: WorkspaceDb, kind: NamedKind, id: string) {
  const row = await selectNamed(db, kind)
    .where('named.id', '=', id)
    .forUpdate('named')
    .executeTakeFirst()
  return row && toNamed(row)
}

/** The existing ones with these names or ids. */
export async function namedMatching(
  { tx, workspace_id }: WorkspaceDb,
  kind: NamedKind,
  names: readonly string[],
) {
  if (names.length === 0) return []
  return tx
    .selectFrom(kind)
    .select(['id', 'name', 'name_key'])
    .where('workspace_id', '=', workspace_id)
    .where((eb) => eb.or([eb('id', 'in', names), eb('name_key', 'in', names.map(nameKey))]))
    .execute()
}

interface Named {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly external_ref: string | null
}

export async function insertNamed(
  { tx, workspace_id }: WorkspaceDb,
  kind: NamedKind,
  { id, name, color, external_ref }: Named,
  now: Date,
) {
  await tx
    .insertInto(kind)
    .values({
      workspace_id,
      id,
      name,
      name_key: nameKey(name),
      color,
      external_ref,
      created_at: now,
      updated_at: now,
    })
    .execute()
    .catch(retryOnUniqueViolation)
}

export async function saveNamed(
  db: WorkspaceDb,
  kind: NamedKind,
  { id, name, color }: Named,
  now: Date,
) {
  await updateById(db, kind, id, { name, name_key: nameKey(name), color, updated_at: now }).catch(
    retryOnUniqueViolation,
  )
}

/** The posts get a new version, and activity that names all their tags, in one statement. */
export async function removeTagOfPosts(
  db: WorkspaceDb,
  id: string,
  activity: ChangedSource,
  now: Date,
) {
  const { tx, workspace_id } = db
  const names = (ids: RawBuilder<unknown>) => sql`coalesce((
    select json_agg(t.name order by array_position(${ids}, t.id)) from post_tags t
    where t.workspace_id = ${workspace_id} and t.id = any (${ids})), '[]')`
  await sql`
    with holders as materialized (
      select id, tag_ids from posts where workspace_id = ${workspace_id} and tag_ids @> array[${id}]::text[]
      order by id for no key update
    ), changed as (
      update posts set tag_ids = array_remove(posts.tag_ids, ${id}), updated_at = ${now},
        version = version + 1
      from holders where posts.workspace_id = ${workspace_id} and posts.id = holders.id
      returning posts.id, json_build_object('tags', json_build_object(
        'from', ${names(sql`holders.tag_ids`)}, 'to', ${names(sql`posts.tag_ids`)})) as changes)
    ${insertOfChanged('post', db, activity)}`.execute(tx)
}

/** The entries get a new version. */
export async function removeLabelOfEntries(
  { tx, workspace_id }: WorkspaceDb,
  id: string,
  now: Date,
) {
  await sql`
    update changelog_entries set label_ids = array_remove(label_ids, ${id}), updated_at = ${now},
      version = version + 1
    where workspace_id = ${workspace_id} and label_ids @> array[${id}]::text[]`.execute(tx)
}

const toNamed = (row: Selectable<NamedTable> & { readonly count: number }) => ({
  id: row.id,
  name: row.name,
  color: row.color,
  count: row.count,
  external_ref: row.external_ref,
  version: String(row.version),
})
