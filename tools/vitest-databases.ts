import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

import { createMigrated } from '#service/db/test-database.ts'
import { dumpMigrated } from '#service/db/test-engine.ts'
import { findPostgres } from './find-postgres.mjs'
import { startPrivateCluster } from './private-cluster.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of a migrated embedded engine. */
    engineDump: string
    /** A PostgreSQL in which each test file creates its database. */
    clusterUrl: string
    /** The name of a migrated database in it, which test files copy. */
    migratedDatabase: string
  }
}

/** Runs once per engine: provides the database that its tests start from. */
export default async function setUp(project: TestProject): Promise<() => void | Promise<void>> {
  return project.name === 'postgres' ? provideCluster(project) : provideDump(project)
}

async function provideDump(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'test-engine-'))
  const file = join(folder, 'dump.tar')
  writeFileSync(file, await dumpMigrated())
  project.provide('engineDump', file)
  return () => rmSync(folder, { recursive: true, force: true })
}

async function provideCluster(project: TestProject): Promise<() => void | Promise<void>> {
  const postgres = findPostgres()
  if (postgres === undefined)
    throw new Error('No PostgreSQL server was found, and TEST_DATABASE_URL is not set.')
  if ('url' in postgres) {
    const { name, drop } = await createMigrated(postgres.url)
    project.provide('clusterUrl', postgres.url)
    project.provide('migratedDatabase', name)
    return drop
  }
  const cluster = await startPrivateCluster(postgres.bin)
  project.provide('clusterUrl', cluster.url)
  project.provide('migratedDatabase', (await createMigrated(cluster.url)).name)
  return cluster.stop
}
