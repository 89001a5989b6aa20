import type { NewApiKey } from '#contract/developers/keys.ts'
import type { Member } from '#contract/developers/workspace.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import type { CreateId } from '#service/db/ids.ts'
import { createKey } from './keys.ts'
import { listWorkspaces, insertWorkspace } from './workspace.store.ts'

export interface CreatedWorkspace {
  readonly workspace_id: string
  readonly owner_key: NewApiKey
}

/**
 * Creates a workspace with its first admin key. The key is returned only here. `addContent` runs in the same transaction
 * and returns the member that the key belongs to.
 */
export async function createWorkspaceWithKey(
  database: Database,
  { name, now, makeId }: { readonly name: string; readonly now: Date; readonly makeId: CreateId },
  addContent: (db: WorkspaceDb) => Promise<Member | null>,
): Promise<CreatedWorkspace> {
  const workspace_id = makeId('wsp', now)
  const owner_key = await database.transaction(workspace_id, async (db) => {
    const owner = { owner_id: makeId('mem', now), owner_name: 'Owner' }
    await insertWorkspace(db.tx, { id: workspace_id, name, ...owner }, now)
    const member = await addContent(db)
    const draft = { name: 'Owner key', scope: 'write', admin: true, expires_at: null } as const
    return createKey(db, { ...draft, member }, now)
  })
  return { workspace_id, owner_key }
}

/** The workspace that commands without a key use. Undefined in a new database. */
export const findOldestWorkspace = async (database: Database) =>
  (await listWorkspaces(database.pool))[0]
