import { sql } from 'kysely'

import type { Database } from './db.ts'

export interface Upkeep {
  /** After an import or a seed: without statistics the planner reads whole tables. */
  analyze(): Promise<void>
  noteWrites(count: number): void
  start(): void
  stop(): void
}

const everyMs = 60_000
const everyWrites = 5000

/** The embedded engine has no autovacuum: this is it. A PostgreSQL server looks after itself. */
export function createUpkeep({ kind, pool }: Database): Upkeep {
  let writes = 0
  let running = false
  let timer: NodeJS.Timeout | undefined

  async function vacuum(): Promise<void> {
    if (running || writes === 0) return
    running = true
    writes = 0
    try {
      await sql`vacuum (analyze)`.execute(pool)
    } finally {
      running = false
    }
  }

  return {
    async analyze() {
      await sql`analyze`.execute(pool)
    },
    noteWrites(count) {
      writes += count
      if (kind === 'embedded' && writes >= everyWrites) void vacuum().catch(() => undefined)
    },
    start() {
      if (kind !== 'embedded') return
      timer = setInterval(() => void vacuum().catch(() => undefined), everyMs)
      timer.unref()
    },
    stop() {
      clearInterval(timer)
    },
  }
}
