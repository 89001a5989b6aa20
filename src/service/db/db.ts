import { Kysely } from 'kysely'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { BatchingPool } from '#service/db/driver/batching-pool.ts'
import { createDialect } from '#service/db/driver/kysely-dialect.ts'
import {
  type QueryResult,
  type Statement,
  STALE_PLAN_CODES,
} from '#service/db/driver/query-batch.ts'
import { refuseWhenFull } from '#service/db/embedded/disk-space.ts'
import { openEmbedded } from '#service/db/embedded/embedded-engine.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { sqlState } from './transaction-conflict.ts'
import { createTransactions } from './transactions.ts'

/** What a store works with: no query can forget the workspace it belongs to. */
export interface WorkspaceDb {
  readonly tx: Kysely<Tables>
  readonly workspace_id: string
  /** Asks by a `statement` of a store; Kysely asks through `tx`. What is asked in one go is sent in one message. */
  readonly query: (statement: Statement) => Promise<QueryResult>
  /** Nobody waits for its answer: it is sent with the commit, or before that with what is asked next. */
  readonly enqueue: (statement: { compile(): Statement }) => void
}

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  /** Outside any workspace: keys, migrations, health. Never inside a transaction: the embedded pool has one connection. */
  readonly pool: Kysely<Tables>
  /** One transaction in one workspace; run again up to 3 times on 40001 and 40P01. */
  transaction<T>(workspace_id: string, work: (db: WorkspaceDb) => Promise<T>): Promise<T>
  /** Reads without BEGIN and COMMIT. */
  readOnly(workspace_id: string): WorkspaceDb
  close(): Promise<void>
}

/** Opens or creates the database that the settings name. Migrating it is the caller's next step. */
export async function openDatabase(options: {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
}): Promise<Database> {
  if (options.databaseUrl !== undefined) {
    const pool = new BatchingPool(createPostgresPool(options.databaseUrl))
    return createDatabase('postgres', pool, () => Promise.resolve())
  }
  const { pool, close } = await openEmbedded(options)
  return createDatabase('embedded', new BatchingPool(pool, refuseWhenFull(options.dataDir)), close)
}

// Serialisation failure, deadlock, and a statement whose kept plan is of no use: the whole work is done again.
const retryableCodes = ['40001', '40P01', ...STALE_PLAN_CODES]
const maxRetries = 3

/** The same few operations over either engine. */
export function createDatabase(
  kind: Database['kind'],
  batchingPool: BatchingPool,
  closeEngine: () => Promise<void>,
): Database {
  const pool = new Kysely<Tables>({ dialect: createDialect(batchingPool) })
  const transaction = createTransactions(batchingPool)
  const query = (statement: Statement) => batchingPool.execute(statement)
  return {
    kind,
    pool,
    async transaction(workspace_id, work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await transaction((tx, client) =>
            work({
              tx,
              workspace_id,
              query: (statement) => client.execute(statement),
              enqueue: (statement) => client.enqueue(statement.compile()),
            }),
          )
        } catch (error) {
          if (attempt > maxRetries || !retryableCodes.includes(sqlState(error))) throw error
          // Those who met once would meet again if they came back at the same moment.
          await sleep(Math.random() * 10 * attempt)
        }
      }
    },
    readOnly: (workspace_id) => ({ tx: pool, workspace_id, query, enqueue: refuseToWrite }),
    async close() {
      await pool.destroy()
      await closeEngine()
    },
  }
}

function refuseToWrite(): never {
  throw new Error('There is no transaction to write in.')
}

/** About twice the processors: more connections only queue inside the database. */
const createPostgresPool = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max: Math.max(4, availableParallelism() * 2),
    // Statements that need not wait for each other's answers do not.
    pipeline: true,
    application_name: 'workspace-admin',
    connectionTimeoutMillis: 10_000,
    // What takes longer is stuck: better one refused request than a connection lost to the pool.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // An idle connection that the server ends must not end this process: the next query opens another.
  pool.on('error', () => undefined)
  return pool
}
