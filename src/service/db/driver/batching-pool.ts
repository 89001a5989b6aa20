import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

import { BatchingClient } from './batching-client.ts'
import { type QueryResult, type Statement, createStatementNames } from './query-batch.ts'

/** Watches over how transactions begin and end, and which statements a connection keeps prepared. */
export class BatchingPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #beforeBegin: () => void
  readonly #names = createStatementNames()
  // Kysely knows a connection by its object, so each client keeps its one.
  readonly #known = new WeakMap<pg.PoolClient, BatchingClient>()

  /** `beforeBegin` may throw: the transaction then does not begin. */
  constructor(pool: pg.Pool, beforeBegin: () => void = () => undefined) {
    this.#pool = pool
    this.#beforeBegin = beforeBegin
  }

  async acquire(): Promise<BatchingClient> {
    const client = await this.#pool.connect()
    const existing = this.#known.get(client)
    if (existing) return existing
    // Whoever waits for an answer is told that the connection ended. Unheard, it would end this process as well.
    client.on('error', () => undefined)
    const batchingClient = new BatchingClient(client, this.#names, this.#beforeBegin)
    this.#known.set(client, batchingClient)
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

/** One connection that is held already, as a pool that Kysely never gives back to. */
export function createSingleConnectionPool(client: BatchingClient): PostgresPool {
  const query: BatchingClient['query'] = (sql, parameters) => client.query(sql, parameters)
  const connection = toKyselyClient({ query, release: () => undefined })
  return { connect: () => Promise.resolve(connection), end: () => Promise.resolve() }
}

// Kysely also hands over cursors, which this service has none of.
const toKyselyClient = (client: Pick<BatchingClient, 'query' | 'release'>) =>
  client as unknown as PostgresPoolClient
