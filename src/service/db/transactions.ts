import { Kysely } from 'kysely'

import type { BatchingClient } from '#service/db/driver/batching-client.ts'
import { createSingleConnectionPool, type BatchingPool } from '#service/db/driver/batching-pool.ts'
import { createDialect } from '#service/db/driver/kysely-dialect.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/**
 * Runs work in one transaction on one connection. Unlike Kysely's own, it lets statements follow each other without
 * waiting for answers between them, and sends the last ones together with the commit.
 */
export function createTransactions(pool: BatchingPool) {
  const transactionsByClient = new WeakMap<BatchingClient, Kysely<Tables>>()
  const transactionOn = (client: BatchingClient) => {
    const tx =
      transactionsByClient.get(client) ??
      new Kysely<Tables>({ dialect: createDialect(createSingleConnectionPool(client)) })
    transactionsByClient.set(client, tx)
    return tx
  }
  return async <T>(
    work: (tx: Kysely<Tables>, client: BatchingClient) => Promise<T>,
  ): Promise<T> => {
    const client = await pool.acquire()
    try {
      client.begin()
      const result = await work(transactionOn(client), client)
      await client.commit()
      return result
    } catch (error) {
      // What went wrong first is what is told.
      await client.rollback().catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }
}
