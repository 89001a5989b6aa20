import { type Kysely, sql } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'

const batchSize = 10_000

/** Adds the deltas of `list_count_deltas` to `list_counts`, one transaction per batch. Returns the number of deltas. */
export async function compactCounts(pool: Kysely<Tables>): Promise<number> {
  let compacted = 0
  for (;;) {
    const count = await pool.transaction().execute(compactBatch)
    compacted += count
    if (count < batchSize) return compacted
  }
}

// Upserts in key order, so that two processes that compact at once do not deadlock.
async function compactBatch(tx: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ compacted: number }>`
    with deleted as (
      delete from list_count_deltas where ctid = any (array(
        select ctid from list_count_deltas limit ${batchSize} for update skip locked))
      returning workspace_id, list_id, counted, key, delta
    ), summed as (
      select workspace_id, list_id, counted, key, sum(delta)::int as count, count(*)::int as deltas
      from deleted group by 1, 2, 3, 4 order by 1, 2, 3, 4
    ), added as (
      insert into list_counts as base (workspace_id, list_id, counted, key, count)
      select workspace_id, list_id, counted, key, count from summed
      on conflict (workspace_id, list_id, counted, key) do update set count = base.count + excluded.count
    )
    select coalesce(sum(deltas), 0)::int as compacted from summed`.execute(tx)
  return rows[0]?.compacted ?? 0
}

interface CountCompaction {
  noteWrites(): void
  start(): void
  stop(): void
}

/** Compacts soon after writes, so that a read has few deltas to add. */
export function createCountCompaction(
  pool: Kysely<Tables>,
  onFailure: (error: unknown) => void,
  intervalMs = 1000,
): CountCompaction {
  let isDue = true // a killed process may have left deltas
  let isRunning = false
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    if (!isDue || isRunning) return
    isDue = false
    isRunning = true
    try {
      await compactCounts(pool)
    } catch (error) {
      isDue = true
      onFailure(error)
    } finally {
      isRunning = false
    }
  }

  return {
    noteWrites() {
      isDue = true
    },
    start() {
      timer = setInterval(() => void run(), intervalMs).unref()
    },
    stop() {
      clearInterval(timer)
    },
  }
}
