import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

import { type Database, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'
import { openInMemory } from './test-engine.ts'

/** A migrated database of this test file's own, on the engine that the vitest project names. */
export const openTestDatabase = (): Promise<Database> =>
  process.env['TEST_ENGINE'] === 'postgres'
    ? createOnCluster(inject('clusterUrl'))
    : openInMemory(inject('engineDump'))

export async function createOnCluster(
  cluster: string,
  openThrough: (url: string) => Promise<string> = async (url) => url,
): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOnCluster(cluster, `create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: await openThrough(url.href), dataDir: '' })
  await migrate(database)
  return {
    ...database,
    async close() {
      await database.close()
      await runOnCluster(cluster, `drop database ${name} with (force)`)
    },
  }
}

/** For another process, on PostgreSQL. */
export async function urlOfDatabase({ pool }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(pool)
  const url = new URL(inject('clusterUrl'))
  url.pathname = rows[0]?.name ?? ''
  return url.href
}

async function runOnCluster(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
