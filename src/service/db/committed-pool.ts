import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Asked to commit after a statement failed, PostgreSQL rolls back and calls that no error. Here it is one. */
export class CommittedPool implements PostgresPool {
  readonly #pool: pg.Pool
  // Kysely knows a connection by its object, so each client keeps its one.
  readonly #known = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    const known = this.#known.get(client) ?? committing(client)
    this.#known.set(client, known)
    return known
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

// Kysely also hands over cursors, which this service has none of.
const committing = (client: pg.PoolClient) =>
  ({
    async query(text: string, values: unknown[]) {
      const answer = await client.query(text, values)
      if (text === 'commit' && answer.command === 'ROLLBACK')
        throw new Error('The transaction was rolled back: a statement in it had failed.')
      return answer
    },
    release: () => client.release(),
  }) as unknown as PostgresPoolClient
