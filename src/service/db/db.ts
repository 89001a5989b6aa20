import { type CompiledQuery, Kysely } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Tables } from '#service/db/schema/tables.ts'
import { dialectOn } from './dialect.ts'
import { openEmbedded } from './embedded.ts'
import { refuseWhenFull } from './free-space.ts'
import { GuardedPool } from './guarded-pool.ts'
import { openPostgres } from './postgres.ts'
import { sqlState } from './sql-state.ts'
import { staleName } from './statement-names.ts'
import { createTransactions } from './transactions.ts'

/** What a store works with: no query can forget the workspace it belongs to. */
export interface WorkspaceDb {
  readonly tx: Kysely<Tables>
  readonly workspace_id: string
  /** Writes what this transaction does not read again: it is sent together with the commit. */
  readonly withCommit: (statement: { compile(): CompiledQuery }) => void
}

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /** Outside any workspace: keys, migrations, health. Never inside a transaction: the embedded pool has one connection. */
  readonly pool: Kysely<Tables>
  /** One transaction in one workspace; run again up to 3 times on 40001 and 40P01. */
  transaction<T>(workspace_id: string, work: (db: WorkspaceDb) => Promise<T>): Promise<T>
  /** Reads without BEGIN and COMMIT. */
  reading(workspace_id: string): WorkspaceDb
  close(): Promise<void>
}

/** Opens or creates the database that the settings name. Migrating it is the caller's next step. */
export async function openDatabase(options: {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
}): Promise<Database> {
  if (options.databaseUrl !== undefined) {
    const pool = new GuardedPool(openPostgres(options.databaseUrl))
    return databaseOn('postgres', pool, () => Promise.resolve())
  }
  const { pool, close } = await openEmbedded(options)
  return databaseOn('embedded', new GuardedPool(pool, refuseWhenFull(options.dataDir)), close)
}

// Serialisation failure, deadlock, and a statement whose kept plan is of no use: the whole work is done again.
const again = ['40001', '40P01', ...staleName]
const repeats = 3

/** The same few operations over either engine. */
export function databaseOn(
  kind: Database['kind'],
  guarded: GuardedPool,
  closeEngine: () => Promise<void>,
): Database {
  const pool = new Kysely<Tables>({ dialect: dialectOn(guarded) })
  const transaction = createTransactions(guarded)
  return {
    kind,
    pool,
    async transaction(workspace_id, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transaction((tx, withCommit) => work({ tx, workspace_id, withCommit }))
        } catch (error) {
          if (attempt > repeats || !again.includes(sqlState(error))) throw error
          // Those who met once would meet again if they came back at the same moment.
          await sleep(Math.random() * 10 * attempt)
        }
      }
    },
    reading: (workspace_id) => ({ tx: pool, workspace_id, withCommit: refuseToWrite }),
    async close() {
      await pool.destroy()
      await closeEngine()
    },
  }
}

function refuseToWrite(): never {
  throw new Error('There is no transaction to write in.')
}
