import type { Kysely } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import type { Tables } from '#service/db/schema/tables.ts'

export const findWorkspace = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('workspaces').selectAll().where('id', '=', workspace_id).executeTakeFirstOrThrow()

/** Oldest first. */
export const listWorkspaces = (pool: Kysely<Tables>) =>
  pool.selectFrom('workspaces').select(['id', 'name']).orderBy('created_at').orderBy('id').execute()

interface NewWorkspace {
  readonly id: string
  readonly name: string
  readonly owner: { readonly id: string; readonly name: string }
  readonly now: Date
}

export async function insertWorkspace(db: Kysely<Tables>, { id, name, owner, now }: NewWorkspace) {
  await db
    .insertInto('workspaces')
    .values({
      id,
      name,
      owner_id: owner.id,
      owner_name: owner.name,
      created_at: now,
      updated_at: now,
    })
    .execute()
}
