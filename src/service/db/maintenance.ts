import { type Kysely, sql } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'
import type { Database } from './db.ts'

export interface Maintenance {
  /** After an import or a seed: without statistics the planner reads whole tables. */
  analyze(): Promise<void>
  noteWrites(count: number): void
  start(): void
  stop(): void
}

interface Options {
  /** The number of writes after which maintenance no longer waits for an idle period. */
  readonly maxWrites?: number
  readonly idleMs?: number
  readonly onFailure?: (error: unknown) => void
}

export const analyzeAll = (pool: Kysely<Tables>): Promise<void> =>
  pool.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`analyze`.execute(tx)
  })

/** Autovacuum for the embedded engine, which has none. */
export function createMaintenance({ kind, pool }: Database, options: Options = {}): Maintenance {
  const { maxWrites = 5000, idleMs = 10_000, onFailure = () => undefined } = options
  let writes = 0
  let previousWrites = 0
  let isRunning = false
  let timer: NodeJS.Timeout | undefined

  async function vacuum(): Promise<void> {
    if (kind !== 'embedded' || isRunning) return
    isRunning = true
    const pendingWrites = writes
    writes = 0
    try {
      await sql`vacuum (analyze)`.execute(pool)
    } catch (error) {
      writes += pendingWrites // retried in the next idle period
      onFailure(error)
    } finally {
      isRunning = false
    }
  }

  function vacuumWhenIdle() {
    if (writes > 0 && writes === previousWrites) void vacuum()
    previousWrites = writes
  }

  return {
    analyze: () => analyzeAll(pool),
    noteWrites(count) {
      writes += count
      if (writes >= maxWrites) void vacuum()
    },
    start() {
      timer = setInterval(vacuumWhenIdle, idleMs).unref()
    },
    stop() {
      clearInterval(timer)
    },
  }
}
