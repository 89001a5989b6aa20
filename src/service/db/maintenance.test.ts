// Runs on both engines: the engines are maintained differently.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database } from './db.ts'
import { createMaintenance } from './maintenance.ts'
import { openTestDatabase } from './test-database.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await sql`drop table if exists notes`.execute(database.pool)
  await sql`create table notes (id integer primary key, text text)`.execute(database.pool)
  await sql`insert into notes select n, repeat('x', 50) from generate_series(1, 1000) n`.execute(
    database.pool,
  )
})

const number = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(database.pool)).rows[0]?.n
const size = () => number(sql<{ n: number }>`select pg_relation_size('notes')::int as n`)
const updateAll = () => sql`update notes set text = text || ''`.execute(database.pool)

test('analyze gives the planner row counts after an import', async () => {
  const known = () => number(sql`select count(*)::int as n from pg_stats where tablename = 'notes'`)
  expect(await known()).toBe(0)
  await createMaintenance(database).analyze()
  expect(await known()).toBe(2)
})

const isEmbedded = process.env['TEST_ENGINE'] !== 'postgres'

const count = (column: 'vacuum_count' | 'analyze_count') =>
  number(sql`select ${sql.ref(column)}::int as n from pg_stat_user_tables where relname = 'notes'`)

test.runIf(isEmbedded)('a table with many updates does not grow', async () => {
  const upkeep = createMaintenance(database)
  let rounds = 0
  const round = async () => {
    await updateAll()
    upkeep.noteWrites(5000)
    rounds += 1
    await expect.poll(() => count('analyze_count')).toBe(rounds)
    return size()
  }
  await round()
  const settled = (await round()) ?? 0
  for (let turn = 0; turn < 8; turn++) await round()
  expect(await size()).toBeLessThanOrEqual(settled)
})

test.runIf(isEmbedded)('a table with many updates grows without maintenance', async () => {
  const before = (await size()) ?? 0
  for (let turn = 0; turn < 20; turn++) await updateAll()
  expect(await size()).toBeGreaterThan(before * 10)
})

test.runIf(isEmbedded)('maintenance leaves tables with few changes alone', async () => {
  const upkeep = createMaintenance(database)
  const changeAll = async (next: number) => {
    await updateAll()
    upkeep.noteWrites(5000)
    await expect.poll(() => count('analyze_count')).toBe(next)
  }
  await changeAll(1)
  await sql`create table few (id integer)`.execute(database.pool)
  await sql`insert into few values (1)`.execute(database.pool)
  await changeAll(2)
  expect(
    await number(
      sql`select (vacuum_count + analyze_count)::int as n from pg_stat_user_tables where relname = 'few'`,
    ),
  ).toBe(0)
  await sql`drop table few`.execute(database.pool)
})

test.runIf(isEmbedded)('statistics of a busy period are collected again when idle', async () => {
  const upkeep = createMaintenance(database, { idleMs: 20 })
  const frequentIds = () =>
    number(sql`select cardinality(histogram_bounds::text::text[])::int as n
      from pg_stats where tablename = 'notes' and attname = 'id'`)
  upkeep.noteWrites(5000)
  await expect.poll(frequentIds).toBe(21)
  upkeep.start()
  await expect.poll(frequentIds).toBe(101)
  upkeep.stop()
})

test.runIf(isEmbedded)('maintenance vacuums few writes after an idle period', async () => {
  const upkeep = createMaintenance(database, { idleMs: 20 })
  await updateAll()
  upkeep.noteWrites(1)
  upkeep.start()
  await expect.poll(() => count('vacuum_count')).toBe(1)
  upkeep.stop()
})

test.runIf(isEmbedded)('maintenance that fails is reported and retried', async () => {
  const failures: unknown[] = []
  const upkeep = createMaintenance(database, {
    idleMs: 20,
    onFailure: (error) => failures.push(error),
  })
  // An index over something that can be made to fail stands in for a full disk.
  await sql`create or replace function fragile(integer) returns integer immutable language plpgsql as $$
    begin return $1 / current_setting('test.divisor')::integer; end $$`.execute(database.pool)
  const divideBy = (divisor: number) =>
    sql.raw(`set test.divisor = ${divisor}`).execute(database.pool)
  await divideBy(1)
  await sql`create index notes_fragile on notes (fragile(id))`.execute(database.pool)
  await divideBy(0)
  upkeep.noteWrites(5000)
  await expect.poll(() => failures).toMatchObject([{ code: '22012' }])
  await divideBy(1)
  upkeep.start()
  await expect.poll(() => count('analyze_count')).toBeGreaterThan(0)
  upkeep.stop()
})

test.skipIf(isEmbedded)('maintenance does nothing on a PostgreSQL server', async () => {
  const upkeep = createMaintenance(database, { idleMs: 1 })
  upkeep.start()
  upkeep.noteWrites(100_000)
  await updateAll()
  upkeep.stop()
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(vacuum_count), 0)::int as n from pg_stat_user_tables`.execute(database.pool)
  expect(rows).toEqual([{ n: 0 }])
})
