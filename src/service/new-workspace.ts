import type { Member } from '#contract/developers/workspace.ts'
import type { Database, WorkspaceDb } from '#service/db/db.ts'
import { type CreateId, newId } from '#service/db/ids.ts'
import {
  claimFirstStart,
  type CreatedWorkspace,
  createWorkspaceWithKey,
} from '#service/developers/first-start.ts'
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
  const { workspace_id, create } = prepareWorkspace(name, content)
  return database.transaction(workspace_id, create)
}

interface FirstWorkspace {
  readonly name: string
  readonly content?: WorkspaceContent | undefined
  /** Keeps the new key. When it throws, nothing is created. */
  readonly beforeCommit?: (created: CreatedWorkspace) => Promise<void>
}

/** Likewise in a database without a workspace; undefined when another process has created one. */
export function createFirstWorkspace(
  database: Database,
  { name, content, beforeCommit }: FirstWorkspace,
): Promise<CreatedWorkspace | undefined> {
  const { workspace_id, create } = prepareWorkspace(name, content)
  return database.transaction(workspace_id, async (db) => {
    if (!(await claimFirstStart(db))) return undefined
    const created = await create(db)
    await beforeCommit?.(created)
    return created
  })
}

function prepareWorkspace(name: string, content: WorkspaceContent | undefined) {
  const now = new Date()
  const makeId = content?.makeId ?? newId
  return {
    workspace_id: makeId('wsp', now),
    create: (db: WorkspaceDb) =>
      createWorkspaceWithKey(db, { name, now, makeId }, async () => {
        await addDefaultStatuses(db, content?.now ?? now, makeId)
        return content ? content.fill(db) : null
      }),
  }
}
