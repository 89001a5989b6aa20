import { sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { resetTagCounts } from '#service/email/lists/list-counts.store.ts'

// The caller locks the list for update, so that no contact gains or loses a tag meanwhile. Each contact whose tags change
// gets a new version, but no event.

/** Changes only the spelling: the key stays the same. */
export async function respellTag(
  { tx, workspace_id }: WorkspaceDb,
  list_id: string,
  tag: { readonly key: string; readonly from: string; readonly to: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('list_tags')
    .set({ name: tag.to, updated_at: now, version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .where('key', '=', tag.key)
    .execute()
  await sql`
    update contacts set tags = array_replace(tags, ${tag.from}::text, ${tag.to}::text),
      updated_at = ${now}, version = version + 1
    where workspace_id = ${workspace_id} and id in (select contact_id from contact_tags
      where workspace_id = ${workspace_id} and list_id = ${list_id} and tag_key = ${tag.key})`.execute(
    tx,
  )
}

/** When a tag of the new name exists, the two are merged. */
export async function renameTag(
  db: WorkspaceDb,
  list_id: string,
  tag: { readonly from: string; readonly to: string; readonly name: string },
  now: Date,
): Promise<void> {
  const { tx, workspace_id } = db
  const inList = sql`workspace_id = ${workspace_id} and list_id = ${list_id}`
  await sql`
    insert into list_tags (workspace_id, list_id, key, name, created_at, updated_at)
    select workspace_id, list_id, ${tag.to}, ${tag.name}, created_at, ${now} from list_tags
    where ${inList} and key = ${tag.from} on conflict do nothing`.execute(tx)
  // Reads both spellings: a tag that existed keeps its own.
  await sql`
    with names as (
      select max(name) filter (where key = ${tag.from}) as old,
        max(name) filter (where key = ${tag.to}) as new
      from list_tags where ${inList} and key in (${tag.from}, ${tag.to})
    )
    update contacts set updated_at = ${now}, version = version + 1,
      tags = case when tags @> array[names.new] then array_remove(tags, names.old)
        else array_replace(tags, names.old, names.new) end
    from names
    where workspace_id = ${workspace_id} and id in (select contact_id from contact_tags
      where ${inList} and tag_key = ${tag.from})`.execute(tx)
  await sql`
    insert into contact_tags (workspace_id, list_id, tag_key, created_at, contact_id)
    select workspace_id, list_id, ${tag.to}, created_at, contact_id from contact_tags
    where ${inList} and tag_key = ${tag.from} on conflict do nothing`.execute(tx)
  await deleteTagRows(db, list_id, tag.from)
  await resetTagCounts(db, list_id, [tag.from, tag.to], tag.to)
}

export async function deleteTag(db: WorkspaceDb, list_id: string, key: string, now: Date) {
  const { tx, workspace_id } = db
  await sql`
    update contacts set updated_at = ${now}, version = version + 1,
      tags = array_remove(tags, (select name from list_tags
        where workspace_id = ${workspace_id} and list_id = ${list_id} and key = ${key}))
    where workspace_id = ${workspace_id} and id in (select contact_id from contact_tags
      where workspace_id = ${workspace_id} and list_id = ${list_id} and tag_key = ${key})`.execute(
    tx,
  )
  await deleteTagRows(db, list_id, key)
  await resetTagCounts(db, list_id, [key])
}

async function deleteTagRows({ tx, workspace_id }: WorkspaceDb, list_id: string, key: string) {
  await tx
    .deleteFrom('contact_tags')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .where('tag_key', '=', key)
    .execute()
  await tx
    .deleteFrom('list_tags')
    .where('workspace_id', '=', workspace_id)
    .where('list_id', '=', list_id)
    .where('key', '=', key)
    .execute()
}
