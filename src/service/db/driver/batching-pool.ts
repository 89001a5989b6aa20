import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

import { GuardedClient } from './batching-client.ts'
import { type QueryResult, type Statement, createStatementNames } from './query-batch.ts'

/** Watches over how transactions begin and end, and which statements a connection keeps prepared. */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #beforeBegin: () => void
  readonly #names = createStatementNames()
  // Kysely knows a connection by its object, so each client keeps its one.
  readonly #known = new WeakMap<pg.PoolClient, GuardedClient>()

  /** `beforeBegin` may throw: the transaction then does not begin. */
  constructor(pool: pg.Pool, beforeBegin: () => void = () => undefined) {
    this.#pool = pool
    this.#beforeBegin = beforeBegin
  }

  async take(): Promise<GuardedClient> {
    const client = await this.#pool.connect()
    const known = this.#known.get(client)
    if (known) return known
    // Whoever waits for an answer is told that the connection ended. Unheard, it would end this process as well.
    client.on('error', () => undefined)
    const made = new GuardedClient(client, this.#names, this.#beforeBegin)
    this.#known.set(client, made)
    return made
  }

  /** Outside any transaction. */
  async execute(statement: Statement): Promise<QueryResult> {
    const client = await this.take()
    try {
      return await client.execute(statement)
    } finally {
      client.release()
    }
  }

  async connect(): Promise<PostgresPoolClient> {
    return forKysely(await this.take())
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/** One connection that is held already, as a pool that Kysely never gives back to. */
export function asPool(client: GuardedClient): PostgresPool {
  const query: GuardedClient['query'] = (sql, parameters) => client.query(sql, parameters)
  const held = forKysely({ query, release: () => undefined })
  return { connect: () => Promise.resolve(held), end: () => Promise.resolve() }
}

// Kysely also hands over cursors, which this service has none of.
const forKysely = (client: Pick<GuardedClient, 'query' | 'release'>) =>
  client as unknown as PostgresPoolClient
