import { type Kysely, sql } from 'kysely'

import type { Workspace } from '#contract/developers/workspace.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { Tables } from '#service/db/schema/tables.ts'

export const findWorkspace = ({ tx, workspace_id }: WorkspaceDb) =>
  tx.selectFrom('workspaces').selectAll().where('id', '=', workspace_id).executeTakeFirstOrThrow()

export const lockWorkspace = ({ tx, workspace_id }: WorkspaceDb) =>
  tx
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', workspace_id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Saves the settings and the version. Lock the workspace first. */
export async function saveWorkspace({ tx, workspace_id }: WorkspaceDb, workspace: Workspace) {
  await tx
    .updateTable('workspaces')
    .set({
      name: workspace.name,
      time_zone: workspace.time_zone,
      locale: workspace.locale,
      public_changelog: workspace.public_changelog,
      version: Number(workspace.version),
      updated_at: new Date(workspace.updated_at),
    })
    .where('id', '=', workspace_id)
    .execute()
}

/** The one row that every database has, also a new one. Generated content may take longer than a statement may. */
export async function lockInstance(tx: Kysely<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await tx.selectFrom('instance').select('id').forUpdate().executeTakeFirstOrThrow()
}

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
