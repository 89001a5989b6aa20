import { type Kysely, sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepareStatement } from '#service/db/driver/prepared-statement.ts'
import { idAt } from '#service/db/ids.ts'
import type { Tables } from '#service/db/schema/tables.ts'

interface NewEvent {
  readonly id: string
  readonly kind: string
  readonly body: string
  readonly silent: boolean
  readonly key_id: string | null
  readonly created_at: Date
}

const insertion = prepareStatement((tx, given: Placeholders<NewEvent>) =>
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

export const insertEvent = (db: WorkspaceDb, event: NewEvent): void => insertion.enqueue(db, event)

export const numberingBatchSize = 1000

/**
 * Gives committed events their numbers, one row per workspace without a gap. Two processes at once cannot give one
 * number twice: the later one fails on the unique index, and its next round finds less to do. Returns how many.
 */
export async function numberEvents(pool: Kysely<Tables>): Promise<number> {
  const { rows } = await sql`
    with waiting as (
      select workspace_id, id, row_number() over (partition by workspace_id order by id) as nth
      from (select workspace_id, id from events where seq is null order by workspace_id, id limit ${numberingBatchSize}) first
    ), numbered as (
      select w.workspace_id, coalesce((select max(e.seq) from events e
        where e.workspace_id = w.workspace_id and e.seq is not null), 0) as last
      from (select distinct workspace_id from waiting) w
    )
    update events e set seq = numbered.last + waiting.nth
    from waiting join numbered using (workspace_id)
    where e.workspace_id = waiting.workspace_id and e.id = waiting.id and e.seq is null
    returning e.id`.execute(pool)
  return rows.length
}

/** Of each workspace that has numbered events, the latest number. */
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

/** Events older than `before`. The latest of a workspace stays whatever its age: the next number is counted from it. */
export async function deleteOldEvents(pool: Kysely<Tables>, before: Date): Promise<void> {
  const workspaces = await pool.selectFrom('workspaces').select('id').execute()
  const latest = await latestNumbers(
    pool,
    workspaces.map(({ id }) => id),
  )
  for (const [workspace_id, seq] of latest)
    await pool
      .deleteFrom('events')
      .where('workspace_id', '=', workspace_id)
      .where('id', '<', idAt('evt', before))
      .where('seq', '<', seq)
      .execute()
}
