import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

import type { BackgroundGate } from './background-gate.ts'
import { BatchingClient } from './batching-client.ts'
import { type QueryResult, type Statement, createStatementNames } from './query-batch.ts'

interface PoolOptions {
  /** An error that it throws prevents the transaction, or the statement outside one. */
  readonly beforeWrite?: () => void
  /** For a pool of one connection. */
  readonly gate?: BackgroundGate
}

/** Returns the same client for a connection each time, because Kysely identifies connections by object. */
export class BatchingPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #options: PoolOptions
  /** The pool of requests, which has the clients; undefined in that pool. */
  readonly #requests: BatchingPool | undefined
  readonly #names = createStatementNames()
  readonly #clients = new WeakMap<pg.PoolClient, BatchingClient>()
  /** Called with each error of a statement, also of the background. */
  readonly errorListeners = new Set<(error: unknown) => void>()

  constructor(pool: pg.Pool, options: PoolOptions = {}, requests?: BatchingPool) {
    this.#pool = pool
    this.#options = options
    this.#requests = requests
  }

  /** The same connections for work that nobody waits for. */
  inBackground(): BatchingPool {
    return this.#options.gate ? new BatchingPool(this.#pool, this.#options, this) : this
  }

  async acquire(): Promise<BatchingClient> {
    const { gate } = this.#options
    const leave = this.#requests ? await gate?.enterInBackground() : gate?.enter()
    try {
      const client = await this.#pool.connect()
      const owner = this.#requests ?? this
      return owner.#clientOf(client, leave)
    } catch (error) {
      leave?.()
      throw error
    }
  }

  #clientOf(client: pg.PoolClient, leave: (() => void) | undefined): BatchingClient {
    const existing = this.#clients.get(client)
    if (existing) {
      existing.onRelease = leave
      return existing
    }
    // Pending queries are rejected when the connection ends. Without a listener, this event would end the process.
    client.on('error', () => undefined)
    const batchingClient = new BatchingClient(
      client,
      this.#names,
      this.#options.beforeWrite,
      (error) => this.errorListeners.forEach((listener) => listener(error)),
    )
    batchingClient.onRelease = leave
    this.#clients.set(client, batchingClient)
    return batchingClient
  }

  /** Outside any transaction. */
  async execute(statement: Statement): Promise<QueryResult> {
    const client = await this.acquire()
    try {
      return await client.execute(statement)
    } finally {
      client.release()
    }
  }

  async connect(): Promise<PostgresPoolClient> {
    return toKyselyClient(await this.acquire())
  }

  /** In the background, nothing: the pool of requests has the connections. */
  async end(): Promise<void> {
    if (!this.#requests) await this.#pool.end()
  }
}

/** A pool of one acquired connection, which Kysely cannot release. */
export function createSingleConnectionPool(client: BatchingClient): PostgresPool {
  const query: BatchingClient['query'] = (sql, parameters) => client.query(sql, parameters)
  const connection = toKyselyClient({ query, release: () => undefined })
  return { connect: () => Promise.resolve(connection), end: () => Promise.resolve() }
}

// The type of Kysely includes cursors, which this service does not use.
const toKyselyClient = (client: Pick<BatchingClient, 'query' | 'release'>) =>
  client as unknown as PostgresPoolClient
