import { type Kysely, sql } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'
import type { DatabaseAccess } from './db.ts'

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

// Requests wait for each statement: a fifth of the usual sample is enough to choose an index.
const coarseTarget = 20

/** Autovacuum for the embedded engine, which has none: one table after the other, so that requests are served in between. */
export function createMaintenance(
  { kind, pool }: DatabaseAccess,
  options: Options = {},
): Maintenance {
  const { maxWrites = 5000, idleMs = 10_000, onFailure = () => undefined } = options
  /** Tables whose statistics have to be collected again in an idle period. */
  const coarseTables = new Set<string>()
  let writes = 0
  let previousWrites = 0
  let isRunning = false
  let timer: NodeJS.Timeout | undefined

  async function run(isIdle: boolean): Promise<void> {
    if (kind !== 'embedded' || isRunning) return
    isRunning = true
    const pendingWrites = writes
    writes = 0
    try {
      const failures = await maintainDueTables(isIdle)
      if (failures.length > 0) throw failures[0]
    } catch (error) {
      writes += pendingWrites // retried in the next idle period
      onFailure(error)
    } finally {
      isRunning = false
    }
  }

  /** Returns the errors: one table must not keep the others. */
  async function maintainDueTables(isIdle: boolean): Promise<unknown[]> {
    const due = await findDueTables(pool)
    if (isIdle)
      for (const name of coarseTables)
        if (!due.some((table) => table.name === name))
          due.push({ name, needsVacuum: false, needsAnalyze: true })
    const failures: unknown[] = []
    for (const table of due)
      await maintain(table, isIdle).catch((error: unknown) => void failures.push(error))
    return failures
  }

  async function maintain({ name, needsVacuum, needsAnalyze }: DueTable, isIdle: boolean) {
    const table = sql.table(name)
    if (needsVacuum) await sql`vacuum ${table}`.execute(pool)
    if (!needsAnalyze && !(isIdle && coarseTables.has(name))) return
    if (isIdle) await sql`analyze ${table}`.execute(pool)
    else await analyzeCoarsely(pool, name)
    if (isIdle) coarseTables.delete(name)
    else coarseTables.add(name)
  }

  function runWhenIdle() {
    const isIdle = writes === previousWrites
    previousWrites = writes
    if (isIdle && (writes > 0 || coarseTables.size > 0)) void run(true)
  }

  return {
    analyze: () => analyzeAll(pool),
    noteWrites(count) {
      writes += count
      if (writes >= maxWrites) void run(false)
    },
    start() {
      timer = setInterval(runWhenIdle, idleMs).unref()
    },
    stop() {
      clearInterval(timer)
    },
  }
}

interface DueTable {
  readonly name: string
  readonly needsVacuum: boolean
  readonly needsAnalyze: boolean
}

/** By the thresholds of autovacuum. The rows of a table alone would not show the long texts that were deleted from it. */
async function findDueTables(pool: Kysely<Tables>): Promise<DueTable[]> {
  await sql`select pg_stat_force_next_flush()`.execute(pool)
  const { rows } = await sql<DueTable>`
    select * from (
      select stats.relname as name,
        stats.n_dead_tup > 50 + 0.2 * greatest(class.reltuples, 0)
          or stats.n_ins_since_vacuum > 1000 + 0.2 * greatest(class.reltuples, 0)
          or coalesce(texts.n_dead_tup > 50 + 0.2 * texts.n_live_tup, false) as "needsVacuum",
        stats.n_mod_since_analyze > 50 + 0.1 * greatest(class.reltuples, 0) as "needsAnalyze"
      from pg_stat_user_tables stats
      join pg_class class on class.oid = stats.relid
      left join pg_stat_all_tables texts on texts.relid = class.reltoastrelid
    ) tables where "needsVacuum" or "needsAnalyze" order by name`.execute(pool)
  return rows
}

const analyzeCoarsely = (pool: Kysely<Tables>, name: string): Promise<void> =>
  pool.transaction().execute(async (tx) => {
    await sql`set local default_statistics_target = ${sql.lit(coarseTarget)}`.execute(tx)
    await sql`analyze ${sql.table(name)}`.execute(tx)
  })
