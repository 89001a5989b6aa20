import type { WorkspaceDb } from '#service/db/db.ts'
import { type Blanks, statement } from '#service/db/driver/prepared-statement.ts'

export interface NewEvent {
  readonly id: string
  readonly kind: string
  readonly body: string
  readonly silent: boolean
  readonly key_id: string | null
  readonly created_at: Date
}

const insertion = statement((tx, given: Blanks<NewEvent>) =>
  tx.insertInto('events').values({
    workspace_id: given.workspace_id,
    id: given.id,
    kind: given.kind,
    body: given.body,
    silent: given.silent,
    key_id: given.key_id,
    created_at: given.created_at,
  }),
)

export const insertEvent = (db: WorkspaceDb, event: NewEvent): void => insertion.later(db, event)
