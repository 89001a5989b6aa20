import { Kysely } from 'kysely'

import type { GuardedClient } from '#service/db/driver/batching-client.ts'
import { asPool, type GuardedPool } from '#service/db/driver/batching-pool.ts'
import { dialectOn } from '#service/db/driver/kysely-dialect.ts'
import type { Tables } from '#service/db/schema/tables.ts'

/**
 * Runs work in one transaction on one connection. Unlike Kysely's own, it lets statements follow each other without
 * waiting for answers between them, and sends the last ones together with the commit.
 */
export function createTransactions(pool: GuardedPool) {
  const bound = new WeakMap<GuardedClient, Kysely<Tables>>()
  const boundTo = (client: GuardedClient) => {
    const tx = bound.get(client) ?? new Kysely<Tables>({ dialect: dialectOn(asPool(client)) })
    bound.set(client, tx)
    return tx
  }
  return async <T>(work: (tx: Kysely<Tables>, client: GuardedClient) => Promise<T>): Promise<T> => {
    const client = await pool.take()
    try {
      client.begin()
      const result = await work(boundTo(client), client)
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
