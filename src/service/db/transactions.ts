import { type CompiledQuery, Kysely } from 'kysely'

import type { Tables } from '#service/db/schema/tables.ts'
import { dialectOn } from './dialect.ts'
import type { GuardedClient } from './guarded-client.ts'
import { asPool, type GuardedPool } from './guarded-pool.ts'

type Work<T> = (
  tx: Kysely<Tables>,
  withCommit: (statement: { compile(): CompiledQuery }) => void,
) => Promise<T>

/**
 * Runs work in one transaction on one connection. Unlike Kysely's own, it lets statements follow each other without
 * waiting for answers between them, and sends the last ones together with the commit.
 */
export function createTransactions(pool: GuardedPool): <T>(work: Work<T>) => Promise<T> {
  const bound = new WeakMap<GuardedClient, Kysely<Tables>>()
  const boundTo = (client: GuardedClient) => {
    const tx = bound.get(client) ?? new Kysely<Tables>({ dialect: dialectOn(asPool(client)) })
    bound.set(client, tx)
    return tx
  }
  return async (work) => {
    const client = await pool.take()
    try {
      client.begin()
      const last: CompiledQuery[] = []
      const result = await work(boundTo(client), (statement) => last.push(statement.compile()))
      await client.commit(last)
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
