import type { Member } from '#contract/developers/workspace.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import { type CreateId, newId } from '#service/db/ids.ts'
import { type CreatedWorkspace, createWorkspaceWithKey } from '#service/developers/first-start.ts'
import { addDefaultStatuses } from '#service/feedback/setup/statuses.ts'

/** What a generated workspace contains besides the defaults. */
interface WorkspaceContent {
  /** The date of the content; the workspace and its key have the real date. */
  readonly now: Date
  readonly makeId: CreateId
  /** Returns the member that the first key belongs to. */
  readonly fill: (db: WorkspaceDb) => Promise<Member | null>
}

/** Creates a workspace with its first admin key and the defaults of every domain, in one transaction. */
export function createWorkspace(
  database: Database,
  name: string,
  content?: WorkspaceContent,
): Promise<CreatedWorkspace> {
  const now = new Date()
  const makeId = content?.makeId ?? newId
  return createWorkspaceWithKey(database, { name, now, makeId }, async (db) => {
    await addDefaultStatuses(db, content?.now ?? now, makeId)
    return content ? content.fill(db) : null
  })
}
