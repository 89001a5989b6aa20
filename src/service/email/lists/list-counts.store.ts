import { type Expression, type RawBuilder, sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepareStatement } from '#service/db/driver/prepared-statement.ts'

export interface CountDelta {
  readonly counted: 'status' | 'tag'
  readonly key: string
  readonly delta: 1 | -1
}

/** Appended in the transaction of the change; what is not folded yet is summed when it is read. */
export function appendCounts(
  db: WorkspaceDb,
  list_id: string,
  deltas: readonly CountDelta[],
): void {
  appended.enqueue(db, {
    list_id,
    counted: deltas.map(({ counted }) => counted),
    keys: deltas.map(({ key }) => key),
    deltas: deltas.map(({ delta }) => delta),
  })
}

interface Deltas {
  readonly list_id: string
  readonly counted: readonly string[]
  readonly keys: readonly string[]
  readonly deltas: readonly number[]
}

const appended = prepareStatement(
  (_, given: Placeholders<Deltas>) => sql`
    insert into list_count_deltas (workspace_id, list_id, counted, key, delta)
    select ${given.workspace_id}, ${given.list_id}, counted, key, delta
    from unnest(${given.counted}::text[], ${given.keys}::text[], ${given.deltas}::integer[]) as t (counted, key, delta)`,
)

interface Count {
  readonly list_id: string
  readonly key: string
  readonly count: number
}

/** Base and deltas are read by one statement: folding moves a count from one to the other. */
const counts = (
  workspace_id: Expression<string>,
  counted: CountDelta['counted'],
  of: RawBuilder<unknown>,
) => sql<Count>`
  select list_id, key, sum(n)::int as count from (
    select list_id, key, count as n from list_counts
    where workspace_id = ${workspace_id} and counted = ${sql.lit(counted)} and ${of}
    union all
    select list_id, key, delta as n from list_count_deltas
    where workspace_id = ${workspace_id} and counted = ${sql.lit(counted)} and ${of}
  ) counted group by list_id, key`

const ofStatuses = prepareStatement((_, given: Placeholders<{ list_ids: readonly string[] }>) =>
  counts(given.workspace_id, 'status', sql`list_id = any (${given.list_ids}::text[])`),
)
const ofTags = prepareStatement(
  (_, given: Placeholders<{ list_id: string; keys: readonly string[] }>) =>
    counts(
      given.workspace_id,
      'tag',
      sql`list_id = ${given.list_id} and key = any (${given.keys}::text[])`,
    ),
)

export async function statusCounts(db: WorkspaceDb, list_ids: readonly string[]): Promise<Count[]> {
  return list_ids.length === 0 ? [] : ofStatuses.all(db, { list_ids })
}

/** By tag key; a tag that no contact ever carried is not in it. */
export async function tagCounts(
  db: WorkspaceDb,
  list_id: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map()
  const found = await ofTags.all(db, { list_id, keys })
  return new Map(found.map(({ key, count }) => [key, count]))
}

/**
 * Forgets what was counted under these keys, and counts `recount` anew. The list must be locked against writers.
 * Deltas go first: that waits for a folding under way, which could otherwise bring a base row back.
 */
export async function resetTagCounts(
  { tx, workspace_id }: WorkspaceDb,
  list_id: string,
  keys: readonly string[],
  recount?: string,
): Promise<void> {
  for (const table of ['list_count_deltas', 'list_counts'] as const)
    await tx
      .deleteFrom(table)
      .where('workspace_id', '=', workspace_id)
      .where('list_id', '=', list_id)
      .where('counted', '=', 'tag')
      .where('key', 'in', keys)
      .execute()
  if (recount === undefined) return
  await sql`
    insert into list_counts (workspace_id, list_id, counted, key, count)
    select ${workspace_id}, ${list_id}, 'tag', ${recount}, count(*)::int from contact_tags
    where workspace_id = ${workspace_id} and list_id = ${list_id} and tag_key = ${recount}`.execute(
    tx,
  )
}

/** With the list itself; it must be locked against writers. */
export async function deleteCounts({ tx, workspace_id }: WorkspaceDb, list_id: string) {
  for (const table of ['list_count_deltas', 'list_counts', 'contact_tags'] as const)
    await tx
      .deleteFrom(table)
      .where('workspace_id', '=', workspace_id)
      .where('list_id', '=', list_id)
      .execute()
}
