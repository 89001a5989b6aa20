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

/** A copy of a migrated database: its tables were created once, before all files. */
export async function createOnCluster(
  cluster: string,
  openThrough: (url: string) => Promise<string> = async (url) => url,
): Promise<Database> {
  const url = await createDatabaseOn(cluster, inject('migratedDatabase'))
  const database = await openDatabase({ databaseUrl: await openThrough(url.href), dataDir: '' })
  return {
    ...database,
    async close() {
      await database.close()
      await dropDatabaseOn(cluster, url)
    },
  }
}

/** Creates what `createOnCluster` copies. PostgreSQL copies no database that has a connection. */
export async function createMigrated(cluster: string) {
  const url = await createDatabaseOn(cluster, 'template1')
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' })
  await migrate(database)
  await database.close()
  return { name: url.pathname.slice(1), drop: () => dropDatabaseOn(cluster, url) }
}

/** For another process, on PostgreSQL. */
export async function urlOfDatabase({ pool }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(pool)
  const url = new URL(inject('clusterUrl'))
  url.pathname = rows[0]?.name ?? ''
  return url.href
}

async function createDatabaseOn(cluster: string, template: string): Promise<URL> {
  const url = new URL(cluster)
  url.pathname = `/test_${randomBytes(8).toString('hex')}`
  await runOnCluster(cluster, `create database ${url.pathname.slice(1)} template ${template}`)
  return url
}

const dropDatabaseOn = (cluster: string, { pathname }: URL) =>
  runOnCluster(cluster, `drop database ${pathname.slice(1)} with (force)`)

async function runOnCluster(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
