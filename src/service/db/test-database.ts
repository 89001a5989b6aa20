import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

import { type Database, openDatabase } from './db.ts'
import { migrate } from './migrate.ts'

/** A migrated database of this test file's own, on the engine that the vitest project names. */
export async function openTestDatabase(): Promise<Database> {
  return process.env['TEST_ENGINE'] === 'postgres' ? onPostgres() : embedded()
}

async function embedded(): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), 'test-database-'))
  const database = await openDatabase({ dataDir })
  await migrate(database)
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function onPostgres(): Promise<Database> {
  const cluster = process.env['TEST_DATABASE_URL'] ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  await onCluster(cluster, `create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' })
  await migrate(database)
  return {
    ...database,
    async close() {
      await database.close()
      await onCluster(cluster, `drop database ${name} with (force)`)
    },
  }
}

async function onCluster(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
