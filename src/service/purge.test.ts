import { type Kysely, sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { idAt } from '#service/db/ids.ts'
import type { Tables } from '#service/db/schema/tables.ts'
import { hasOneConnection } from '#service/db/test-lock-waits.ts'
import { perTest, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { boardPerTest } from '#service/tasks/test-board.ts'
import { createPurge, purgeExpired } from './purge.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)
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

/** Deletions by workspace, webhook or import read first: of events, deliveries, their bytes, imports and the audit log. */
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
  expect(failures).toEqual(Array(5).fill(new Error('no reads')))
  expect(await isStored()).toBe(false)
})

/** Five old rows of each kind that the purge deletes. Returns how many are left. */
async function addOldRows() {
  const { pool } = service.database
  const { workspace_id } = owner
  const { id: key_id } = (await owner.request('GET /me')).body.key
  const list_id = (await owner.create('POST /lists', { name: 'L' })).id
  const old = new Date('2020-01-01')
  const five = Array.from({ length: 5 }, (_, n) => n)
  for (const n of five) await board.add(`Old ${n}`)
  await pool
    .updateTable('cards')
    .set({ deleted_at: old })
    .where('workspace_id', '=', workspace_id)
    .execute()
  const webhook = await owner.create('POST /webhooks', { url: 'https://x.io', events: ['*'] })
  await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, kind, state, created_at, finished_at)
    select ${workspace_id}, 'dlv_' || n, ${webhook.id}, 'evt_' || n, 'board.created', 'skipped', ${old}, ${old}
    from generate_series(1, 5) n`.execute(pool)
  await sql`
    insert into idempotency_keys (workspace_id, key_id, value, method, path, body_hash, state, expires_at)
    select ${workspace_id}, ${key_id}, n::text, 'POST', '/', '', 'done', ${old}
    from generate_series(1, 5) n`.execute(pool)
  await sql`
    insert into audit_log (workspace_id, id, at, kind, resource_type, resource_id, address, request_id)
    select ${workspace_id}, ${idAt('aud', old)} || n, ${old}, 'created', 'board', '', '', ''
    from generate_series(1, 5) n`.execute(pool)
  const csv = `Email\n${five.map((n) => `reader${n}@x.io`).join('\n')}`
  const { id } = await owner.create(`POST /lists/${list_id}/imports`, { csv })
  await sql`
    update contact_imports set finished_at = ${old}, status = 'completed' where id = ${id}`.execute(
    pool,
  )
  await sql`
    insert into imported_contacts select ${workspace_id}, ${id}, 'con_' || n
    from generate_series(1, 5) n`.execute(pool)
  const tables = ['cards', 'webhook_deliveries', 'idempotency_keys', 'audit_log'] as const
  return async () => {
    const counts = []
    for (const table of [...tables, 'contact_imports', 'imported_contacts'] as const) {
      const rows = pool.selectFrom(table).select('workspace_id')
      counts.push((await rows.where('workspace_id', '=', workspace_id).execute()).length)
    }
    return counts
  }
}

test('no purge deletes more than a batch in one statement', async () => {
  const countRows = await addOldRows()
  expect((await countRows()).map((count) => Math.min(count, 5))).toEqual([5, 5, 5, 5, 1, 5])
  const counts: number[] = []
  const pool = service.database.pool.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counts.push(Number(result.numAffectedRows ?? 0))
      return result
    },
  })
  const failures: unknown[] = []
  const stopped = { size: 2, isStopped: () => counts.length > 0 && Math.max(...counts) > 0 }
  await purgeExpired(pool, new Date(), (error) => failures.push(error), stopped)
  // The one batch in progress is the last.
  expect([Math.max(...counts), counts.filter(Boolean).length]).toEqual([2, 1])
  await purgeExpired(pool, new Date(), (error) => failures.push(error), { size: 2 })
  expect(Math.max(...counts)).toBe(2)
  // What the requests of this test did is younger.
  expect(await countRows()).toEqual([0, 0, 0, expect.any(Number), 0, 0])
  expect(failures).toEqual([])
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

test('stopping the purge waits for the statement in progress', async () => {
  const order: string[] = []
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const pool = service.database.pool.withPlugin({
    transformQuery({ node }) {
      order.push('began')
      return node
    },
    async transformResult({ result }) {
      await isReleased
      order.push('ended')
      return result
    },
  })
  const purge = createPurge(pool, (error) => order.push(String(error)), { firstMs: 1 })
  purge.start()
  await expect.poll(() => order, { interval: 1 }).toEqual(['began'])
  const stopped = purge.stop().then(() => order.push('stopped'))
  await nextTurn()
  release()
  await stopped
  expect(order.slice(1, 2)).toEqual(['ended'])
  expect(order.at(-1)).toBe('stopped')
})

test('a purge begins only after the previous one has ended', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let runs = 0
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  const pool = service.database.pool.withPlugin({
    transformQuery({ node }) {
      // Each run begins with the time of the database.
      if (JSON.stringify(node).includes('extract(epoch')) runs += 1
      return node
    },
    async transformResult({ result }) {
      await isReleased
      return result
    },
  })
  const purge = createPurge(pool, () => undefined, { firstMs: 1, intervalMs: 100 })
  purge.start()
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(5000)
  expect(runs).toBe(1)
  release()
  const nextRun = () => {
    vi.advanceTimersByTime(100)
    return runs
  }
  await expect.poll(nextRun).toBeGreaterThan(1)
  await purge.stop()
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
