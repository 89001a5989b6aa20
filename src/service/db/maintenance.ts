import { type Kysely, sql } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'
import type { Database } from './db.ts'

export interface Upkeep {
  /** After an import or a seed: without statistics the planner reads whole tables. */
  analyze(): Promise<void>
  noteWrites(count: number): void
  start(): void
  stop(): void
}

interface Options {
  /** Writes after which upkeep no longer waits for a quiet moment. */
  readonly everyWrites?: number
  /** A time without writes that counts as quiet. */
  readonly idleMs?: number
  readonly onFailure?: (error: unknown) => void
}

/** Statistics of every table, however long that takes. */
export const analyzeAll = (pool: Kysely<Tables>): Promise<void> =>
  pool.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`analyze`.execute(tx)
  })

/** The embedded engine has no autovacuum: this is it. A PostgreSQL server looks after itself. */
export function createUpkeep({ kind, pool }: Database, options: Options = {}): Upkeep {
  const { everyWrites = 5000, idleMs = 10_000, onFailure = () => undefined } = options
  let writes = 0
  let lastSeen = 0
  let isRunning = false
  let timer: NodeJS.Timeout | undefined

  async function vacuum(): Promise<void> {
    if (kind !== 'embedded' || isRunning) return
    isRunning = true
    const due = writes
    writes = 0
    try {
      await sql`vacuum (analyze)`.execute(pool)
    } catch (error) {
      writes += due // still to be done, at the next quiet moment
      onFailure(error)
    } finally {
      isRunning = false
    }
  }

  function whenQuiet() {
    if (writes > 0 && writes === lastSeen) void vacuum()
    lastSeen = writes
  }

  return {
    analyze: () => analyzeAll(pool),
    noteWrites(count) {
      writes += count
      if (writes >= everyWrites) void vacuum()
    },
    start() {
      timer = setInterval(whenQuiet, idleMs).unref()
    },
    stop() {
      clearInterval(timer)
    },
  }
}
