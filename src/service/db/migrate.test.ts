// Runs on both engines: each engine takes its own lock.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database } from './db.ts'
import { migrate } from './migrate.ts'
import { openTestDatabase } from './test-database.ts'
import { hasOneConnection, lockWaits } from './test-lock-waits.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database.pool)
  await sql`create schema public`.execute(database.pool)
})

const tables = async () =>
  (await database.pool.introspection.getTables()).map(({ name }) => name).toSorted()

test('migrate creates every table and stores the engine', async () => {
  const { applied } = await migrate(database)
  expect(applied).toContain('001-spine')
  const { engine, secret_fingerprint } = await database.pool
    .selectFrom('instance')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect({ engine, secret_fingerprint }).toEqual({
    engine: database.kind,
    secret_fingerprint: null,
  })
})

test('a second migrate changes nothing', async () => {
  await migrate(database)
  const before = await tables()
  expect(await migrate(database)).toEqual({ applied: [] })
  expect(await tables()).toEqual(before)
})

test('one of several concurrent processes migrates', async () => {
  const starts = await Promise.all([1, 2, 3].map(() => migrate(database)))
  expect(starts.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
})

// The embedded engine has one connection and one process: nobody to wait for.
test.skipIf(hasOneConnection)('migrate waits for a migration of another process', async () => {
  await migrate(database)
  const { pool } = database
  let second: Promise<unknown> = Promise.resolve()
  await pool.transaction().execute(async (first) => {
    await sql`select * from kysely_migration_lock for update`.execute(first)
    second = migrate(database)
    await expect.poll(() => lockWaits(database)).toBe(1)
  })
  expect(await second).toEqual({ applied: [] })
})

test('migrate refuses a newer database without changing it', async () => {
  await migrate(database)
  await sql`insert into kysely_migration values ('999-later', '2030-01-01')`.execute(database.pool)
  const before = await tables()
  await expect(migrate(database)).rejects.toThrow(/newer than the program.*999-later.*Start/s)
  expect(await tables()).toEqual(before)
})

test('a failed migration is rolled back', async () => {
  await sql`create table cards (foreign_to_us text)`.execute(database.pool)
  await expect(migrate(database)).rejects.toMatchObject({ code: '42P07' })
  expect(await tables()).toEqual(['cards'])
  await sql`drop table cards`.execute(database.pool)
  expect((await migrate(database)).applied).toContain('001-spine')
})

test('migrate names a table that cannot be read', async () => {
  await migrate(database)
  // A view that fails when it is read stands in for a damaged file.
  await sql`alter table labels rename to labels_kept`.execute(database.pool)
  await sql`create view labels as select 1 / 0 as broken`.execute(database.pool)
  await expect(migrate(database)).rejects.toThrow('Cannot read the table labels of this database')
})

test('migrate ignores tables in other schemas', async () => {
  await migrate(database)
  const { pool } = database
  await sql`create schema others`.execute(pool)
  await sql`create table others.only_theirs (id text)`.execute(pool)
  await expect(migrate(database)).resolves.toEqual({ applied: [] })
  await sql`drop schema others cascade`.execute(pool)
})
