import { Kysely } from 'kysely'

import type { BatchingClient } from '#service/db/driver/batching-client.ts'
import { createSingleConnectionPool, type BatchingPool } from '#service/db/driver/batching-pool.ts'
import { createDialect } from '#service/db/driver/kysely-dialect.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/**
 * Runs work in one transaction on one connection. Unlike the transactions of Kysely, statements need not wait for the
 * results of those before, and the last ones are sent together with the commit.
 */
export function createTransactions(pool: BatchingPool) {
  const cache = new WeakMap<BatchingClient, Kysely<Tables>>()
  const kyselyOn = (client: BatchingClient) => {
    const dialect = () => createDialect(createSingleConnectionPool(client))
    const tx = cache.get(client) ?? new Kysely<Tables>({ dialect: dialect() })
    cache.set(client, tx)
    return tx
  }
  type Work<T> = (tx: Kysely<Tables>, client: BatchingClient) => Promise<T>
  return async <T>(work: Work<T>): Promise<T> => {
    const client = await pool.acquire()
    try {
      client.begin()
      const result = await work(kyselyOn(client), client)
      await client.commit()
      return result
    } catch (error) {
      // The first error is the one to report.
      await client.rollback().catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }
}

/** Waits for all promises, also when one rejects: no statement may outlive its transaction. */
export async function settleAll<const Promises extends readonly Promise<unknown>[]>(
  promises: Promises,
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
