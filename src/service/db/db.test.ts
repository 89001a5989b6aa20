// Runs on both engines: it tests the driver.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Database, WorkspaceDb } from './db.ts'
import { openTestDatabase } from './test-database.ts'
import { hasOneConnection } from './test-lock-waits.ts'
import { settleAll } from './transactions.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.deleteFrom('workspaces').execute()
})

const workspace = (id: string, at = new Date()) => ({
  id,
  name: 'Fern & Field',
  owner_id: 'mem_1',
  owner_name: 'Ada',
  created_at: at,
  updated_at: at,
})
const insert = ({ tx }: WorkspaceDb, id: string, at?: Date) =>
  tx.insertInto('workspaces').values(workspace(id, at)).execute()
const ids = async () =>
  (await database.pool.selectFrom('workspaces').select('id').execute()).map(({ id }) => id)
const fail = ({ tx }: WorkspaceDb, code: string) =>
  sql.raw(`do $$ begin raise exception 'as told' using errcode = '${code}'; end $$`).execute(tx)

test('a transaction commits its writes in its workspace', async () => {
  const result = await database.transaction('wsp_1', async (db) => {
    await insert(db, db.workspace_id)
    return db.workspace_id
  })
  expect(result).toBe('wsp_1')
  expect(await ids()).toEqual(['wsp_1'])
})

test('a transaction that throws is rolled back', async () => {
  const error = new Error('no')
  const work = database.transaction('wsp_1', async (db) => {
    await insert(db, 'wsp_1')
    throw error
  })
  await expect(work).rejects.toBe(error)
  expect(await ids()).toEqual([])
})

test.each(['40001', '40P01'])('a transaction that fails with %s is retried', async (code) => {
  let runs = 0
  await database.transaction('wsp_1', async (db) => {
    runs += 1
    await insert(db, `wsp_${runs}`)
    if (runs <= 3) await fail(db, code)
  })
  expect(runs).toBe(4)
  expect(await ids()).toEqual(['wsp_4'])
})

test('a transaction that always conflicts fails after three retries', async () => {
  let runs = 0
  const work = database.transaction('wsp_1', async (db) => {
    runs += 1
    await fail(db, '40001')
  })
  await expect(work).rejects.toMatchObject({ code: '40001' })
  expect(runs).toBe(4)
})

