import { type Kysely, sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'
import { idAt } from '#service/db/ids.ts'
import { type BatchOptions, runInBatches } from '#service/db/rows.ts'
import type { Tables } from '#service/db/schema/tables.ts'

interface NewEvent {
  readonly id: string
  readonly kind: string
  readonly body: string
  readonly silent: boolean
  readonly key_id: string | null
  readonly created_at: Date
}

const insertStatement = prepared((tx, params: Placeholders<NewEvent>) =>
  tx.insertInto('events').values({
    workspace_id: params.workspace_id,
    id: params.id,
    kind: params.kind,
    body: params.body,
    silent: params.silent,
    key_id: params.key_id,
    created_at: params.created_at,
  }),
)

export const insertEvent = (db: WorkspaceDb, event: NewEvent): void =>
  insertStatement.enqueue(db, event)

/**
 * Numbers committed events, per workspace and without gaps. Two processes cannot assign a number twice: the later one
 * fails on the unique index and tries again in its next round. Returns the workspace of each numbered event, `size` at most.
 */
export async function numberEvents(pool: Kysely<Tables>, size = 1000): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    with waiting as (
      select workspace_id, id, row_number() over (partition by workspace_id order by id) as nth
      from (select workspace_id, id from events where seq is null order by workspace_id, id limit ${size}) first
    ), numbered as materialized ( -- or it is computed again for each event, behind all that were just numbered
      select w.workspace_id, coalesce((select max(e.seq) from events e
        where e.workspace_id = w.workspace_id and e.seq is not null), 0) as last
      from (select distinct workspace_id from waiting) w
    )
    update events e set seq = numbered.last + waiting.nth
    from waiting join numbered using (workspace_id)
    where e.workspace_id = waiting.workspace_id and e.id = waiting.id and e.seq is null
    returning e.workspace_id`.execute(pool)
  return rows.map(({ workspace_id }) => workspace_id)
}

/** The latest number of each workspace that has numbered events. */
export async function latestNumbers(
  pool: Kysely<Tables>,
  workspace_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await pool
    .selectFrom('workspaces as w')
    .select([
      'w.id',
      (eb) =>
        eb
          .selectFrom('events as e')
          .select('e.seq')
          .whereRef('e.workspace_id', '=', 'w.id')
          .where('e.seq', 'is not', null)
          .orderBy('e.seq', 'desc')
          .limit(1)
          .as('seq'),
    ])
    .where('w.id', 'in', [...workspace_ids])
    .execute()
  return new Map(rows.flatMap(({ id, seq }) => (seq === null ? [] : [[id, seq] as const])))
}

/** Keeps the latest event of a workspace whatever its age: the next number is counted from it. */
export async function deleteOldEvents(
  pool: Kysely<Tables>,
  before: Date,
  options: BatchOptions = {},
): Promise<void> {
  const workspaces = await pool.selectFrom('workspaces').select('id').execute()
  const latest = await latestNumbers(
    pool,
    workspaces.map(({ id }) => id),
  )
  for (const [workspace_id, seq] of latest)
    await runInBatches((size) => {
      const old = pool
        .selectFrom('events')
        .select('events.id')
        .where('events.workspace_id', '=', workspace_id)
        .where('events.id', '<', idAt('evt', before))
        .where('events.seq', '<', seq)
        // A delivery of the event has no copy of its bytes yet.
        .where(
          sql<boolean>`not exists (
            select 1 from webhooks w join webhook_deliveries d on d.workspace_id = w.workspace_id
              and d.webhook_id = w.id and d.event_id = events.id and d.body is null
            where w.workspace_id = events.workspace_id)`,
        )
        .limit(size)
      return pool
        .deleteFrom('events')
        .where('workspace_id', '=', workspace_id)
        .where('id', 'in', old)
        .executeTakeFirst()
    }, options)
}

/** How many events were ever committed: the latest number, which has no gaps below it, plus events without a number. */
export async function countCommittedEvents({ tx, workspace_id }: WorkspaceDb): Promise<string> {
  const { rows } = await sql<{ count: string }>`
    select (
      coalesce((select seq from events where workspace_id = ${workspace_id} and seq is not null
        order by seq desc limit 1), 0)
      + (select count(*) from events where workspace_id = ${workspace_id} and seq is null)
    )::text as count`.execute(tx)
  return rows[0]?.count ?? ''
}
