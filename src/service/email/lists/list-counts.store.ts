import { type Expression, type RawBuilder, sql } from 'kysely'

import type { WorkspaceDb } from '#service/db/db.ts'
import { type Placeholders, prepared } from '#service/db/driver/prepared-statement.ts'

export interface CountDelta {
  readonly counted: 'status' | 'tag'
  readonly key: string
  readonly delta: number
}

/** Appends in the transaction of the change; reads add the deltas that are not compacted yet. */
export function appendCounts(
  db: WorkspaceDb,
  list_id: string,
  deltas: readonly CountDelta[],
): void {
  deltaInsert.enqueue(db, {
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

const deltaInsert = prepared(
  (_, params: Placeholders<Deltas>) => sql`
    insert into list_count_deltas (workspace_id, list_id, counted, key, delta)
    select ${params.workspace_id}, ${params.list_id}, counted, key, delta
    from unnest(${params.counted}::text[], ${params.keys}::text[], ${params.deltas}::integer[]) as t (counted, key, delta)`,
)

interface Count {
  readonly list_id: string
  readonly key: string
  readonly count: number
}

/** One statement reads base rows and deltas, because compaction moves counts from one to the other. */
const countQuery = (
  workspace_id: Expression<string>,
  counted: CountDelta['counted'],
  condition: RawBuilder<unknown>,
) => sql<Count>`
  select list_id, key, sum(n)::int as count from (
    select list_id, key, count as n from list_counts
    where workspace_id = ${workspace_id} and counted = ${sql.lit(counted)} and ${condition}
    union all
    select list_id, key, delta as n from list_count_deltas
    where workspace_id = ${workspace_id} and counted = ${sql.lit(counted)} and ${condition}
  ) counted group by list_id, key`

const statusCountQuery = prepared((_, params: Placeholders<{ list_ids: readonly string[] }>) =>
  countQuery(params.workspace_id, 'status', sql`list_id = any (${params.list_ids}::text[])`),
)
const tagCountQuery = prepared(
  (_, params: Placeholders<{ list_id: string; keys: readonly string[] }>) =>
    countQuery(
      params.workspace_id,
      'tag',
      sql`list_id = ${params.list_id} and key = any (${params.keys}::text[])`,
    ),
)

export async function statusCounts(db: WorkspaceDb, list_ids: readonly string[]): Promise<Count[]> {
  return list_ids.length === 0 ? [] : statusCountQuery.all(db, { list_ids })
}

/** By tag key, without tags that no contact ever had. */
export async function tagCounts(
  db: WorkspaceDb,
  list_id: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await tagCountQuery.all(db, { list_id, keys })
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/**
 * Deletes the counts of these keys and counts the tag `recount` again. The list must be locked for update.
 * Deltas go first: that waits for a running compaction, which could otherwise insert a base row again.
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

/** The list must be locked for update. */
export async function deleteCounts({ tx, workspace_id }: WorkspaceDb, list_id: string) {
  for (const table of ['list_count_deltas', 'list_counts', 'contact_tags'] as const)
    await tx
      .deleteFrom(table)
      .where('workspace_id', '=', workspace_id)
      .where('list_id', '=', list_id)
      .execute()
}
