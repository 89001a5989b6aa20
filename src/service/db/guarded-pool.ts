import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Watches over how transactions begin and end; every other statement passes as it is. */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool
  readonly #beforeBegin: () => void
  // Kysely knows a connection by its object, so each client keeps its one.
  readonly #known = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  /** `beforeBegin` may throw: the transaction then does not begin. */
  constructor(pool: pg.Pool, beforeBegin: () => void) {
    this.#pool = pool
    this.#beforeBegin = beforeBegin
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    const known = this.#known.get(client) ?? guarded(client, this.#beforeBegin)
    this.#known.set(client, known)
    return known
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

// Kysely also hands over cursors, which this service has none of.
const guarded = (client: pg.PoolClient, beforeBegin: () => void) =>
  ({
    async query(text: string, values: unknown[]) {
      if (text === 'begin') beforeBegin()
      const answer = await client.query(text, values)
      // Asked to commit after a statement failed, PostgreSQL rolls back and calls that no error.
      if (text === 'commit' && answer.command === 'ROLLBACK')
        throw new Error('The transaction was rolled back: a statement in it had failed.')
      return answer
    },
    release: () => client.release(),
  }) as unknown as PostgresPoolClient
