import { sql } from 'kysely'

import { type ChangedSource, insertOfChanged } from '#service/activity.store.ts'
import type { WorkspaceDb } from '#service/db/db.ts'

type Owner = 'board_id' | 'status_id'

/** Includes deleted posts, because they can be restored. */
export async function isInUse({ tx, workspace_id }: WorkspaceDb, column: Owner, id: string) {
  const post = await tx
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where(column, '=', id)
    .limit(1)
    .executeTakeFirst()
  return post !== undefined
}

/**
 * Locks the posts that one statement is about to change, so that their activity gets its time once no other request
 * holds them. As strong as the change: a card that names a post does not wait.
 */
export async function lockPostsWith(
  { tx, workspace_id }: WorkspaceDb,
  column: Owner | 'tag_ids',
  id: string,
) {
  const has =
    column === 'tag_ids' ? sql`tag_ids @> array[${id}]::text[]` : sql`${sql.ref(column)} = ${id}`
  await sql`
    with locked as materialized (
      select id from posts where workspace_id = ${workspace_id} and ${has}
      order by id for no key update)
    select count(*) from locked`.execute(tx)
}

/** Moves every post of a board or status to another, with its activity, in one statement. Each gets a new version. */
export async function reassignPosts(
  db: WorkspaceDb,
  column: Owner,
  { from, to }: { readonly from: string; readonly to: string },
  activity: ChangedSource & { readonly changes: string },
  now: Date,
) {
  await sql`
    with changed as (
      update posts set ${sql.ref(column)} = ${to}, updated_at = ${now}, version = version + 1
      where workspace_id = ${db.workspace_id} and ${sql.ref(column)} = ${from}
      returning id, ${activity.changes}::text as changes)
    ${insertOfChanged('post', db, activity)}`.execute(db.tx)
}
