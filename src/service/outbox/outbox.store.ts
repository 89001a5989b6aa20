import type { WorkspaceDb } from '#service/db/db.ts'

export interface NewEvent {
  readonly id: string
  readonly kind: string
  readonly body: string
  readonly silent: boolean
  readonly key_id: string | null
  readonly created_at: Date
}

export function insertEvent({ tx, workspace_id, withCommit }: WorkspaceDb, event: NewEvent) {
  withCommit(tx.insertInto('events').values({ workspace_id, ...event }))
}
