import { PGlite } from '@electric-sql/pglite'
import { readFileSync } from 'node:fs'

import { BackgroundGate } from '#service/db/driver/background-gate.ts'
import { BatchingPool } from '#service/db/driver/batching-pool.ts'
import { createEmbeddedPool } from '#service/db/embedded/embedded-engine.ts'
import { type Database, createDatabase } from './db.ts'
import { migrate } from './migrate.ts'

/** The embedded engine in memory: the same engine without a folder, a lock or fsyncs, which have tests of their own. */
export async function openInMemory(dump?: string): Promise<Database> {
  const template = dump === undefined ? undefined : new Blob([readFileSync(dump)])
  const engine = await PGlite.create(template ? { loadDataDir: template } : {})
  const pool = new BatchingPool(createEmbeddedPool(engine), { gate: new BackgroundGate() })
  return createDatabase('embedded', pool, { close: () => engine.close() })
}

/** A migrated engine as a file, so that each test file starts from it instead of making one. */
export async function dumpMigrated(): Promise<Uint8Array> {
  const engine = await PGlite.create()
  const database = createDatabase('embedded', new BatchingPool(createEmbeddedPool(engine)), {
    close: () => Promise.resolve(),
  })
  await migrate(database)
  const dump = await engine.dumpDataDir('none')
  await database.close()
  await engine.close()
  return new Uint8Array(await dump.arrayBuffer())
}
