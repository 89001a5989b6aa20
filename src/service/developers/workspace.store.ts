import type { Kysely } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import type { Tables } from '#service/db/schema/tables.ts'

export const findWorkspace = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('workspaces').selectAll().where('id', '=', workspace_id).executeTakeFirstOrThrow()

/** Oldest first. */
export const listWorkspaces = (pool: Kysely<Tables>) =>
  pool.selectFrom('workspaces').select(['id', 'name']).orderBy('created_at').orderBy('id').execute()

export async function insertWorkspace(
  db: Kysely<Tables>,
  workspace: { id: string; name: string; owner_id: string; owner_name: string },
  now: Date,
) {
  await db
    .insertInto('workspaces')
    .values({ ...workspace, created_at: now, updated_at: now })
    .execute()
}
