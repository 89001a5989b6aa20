import { type Kysely, sql } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'

const atOnce = 10_000

/** Adds the counts that writes appended to the base rows, in one transaction for each batch. Returns how many went. */
export async function foldCounts(pool: Kysely<Tables>): Promise<number> {
  let folded = 0
  for (;;) {
    const count = await pool.transaction().execute(foldBatch)
    folded += count
    if (count < atOnce) return folded
  }
}

// Base rows are taken in key order, so that two processes that fold at once wait and do not deadlock.
async function foldBatch(tx: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as (
      delete from list_count_deltas where ctid = any (array(
        select ctid from list_count_deltas limit ${atOnce} for update skip locked))
      returning workspace_id, list_id, counted, key, delta
    ), summed as (
      select workspace_id, list_id, counted, key, sum(delta)::int as count, count(*)::int as deltas
      from gone group by 1, 2, 3, 4 order by 1, 2, 3, 4
    ), added as (
      insert into list_counts as base (workspace_id, list_id, counted, key, count)
      select workspace_id, list_id, counted, key, count from summed
      on conflict (workspace_id, list_id, counted, key) do update set count = base.count + excluded.count
    )
    select coalesce(sum(deltas), 0)::int as folded from summed`.execute(tx)
  return rows[0]?.folded ?? 0
}

interface Folding {
  noteWrites(): void
  start(): void
  stop(): void
}

/** Folds soon after writes, so that a read has few appended counts to sum. */
export function createFolding(
  pool: Kysely<Tables>,
  onFailure: (error: unknown) => void,
  everyMs = 1000,
): Folding {
  let isDue = true // what a process that was killed left behind
  let isRunning = false
  let timer: NodeJS.Timeout | undefined

  async function fold(): Promise<void> {
    if (!isDue || isRunning) return
    isDue = false
    isRunning = true
    try {
      await foldCounts(pool)
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
      timer = setInterval(() => void fold(), everyMs).unref()
    },
    stop() {
      clearInterval(timer)
    },
  }
}
