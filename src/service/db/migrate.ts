import { Migrator, sql } from 'kysely'

import * as spine from '#service/db/migrations/001-spine.ts'
import type { Database } from './db.ts'

const migrations = { '001-spine': spine }

/** Brings the database to this program's tables. Refuses one that is newer, and touches nothing then. */
export async function migrate(database: Database): Promise<{ applied: string[] }> {
  const migrator = new Migrator({
    db: database.pool,
    provider: { getMigrations: async () => migrations },
  })
  await refuseNewer(database)
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  const applied = results.map(({ migrationName }) => migrationName)
  if (applied.length > 0) {
    await database.pool
      .insertInto('instance')
      .values({ engine: database.kind, created_at: new Date() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql`analyze`.execute(database.pool)
  }
  return { applied }
}

async function refuseNewer({ pool }: Database): Promise<void> {
  const { rows: ledger } = await sql<{ found: string | null }>`
    select to_regclass('kysely_migration')::text as found`.execute(pool)
  if (ledger[0]?.found == null) return
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(pool)
  const unknown = rows.map(({ name }) => name).filter((name) => !(name in migrations))
  if (unknown.length > 0)
    throw new Error(
      `This database is newer than the program: it knows ${unknown.join(', ')}. Start the program that made it, or a later one.`,
    )
}
