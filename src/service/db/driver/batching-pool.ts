import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

import { BatchingClient } from './batching-client.ts'
import { type QueryResult, type Statement, createStatementNames } from './query-batch.ts'

/** Returns the same client for a connection each time, because Kysely identifies connections by object. */
export class BatchingPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #beforeBegin: () => void
  readonly #names = createStatementNames()
  readonly #clients = new WeakMap<pg.PoolClient, BatchingClient>()

  /** Throws in `beforeBegin` prevent the transaction. */
  constructor(pool: pg.Pool, beforeBegin: () => void = () => undefined) {
    this.#pool = pool
    this.#beforeBegin = beforeBegin
  }

  async acquire(): Promise<BatchingClient> {
    const client = await this.#pool.connect()
    const existing = this.#clients.get(client)
    if (existing) return existing
    // Pending queries are rejected when the connection ends. Without a listener, this event would end the process.
    client.on('error', () => undefined)
    const batchingClient = new BatchingClient(client, this.#names, this.#beforeBegin)
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

  end(): Promise<void> {
    return this.#pool.end()
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
