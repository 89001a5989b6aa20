import type { Database, WorkspaceDb } from '#service/db/db.ts'
import { type CreateId, newId } from '#service/db/ids.ts'
import {
  type CreatedWorkspace,
  createWorkspace as makeWorkspace,
} from '#service/developers/first-start.ts'
import { addDefaultStatuses } from '#service/feedback/setup/statuses.ts'

/** What a generated workspace holds beside what each has. */
export interface WorkspaceContent {
  /** What the content is dated by; the workspace and its key say when they were really made. */
  readonly now: Date
  readonly makeId: CreateId
  readonly fill: (db: WorkspaceDb) => Promise<void>
}

/** A workspace with its first admin key and whatever every domain starts with, in one transaction. */
export function createWorkspace(
  database: Database,
  name: string,
  content?: WorkspaceContent,
): Promise<CreatedWorkspace> {
  const now = new Date()
  const makeId = content?.makeId ?? newId
  return makeWorkspace(database, { name, now, makeId }, async (db) => {
    await addDefaultStatuses(db, content?.now ?? now, makeId)
    await content?.fill(db)
  })
}
