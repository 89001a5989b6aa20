import { sql } from 'kysely'

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

/** Moves every post of a board or status to another. Each gets a new version. */
export async function reassignPosts(
  { tx, workspace_id }: WorkspaceDb,
  column: Owner,
  from: string,
  to: string,
  now: Date,
) {
  await tx
    .updateTable('posts')
    .set({ [column]: to, updated_at: now, version: sql`version + 1` })
    .where('workspace_id', '=', workspace_id)
    .where(column, '=', from)
    .execute()
}
