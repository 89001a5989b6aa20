// Runs on both engines: it tests the driver.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '#service/db/db.ts'
import { openTestDatabase } from '#service/db/test-database.ts'
import { settleAll } from '#service/db/transactions.ts'
import { type Placeholders, prepared } from './prepared-statement.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

let buildCount = 0
const workspacesByName = prepared((tx, params: Placeholders<{ name: string }>) => {
  buildCount += 1
  return tx
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('id', '=', params.workspace_id)
    .where('name', '=', params.name)
})
const insertion = prepared((tx, params: Placeholders<{ name: string; at: Date }>) =>
  tx.insertInto('workspaces').values({
    id: params.workspace_id,
    name: params.name,
    owner_id: 'mem_1',
    owner_name: 'Ada',
    created_at: params.at,
    updated_at: params.at,
  }),
)
const failure = prepared(
  (_, params: Placeholders<{ by: number }>) => sql`select 1 / ${params.by}::int`,
)
const insertWorkspace = (id: string, name: string) =>
  database.transaction(id, async (db) => insertion.enqueue(db, { name, at: new Date() }))

test('a prepared statement is built once for all workspaces and values', async () => {
  for (const id of ['wsp_1', 'wsp_2']) await insertWorkspace(id, `Name of ${id}`)
  for (let time = 0; time < 3; time++)
    for (const id of ['wsp_1', 'wsp_2']) {
      const rows = await workspacesByName.all(database.readOnly(id), { name: `Name of ${id}` })
      expect(rows).toEqual([{ id, name: `Name of ${id}` }])
    }
  expect(
    await workspacesByName.first(database.readOnly('wsp_1'), { name: 'Name of wsp_2' }),
  ).toBeUndefined()
  expect(buildCount).toBe(1)
})

test('an enqueued statement runs before the next query', async () => {
  const row = await database.transaction('wsp_3', async (db) => {
    insertion.enqueue(db, { name: 'Soon', at: new Date() })
    return workspacesByName.first(db, { name: 'Soon' })
  })
  expect(row).toEqual({ id: 'wsp_3', name: 'Soon' })
})

test('queries of one batch return their own results in order', async () => {
  await insertWorkspace('wsp_4', 'Four')
  const results = await database.transaction('wsp_4', (db) =>
    settleAll([
      workspacesByName.first(db, { name: 'Four' }),
      workspacesByName.first(db, { name: 'Five' }),
      db.tx.selectFrom('workspaces').select('name').where('id', '=', 'wsp_4').execute(),
    ]),
  )
  expect(results).toEqual([{ id: 'wsp_4', name: 'Four' }, undefined, [{ name: 'Four' }]])
})

test('an enqueued statement that fails rolls back the transaction', async () => {
  const work = database.transaction('wsp_5', async (db) => {
    insertion.enqueue(db, { name: 'Five', at: new Date() })
    failure.enqueue(db, { by: 0 })
    await workspacesByName.first(db, { name: 'Five' })
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  const last = database.transaction('wsp_5', async (db) => {
    insertion.enqueue(db, { name: 'Five', at: new Date() })
    failure.enqueue(db, { by: 0 })
  })
  await expect(last).rejects.toMatchObject({ code: '22012' })
  expect(await workspacesByName.all(database.readOnly('wsp_5'), { name: 'Five' })).toEqual([])
})

test('a statement that failed runs again on its connection', async () => {
  for (let time = 0; time < 12; time++)
    await expect(failure.all(database.readOnly('wsp_1'), { by: 0 })).rejects.toMatchObject({
      code: '22012',
    })
  for (let time = 0; time < 12; time++)
    expect(await failure.all(database.readOnly('wsp_1'), { by: 1 })).toHaveLength(1)
})

test('a transaction that throws at once sends nothing', async () => {
  const work = database.transaction('wsp_6', (db) => {
    void workspacesByName.first(db, { name: 'Six' }).catch(() => undefined)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  await insertWorkspace('wsp_6', 'Six')
  expect(await workspacesByName.all(database.readOnly('wsp_6'), { name: 'Six' })).toHaveLength(1)
})
