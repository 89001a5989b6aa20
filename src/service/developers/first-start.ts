import type { NewApiKey } from '#contract/developers/keys.ts'
import type { Member } from '#contract/developers/workspace.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import type { CreateId } from '#service/db/ids.ts'
import { createKey } from './keys.ts'
import { listWorkspaces, insertWorkspace, lockInstance } from './workspace.store.ts'

export interface CreatedWorkspace {
  readonly workspace_id: string
  readonly owner_key: NewApiKey
}

/**
 * Creates the workspace of this transaction with its first admin key. Of transactions that create one, each waits for the end of
 * the one before, so that a first start sees what a command creates. The key is returned only here. `addContent` returns
 * the member that the key belongs to.
 */
export async function createWorkspaceWithKey(
  db: WorkspaceDb,
  { name, now, makeId }: { readonly name: string; readonly now: Date; readonly makeId: CreateId },
  addContent: () => Promise<Member | null>,
): Promise<CreatedWorkspace> {
  await lockInstance(db.tx)
  const owner = { owner_id: makeId('mem', now), owner_name: 'Owner' }
  await insertWorkspace(db.tx, { id: db.workspace_id, name, ...owner }, now)
  const member = await addContent()
  const draft = { name: 'Owner key', scope: 'write', admin: true, expires_at: null } as const
  return {
    workspace_id: db.workspace_id,
    owner_key: await createKey(db, { ...draft, member }, now),
  }
}

/**
 * Whether this transaction may create the first workspace. Other processes that start on the same database wait for its
 * end, so that one of them creates it.
 */
export async function claimFirstStart({ tx }: WorkspaceDb): Promise<boolean> {
  await lockInstance(tx)
  return (await listWorkspaces(tx)).length === 0
}

/** The workspace that commands without a key use. Undefined in a new database. */
export const findOldestWorkspace = async (database: Database) =>
  (await listWorkspaces(database.pool))[0]
