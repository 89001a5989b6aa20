import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { readFileSync } from 'node:fs'

import type { Tables } from '#service/db/schema/tables.ts'
import { type Database, databaseOn } from './db.ts'
import { dialectOn } from './dialect.ts'
import { poolOf } from './embedded.ts'
import { migrate } from './migrate.ts'

/** The embedded engine in memory: the same engine without a folder, a lock or fsyncs, which have tests of their own. */
export async function openInMemory(dump?: string): Promise<Database> {
  const template = dump === undefined ? undefined : new Blob([readFileSync(dump)])
  const engine = await PGlite.create(template ? { loadDataDir: template } : {})
  const pool = new Kysely<Tables>({ dialect: dialectOn(poolOf(engine)) })
  return databaseOn('embedded', pool, () => engine.close())
}

/** A migrated engine as a file, so that each test file starts from it instead of making one. */
export async function dumpMigrated(): Promise<Uint8Array> {
  const engine = await PGlite.create()
  const pool = new Kysely<Tables>({ dialect: dialectOn(poolOf(engine)) })
  await migrate(databaseOn('embedded', pool, () => Promise.resolve()))
  const dump = await engine.dumpDataDir('none')
  await pool.destroy()
  await engine.close()
  return new Uint8Array(await dump.arrayBuffer())
}
