// Runs on both engines: it relies on leases and row locks.
import { expect, onTestFinished, test } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import {
  claimDeliveries,
  saveAttempts,
  takeBackDeliveries,
} from '#service/webhooks/delivery-queue.store.ts'
import { type ClaimKind, createClaimRunner } from './claim-runner.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const patience = { timeout: 20_000, interval: 20 }

async function queueTests(count: number): Promise<string> {
  const webhook = { url: 'https://hooks.example.com/in', events: ['*'], enabled: false }
  const { id } = await owner.create('POST /webhooks', webhook)
  for (let at = 0; at < count; at++) await owner.create(`POST /webhooks/${id}/test`, {})
  return id
}
const claim = (who: string, ms = 30_000) =>
  service.database.transaction(owner.workspace_id, (db) => claimDeliveries(db, { owner: who, ms }))
const attemptsOf = async (id: string) => {
  const [{ id: delivery }] = (await owner.request(`GET /webhooks/${id}/deliveries`)).body.data
  return (await owner.request(`GET /webhooks/${id}/deliveries/${delivery}`)).body.attempts
}

test('a process claims at once what another one is not about to claim', async () => {
  // The embedded engine has one connection.
  if (service.database.kind === 'embedded') return
  await queueTests(15)
  await service.database.transaction(owner.workspace_id, async (db) => {
    const one = await claimDeliveries(db, { owner: 'one', ms: 30_000 })
    const other = await claim('other')
    const ids = [...one, ...other].map(({ id }) => id)
    expect([one.length, other.length, new Set(ids).size]).toEqual([10, 5, 15])
  })
})

test('a lease that ended gives the delivery back, and the log says so', async () => {
  const id = await queueTests(1)
  expect(await claim('killed', -1000)).toHaveLength(1)
  await takeBackDeliveries(service.database.pool, false)
  const [again] = await claim('alive')
  expect(again).toMatchObject({ attempt_count: 2, tries: 10 })
  expect(await attemptsOf(id)).toMatchObject([{ number: 1, error: 'interrupted' }])
})

test('a lease that goes on is left alone until its process is known to be gone', async () => {
  await queueTests(1)
  await claim('alive')
  await takeBackDeliveries(service.database.pool, false)
  expect(await claim('other')).toEqual([])
  await takeBackDeliveries(service.database.pool, true)
  expect(await claim('other')).toHaveLength(1)
})

/** Work in memory: each item is a number. */
function createWork(count: number) {
  const waiting = Array.from({ length: count }, (_, at) => at)
  const begun: number[] = []
  const recorded: (readonly [number, string])[] = []
  const kind: ClaimKind<number, string> = {
    name: 'test',
    leaseMs: 30_000,
    findWorkspaces: async () => (waiting.length > 0 ? [owner.workspace_id] : []),
    claim: async () => waiting.splice(0, 2),
    act: async (item) => {
      begun.push(item)
      return 'done'
    },
    record: async (_db, _owner, results) => void recorded.push(...results),
    takeBack: async () => undefined,
  }
  return { kind, begun, recorded }
}
const createRunner = <Item, Result>(kind: ClaimKind<Item, Result>) => {
  const runner = createClaimRunner(service.database, kind, () => undefined)
  onTestFinished(() => runner.stop())
  return runner
}

test('work is claimed until nothing is left, and recorded once', async () => {
  const { kind, recorded } = createWork(7)
  createRunner(kind).start()
  await expect.poll(() => recorded.length, patience).toBe(7)
  expect(new Set(recorded.map(([item]) => item)).size).toBe(7)
})

test('a stop waits for what is under way and records it', async () => {
  const { kind, begun, recorded } = createWork(1)
  const slow = {
    ...kind,
    act: async (item: number) => {
      begun.push(item)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return 'done'
    },
  }
  const runner = createRunner(slow)
  runner.start()
  await expect.poll(() => begun, patience).toEqual([0])
  await runner.stop()
  expect(recorded).toEqual([[0, 'done']])
})

test('a stop ends work that takes too long, and records that it was interrupted', async () => {
  const { kind, begun, recorded } = createWork(1)
  const endless = {
    ...kind,
    act: (item: number, signal: AbortSignal) => {
      begun.push(item)
      return new Promise<string>((resolve) => {
        signal.addEventListener('abort', () => resolve('interrupted'))
      })
    },
  }
  const runner = createRunner(endless)
  runner.start()
  await expect.poll(() => begun, patience).toEqual([0])
  await runner.stop()
  expect(recorded).toEqual([[0, 'interrupted']])
})

test('a record of an attempt that was taken back is ignored', async () => {
  const id = await queueTests(1)
  const [first] = await claim('slow', -1000)
  await takeBackDeliveries(service.database.pool, false)
  await claim('slow')
  const record = {
    ...{ delivery_id: first?.id ?? '', webhook_id: id, number: first?.attempt_count ?? 0 },
    ...{ at: new Date().toISOString(), http_status: 200, duration_ms: 1, error: null },
    ...{ request_headers: {}, response_headers: {}, response_excerpt: '' },
    next: { state: 'succeeded' } as const,
  }
  const save = (number: number) =>
    service.database.transaction(owner.workspace_id, (db) =>
      saveAttempts(db, 'slow', [{ ...record, number }]),
    )
  expect(await save(1)).toEqual([])
  expect(await save(2)).toHaveLength(1)
})

test('a workspace whose claim fails does not keep another one', async () => {
  const { kind, recorded } = createWork(1)
  const other = await service.workspace()
  const failing: typeof kind = {
    ...kind,
    findWorkspaces: async () => [other.workspace_id, owner.workspace_id],
    async claim(db, lease) {
      if (db.workspace_id === other.workspace_id) throw new Error('It fails in every round.')
      return kind.claim(db, lease)
    },
  }
  createRunner(failing).start()
  await expect.poll(() => recorded, patience).toEqual([[0, 'done']])
})

test('a record is tried again while the database is away', async () => {
  const { kind, recorded } = createWork(1)
  let failures = 2
  const failing: typeof kind = {
    ...kind,
    async record(db, who, results) {
      if (failures-- > 0) throw new Error('Connection terminated')
      await kind.record(db, who, results)
    },
  }
  createRunner(failing).start()
  await expect.poll(() => recorded, patience).toEqual([[0, 'done']])
})
