import { Kysely, sql } from 'kysely'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { BackgroundGate } from '#service/db/driver/background-gate.ts'
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
import { codeOf } from './transient-error.ts'

/** The parameter of every store function, so that no query can omit the workspace. */
export interface WorkspaceDb {
  readonly tx: Kysely<Tables>
  readonly workspace_id: string
  /** Runs a prepared statement. Statements of one tick, also those of `tx`, are sent in one message. */
  readonly query: (statement: Statement) => Promise<QueryResult>
  /** Sends the statement with the next query or the commit; its result is not awaited. */
  readonly enqueue: (statement: { compile(): Statement }) => void
}

export interface Database extends DatabaseAccess {
  /** For work that nobody waits for: on the embedded engine, requests go first (decision 063). */
  readonly background: DatabaseAccess
  /** Throws when the disk is full. Only the embedded engine can look. */
  readonly requireDiskSpace?: () => void
  /** Calls back with each error of a statement, whoever sent it. Returns the unsubscribe function. */
  readonly onError: (listener: (error: unknown) => void) => () => void
  close(): Promise<void>
}

export interface DatabaseAccess {
  readonly kind: 'embedded' | 'postgres'
  /** For keys, migrations and health. Never inside a transaction: the embedded pool has one connection. */
  readonly pool: Kysely<Tables>
  /** One transaction in one workspace, retried up to 3 times on 40001 and 40P01. */
  transaction<T>(workspace_id: string, work: (db: WorkspaceDb) => Promise<T>): Promise<T>
  /** Reads without BEGIN and COMMIT. */
  readOnly(workspace_id: string): WorkspaceDb
}

/** Opens or creates the database; the caller migrates it. */
export async function openDatabase(options: {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
}): Promise<Database> {
  if (options.databaseUrl !== undefined) {
    const pool = new BatchingPool(createPostgresPool(options.databaseUrl))
    return createDatabase('postgres', pool, { close: () => Promise.resolve() })
  }
  const { pool, close } = await openEmbedded(options)
  const beforeWrite = refuseWhenFull(options.dataDir)
  const gate = new BackgroundGate()
  return createDatabase('embedded', new BatchingPool(pool, { beforeWrite, gate }), {
    close,
    requireDiskSpace: beforeWrite,
  })
}

/** Connects once. Whatever prevents it is a matter of `DATABASE_URL`, which the error names, and not what is in it. */
export async function requireConnection({ kind, pool }: Database): Promise<void> {
  if (kind === 'embedded') return
  try {
    await sql`select 1`.execute(pool)
  } catch (error) {
    // An error of several addresses has a code and no message.
    const reason = (error instanceof Error && error.message) || codeOf(error)
    throw new Error(`PostgreSQL refuses the connection of DATABASE_URL: ${reason}`, {
      cause: error,
    })
  }
}

// Serialization failure, deadlock and stale plan: the whole transaction is retried.
const retryableCodes = ['40001', '40P01', ...STALE_PLAN_CODES]
const maxRetries = 3

export function createDatabase(
  kind: Database['kind'],
  batchingPool: BatchingPool,
  engine: { readonly close: () => Promise<void>; readonly requireDiskSpace?: () => void },
): Database {
  const requests = createAccess(kind, batchingPool)
  const backgroundPool = batchingPool.inBackground()
  return {
    ...requests,
    background: backgroundPool === batchingPool ? requests : createAccess(kind, backgroundPool),
    ...(engine.requireDiskSpace && { requireDiskSpace: engine.requireDiskSpace }),
    onError(listener) {
      batchingPool.errorListeners.add(listener)
      return () => void batchingPool.errorListeners.delete(listener)
    },
    async close() {
      await requests.pool.destroy()
      await engine.close()
    },
  }
}

function createAccess(kind: Database['kind'], batchingPool: BatchingPool): DatabaseAccess {
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
          // Without jitter, conflicting transactions would conflict again.
          await sleep(Math.random() * 10 * attempt)
        }
      }
    },
    readOnly: (workspace_id) => ({ tx: pool, workspace_id, query, enqueue: throwReadOnly }),
  }
}

function throwReadOnly(): never {
  throw new Error('A read-only database cannot enqueue writes.')
}

const createPostgresPool = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    // More connections would only queue inside the database.
    max: Math.max(4, availableParallelism() * 2),
    // A batch does not wait for the results of the one before.
    pipeline: true,
    application_name: 'workspace-admin',
    connectionTimeoutMillis: 10_000,
    // A host that has vanished does not close its connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A stuck statement fails its request instead of keeping a connection from the pool.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // Without a listener, an idle connection closed by the server would end this process.
  pool.on('error', () => undefined)
  return pool
}
