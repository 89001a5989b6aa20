import type { Kysely } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import type { Tables } from '#service/db/schema/tables.ts'
import { hasOneConnection } from '#service/db/test-lock-waits.ts'
import { perTest, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { boardPerTest } from '#service/tasks/test-board.ts'
import { createPurge, purgeExpired } from './purge.ts'

const service = servicePerFile()
const board = boardPerTest(workspacePerTest(service))
const card = perTest(() => board.add('Card'))
beforeEach(async () => {
  await service.database.pool
    .updateTable('cards')
    .set({ deleted_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', card.id)
    .execute()
})

const isStored = async () =>
  (await service.database.pool.selectFrom('cards').select('id').where('id', '=', card.id).execute())
    .length > 0

/** The deletion of old events reads first, and so do those of old deliveries and of the audit log. */
const withoutReads = (pool: Kysely<Tables>) =>
  pool.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'SelectQueryNode') throw new Error('no reads')
      return node
    },
    transformResult: async ({ result }) => result,
  })

test('deleted cards are purged when the deletion of old events fails', async () => {
  const failures: unknown[] = []
  const pool = withoutReads(service.database.pool)
  await purgeExpired(pool, new Date(), (error) => failures.push(error))
  expect(failures).toEqual(Array(4).fill(new Error('no reads')))
  expect(await isStored()).toBe(false)
})

test('the purge runs soon after the start, and again until it is stopped', async () => {
  const runs: unknown[] = []
  const pool = withoutReads(service.database.pool)
  const purge = createPurge(pool, (error) => runs.push(error), { firstMs: 1, intervalMs: 5 })
  expect(await isStored()).toBe(true)
  purge.start()
  await expect.poll(isStored, { interval: 5 }).toBe(false)
  await expect.poll(() => runs.length, { interval: 5 }).toBeGreaterThan(1)
  await purge.stop()
})

test('stopping the purge waits for the one in progress', async () => {
  const failures: unknown[] = []
  let isStarted = false
  const pool = service.database.pool.withPlugin({
    transformQuery({ node }) {
      isStarted = true
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const purge = createPurge(pool, (error) => failures.push(error), { firstMs: 1 })
  purge.start()
  await expect.poll(() => isStarted, { interval: 1 }).toBe(true)
  await purge.stop()
  expect(await isStored()).toBe(false)
  expect(failures).toEqual([])
})

// The embedded engine has the clock of its process.
test.skipIf(hasOneConnection)(
  'the purge keeps what a process deletes only by its own clock',
  async () => {
    const { pool } = service.database
    const deleted_at = new Date(Date.now() - 29 * 86_400_000)
    await pool.updateTable('cards').set({ deleted_at }).where('id', '=', card.id).execute()
    const old = await board.add('Old card')
    const longAgo = new Date(Date.now() - 31 * 86_400_000)
    await pool.updateTable('cards').set({ deleted_at: longAgo }).where('id', '=', old.id).execute()
    onTestFinished(() => void vi.useRealTimers())
    const failures: unknown[] = []
    for (const years of [1, -1]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + years * 365 * 86_400_000 })
      const purge = createPurge(pool, (error) => failures.push(error), { firstMs: 1 })
      purge.start()
      const isOldStored = async () =>
        (await pool.selectFrom('cards').select('id').where('id', '=', old.id).execute()).length > 0
      await expect.poll(isOldStored, { interval: 5 }).toBe(false)
      await purge.stop()
      vi.useRealTimers()
      expect([years, await isStored()]).toEqual([years, true])
    }
    expect(failures).toEqual([])
  },
)
