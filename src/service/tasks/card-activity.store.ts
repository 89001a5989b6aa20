import { sql } from 'kysely'

import type { Changes } from '#contract/events.ts'
import type { CardActivity } from '#contract/tasks/card-activity.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { type CursorValue, countRows } from '#service/db/pagination.ts'

interface NewActivity {
  readonly id: string
  readonly card_id: string
  readonly kind: string
  /** JSON text. */
  readonly changes: string
  readonly key_id: string | null
  readonly created_at: Date
}

const insertStatement = prepared((tx, params: Placeholders<NewActivity>) =>
  tx.insertInto('card_activity').values({
    workspace_id: params.workspace_id,
    card_id: params.card_id,
    id: params.id,
    kind: params.kind,
    changes: params.changes,
    key_id: params.key_id,
    created_at: params.created_at,
  }),
)

export const insertActivity = (db: WorkspaceDb, activity: NewActivity): void =>
  insertStatement.enqueue(db, activity)

const activityOf = ({ tx, workspace_id }: WorkspaceDb, card_id: string) =>
  tx
    .selectFrom('card_activity as activity')
    .where('activity.workspace_id', '=', workspace_id)
    .where('activity.card_id', '=', card_id)

/** Newest first. Revoked keys keep their row, so they still have a name. */
export async function activityAfter(
  db: WorkspaceDb,
  card_id: string,
  last: readonly CursorValue[] | undefined,
  limit: number,
): Promise<CardActivity[]> {
  const rows = await activityOf(db, card_id)
    .leftJoin('api_keys as key', (join) =>
      join
        .onRef('key.workspace_id', '=', 'activity.workspace_id')
        .onRef('key.id', '=', 'activity.key_id'),
    )
    .select(['activity.id', 'activity.kind', 'activity.changes', 'activity.key_id'])
    .select(['activity.created_at', 'key.name as key_name'])
    .$if(last !== undefined, (query) => query.where(sql<boolean>`activity.id < ${last?.[0]}`))
    .orderBy('activity.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, kind, changes, key_id, key_name, created_at }) => ({
    id,
    at: created_at,
    actor: { type: key_id === null ? 'service' : 'key', id: key_id, name: key_name },
    event: kind,
    changes: changes as Changes, // as it was written
  }))
}

export const countActivity = (db: WorkspaceDb, card_id: string) =>
  countRows(activityOf(db, card_id))