test('a transaction that fails with another error is not retried', async () => {
  let runs = 0
  const work = database.transaction('wsp_1', async (db) => {
    runs += 1
    await fail(db, '23505')
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(1)
})

test('a commit that silently rolled back is an error', async () => {
  const work = database.transaction('wsp_1', async (db) => {
    await insert(db, 'wsp_1')
    await fail(db, '22012').catch(() => 'overlooked')
  })
  await expect(work).rejects.toThrow('was rolled back')
  expect(await ids()).toEqual([])
  await database.transaction('wsp_2', (db) => insert(db, 'wsp_2'))
  expect(await ids()).toEqual(['wsp_2'])
})

test('a timestamp is read in the millisecond it was written', async () => {
  const moments = [
    '1970-01-01T00:00:00.001Z',
    '2026-10-25T00:59:59.999Z',
    '2038-01-19T03:14:08.120Z',
  ]
  for (const [turn, moment] of moments.entries())
    await insert(database.readOnly(''), `wsp_${turn}`, new Date(moment))
  const rows = await database.pool.selectFrom('workspaces').selectAll().orderBy('id').execute()
  expect(rows.map(({ created_at }) => created_at)).toEqual(moments)
})

test('a timestamp of the database is truncated to milliseconds', async () => {
  await insert(database.readOnly(''), 'wsp_1')
  await sql`update workspaces set updated_at = '2026-01-02 03:04:05.6789Z'`.execute(database.pool)
  const row = await database.pool.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow()
  const same = await database.pool
    .selectFrom('workspaces')
    .select('id')
    .where('updated_at', '=', row.updated_at)
    .execute()
  expect(same).toHaveLength(1)
})

test('a date without a time is read as text', async () => {
  const { rows } = await sql<{ day: string }>`select date '2026-03-01' as day`.execute(
    database.pool,
  )
  expect(rows).toEqual([{ day: '2026-03-01' }])
})

test('ids are compared by bytes on every engine', async () => {
  for (const id of ['wsp_b', 'wsp_B', 'wsp_a', 'wsp__']) await insert(database.readOnly(''), id)
  const rows = await database.pool.selectFrom('workspaces').select('id').orderBy('id').execute()
  expect(rows.map(({ id }) => id)).toEqual(['wsp_B', 'wsp__', 'wsp_a', 'wsp_b'])
})

test('concurrent transactions do not deadlock', async () => {
  const all = Array.from({ length: 30 }, (_, turn) =>
    database.transaction(`wsp_${turn}`, (db) => insert(db, db.workspace_id)),
  )
  await Promise.all(all)
  expect(await ids()).toHaveLength(30)
})

const insertion = ({ tx }: WorkspaceDb, id: string) =>
  tx.insertInto('workspaces').values(workspace(id))

test.runIf(hasOneConnection)('a request goes before background work that came first', async () => {
  const order: string[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const first = database.transaction('wsp_1', () => ended)
  const background = database.background.transaction('wsp_1', async ({ tx }) => {
    await tx.selectFrom('workspaces').select('id').execute()
    order.push('background')
  })
  const request = database.pool.selectFrom('workspaces').select('id').execute()
  const requested = request.then(() => order.push('request'))
  end()
  await Promise.all([first, background, requested])
  expect(order).toEqual(['request', 'background'])
})

test('an enqueued statement is sent with the commit, and never after a throw', async () => {
  await database.transaction('wsp_1', async (db) => db.enqueue(insertion(db, 'wsp_1')))
  expect(await ids()).toEqual(['wsp_1'])
  const work = database.transaction('wsp_1', async (db) => {
    db.enqueue(insertion(db, 'wsp_2'))
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await ids()).toEqual(['wsp_1'])
})

test('an enqueued statement that fails rolls back the transaction', async () => {
  const work = database.transaction('wsp_1', async (db) => {
    await insert(db, 'wsp_1')
    db.enqueue(insertion(db, 'wsp_2'))
    db.enqueue(insertion(db, 'wsp_1'))
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([])
})

test.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a lost connection fails its transaction and nothing else',
  async () => {
    const work = database.transaction('wsp_1', async (db) => {
      await insert(db, 'wsp_1')
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.pool)
      await insert(db, 'wsp_2')
    })
    await expect(work).rejects.toThrow(/terminat|not queryable/)
    expect(await ids()).toEqual([])
  },
)

test('a transaction without statements leaves its connection usable', async () => {
  await database.transaction('wsp_1', async () => undefined)
  await expect(
    database.transaction('wsp_1', async () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  await database.transaction('wsp_1', (db) => insert(db, 'wsp_1'))
  expect(await ids()).toEqual(['wsp_1'])
})

test('a failed statement rolls back the batch it was sent with', async () => {
  const work = database.transaction('wsp_1', (db) =>
    settleAll([insert(db, 'wsp_1'), fail(db, '23505'), insert(db, 'wsp_2')]),
  )
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([])
})

test('a prepared statement survives a migration of its table', async () => {
  const { pool } = database
  await sql`create table kept (one text)`.execute(pool)
  const runQuery = (tx: typeof pool) =>
    sql`select * from kept where one is distinct from ${'x'}`.execute(tx)
  for (let time = 0; time < 20; time++) await runQuery(pool)
  await sql`alter table kept add column two text`.execute(pool)
  await Promise.all(Array.from({ length: 8 }, () => runQuery(pool)))
  await database.transaction('wsp_1', async ({ tx }) => runQuery(tx))
  await sql`drop table kept`.execute(pool)
})

test('a prepared statement survives deallocation on its connection', async () => {
  const { pool } = database
  const runQuery = (tx: typeof pool) => sql<{ one: string }>`select ${'x'}::text as one`.execute(tx)
  for (let time = 0; time < 20; time++) await runQuery(pool)
  // As behind a pooler, which gives a transaction another connection.
  await Promise.all(Array.from({ length: 8 }, () => sql`deallocate all`.execute(pool)))
  const { rows } = await database.transaction('wsp_1', async ({ tx }) => runQuery(tx))
  expect(rows).toEqual([{ one: 'x' }])
})
