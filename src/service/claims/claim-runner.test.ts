// Runs on both engines: it relies on leases and row locks.
import { expect, onTestFinished, test } from 'vitest'

import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import {
  claimDeliveries,
  releaseExpiredDeliveries,
  saveAttempts,
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
  service.database.transaction(owner.workspace_id, (db) =>
    claimDeliveries(db, { owner: who, ms }, 50),
  )
const attemptsOf = async (id: string) => {
  const [{ id: delivery }] = (await owner.request(`GET /webhooks/${id}/deliveries`)).body.data
  return (await owner.request(`GET /webhooks/${id}/deliveries/${delivery}`)).body.attempts
}

test('a webhook that a process claims from is left to it', async () => {
  // The embedded engine has one connection.
  if (service.database.kind === 'embedded') return
  await queueTests(15)
  await service.database.transaction(owner.workspace_id, async (db) => {
    const one = await claimDeliveries(db, { owner: 'one', ms: 30_000 }, 50)
    const other = await claim('other')
    expect([one.length, other.length]).toEqual([10, 0])
  })
  expect(await claim('other')).toEqual([])
})

test('a delivery whose lease ended is claimed again, and the log says so', async () => {
  const id = await queueTests(1)
  expect(await claim('killed', -1000)).toHaveLength(1)
  await releaseExpiredDeliveries(service.database.pool, false)
  const [again] = await claim('alive')
  expect(again).toMatchObject({ attempt_count: 2, tries: 10 })
  expect(await attemptsOf(id)).toMatchObject([{ number: 1, error: 'interrupted' }])
})

test('a lease keeps a delivery until its process is known to be gone', async () => {
  await queueTests(1)
  await claim('alive')
  await releaseExpiredDeliveries(service.database.pool, false)
  expect(await claim('other')).toEqual([])
  await releaseExpiredDeliveries(service.database.pool, true)
  expect(await claim('other')).toHaveLength(1)
})

/** Work in memory: each item is a number. */
function createWork(count: number) {
  const waiting = Array.from({ length: count }, (_, at) => at)
  const startedItems: number[] = []
  const recorded: (readonly [number, string])[] = []
  const kind: ClaimKind<number, string> = {
    name: 'test',
    leaseMs: 30_000,
    maxActive: 100,
    findWorkspaces: async () => (waiting.length > 0 ? [owner.workspace_id] : []),
    claim: async () => ({ items: waiting.splice(0, 2), hasMore: false }),
    act: async (item) => {
      startedItems.push(item)
      return 'done'
    },
    record: async (_db, _owner, results) => {
      recorded.push(...results)
      return []
    },
    releaseExpired: async () => undefined,
  }
  return { kind, startedItems, recorded }
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
  const { kind, startedItems, recorded } = createWork(1)
  const slow = {
    ...kind,
    act: async (item: number) => {
      startedItems.push(item)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return 'done'
    },
  }
  const runner = createRunner(slow)
  runner.start()
  await expect.poll(() => startedItems, patience).toEqual([0])
  await runner.stop()
  expect(recorded).toEqual([[0, 'done']])
})

test('a stop ends work that takes too long, and records that it was interrupted', async () => {
  const { kind, startedItems, recorded } = createWork(1)
  const endless = {
    ...kind,
    act: (item: number, signal: AbortSignal) => {
      startedItems.push(item)
      return new Promise<string>((resolve) => {
        signal.addEventListener('abort', () => resolve('interrupted'))
      })
    },
  }
  const runner = createRunner(endless)
  runner.start()
  await expect.poll(() => startedItems, patience).toEqual([0])
  await runner.stop()
  expect(recorded).toEqual([[0, 'interrupted']])
})

test('the record of an attempt whose lease ended is ignored', async () => {
  const id = await queueTests(1)
  const [first] = await claim('slow', -1000)
  await releaseExpiredDeliveries(service.database.pool, false)
  await claim('slow')
  const record = {
    ...{ delivery_id: first?.id ?? '', webhook_id: id, number: first?.attempt_count ?? 0 },
    ...{ at: new Date().toISOString(), http_status: 200, duration_ms: 1, error: null },
    ...{ request_headers: {}, response_headers: {}, response_excerpt: '', isOwnFailure: false },
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
    async claim(db, lease, most) {
      if (db.workspace_id === other.workspace_id) throw new Error('It fails in every round.')
      return kind.claim(db, lease, most)
    },
  }
  createRunner(failing).start()
  await expect.poll(() => recorded, patience).toEqual([[0, 'done']])
})

test('results that arrive in a pause between rounds share one transaction', async () => {
  const { kind } = createWork(8)
  const batches: number[] = []
  const all: typeof kind = {
    ...kind,
    claim: async (db, lease) => ({ ...(await kind.claim(db, lease, 2)), hasMore: true }),
    record: async (_db, _owner, results) => {
      batches.push(results.length)
      return []
    },
  }
  createRunner(all).start()
  await expect.poll(() => batches.reduce((sum, size) => sum + size, 0), patience).toBe(8)
  expect(batches).toEqual([2, 2, 2, 2])
})

test('a workspace leaves room for others while the process is at its limit', async () => {
  const other = await service.workspace()
  const startedItems: string[] = []
  const answer = new AbortController()
  const hanging: ClaimKind<string, string> = {
    name: 'test',
    leaseMs: 30_000,
    maxActive: 8,
    findWorkspaces: async () => [owner.workspace_id, other.workspace_id],
    claim: async (db, _lease, most) => ({
      items: Array.from({ length: most }, () => db.workspace_id),
      hasMore: true,
    }),
    act: (item) => {
      startedItems.push(item)
      return new Promise((resolve) =>
        answer.signal.addEventListener('abort', () => resolve('ended')),
      )
    },
    record: async () => [],
    releaseExpired: async () => undefined,
  }
  createRunner(hanging).start()
  await expect.poll(() => startedItems.length, patience).toBe(8)
  const ofOther = startedItems.filter((id) => id === other.workspace_id)
  expect(ofOther.length).toBeGreaterThanOrEqual(2)
  answer.abort()
})

test('a workspace whose rows are locked does not keep another one', async () => {
  // The embedded engine has one connection.
  if (service.database.kind === 'embedded') return
  const { kind, recorded } = createWork(1)
  const other = await service.workspace()
  const unlock = new AbortController()
  onTestFinished(() => unlock.abort())
  const blocked: typeof kind = {
    ...kind,
    findWorkspaces: async () => [other.workspace_id, owner.workspace_id],
    claim: (db, lease, most) =>
      db.workspace_id === owner.workspace_id
        ? kind.claim(db, lease, most)
        : new Promise((resolve) => {
            unlock.signal.addEventListener('abort', () => resolve({ items: [], hasMore: false }))
          }),
  }
  createRunner(blocked).start()
  await expect.poll(() => recorded, patience).toEqual([[0, 'done']])
})

test.each([
  ['while the database is away', new Error('Connection terminated')],
  ['after a timeout', Object.assign(new Error('It took too long.'), { code: '57014' })],
])('a record is tried again %s', async (_when, error) => {
  const { kind, recorded } = createWork(1)
  let failures = 2
  const failing: typeof kind = {
    ...kind,
    async record(db, who, results) {
      if (failures-- > 0) throw error
      return kind.record(db, who, results)
    },
  }
  createRunner(failing).start()
  await expect.poll(() => recorded, patience).toEqual([[0, 'done']])
})

test('what a record leaves is recorded in a later round', async () => {
  const { kind, recorded } = createWork(2)
  let isLocked = true
  const partial: typeof kind = {
    ...kind,
    async record(db, who, results) {
      const left = isLocked ? results.filter(([item]) => item === 0) : []
      isLocked = false
      await kind.record(
        db,
        who,
        results.filter((result) => !left.includes(result)),
      )
      return left
    },
  }
  createRunner(partial).start()
  await expect.poll(() => recorded.map(([item]) => item), patience).toEqual([1, 0])
})

test('a round of many claims ends in time to record results', async () => {
  const { kind, recorded } = createWork(40)
  const workspaces = await Promise.all(Array.from({ length: 8 }, () => service.workspace()))
  let claims = 0
  let claimsBeforeRecord: number | undefined
  const slow: typeof kind = {
    ...kind,
    findWorkspaces: async () =>
      claims === 0 ? workspaces.map(({ workspace_id }) => workspace_id) : [],
    async claim(db, lease, most) {
      claims += 1
      await new Promise((resolve) => setTimeout(resolve, 300))
      return kind.claim(db, lease, most)
    },
    async record(db, who, results) {
      claimsBeforeRecord ??= claims
      return kind.record(db, who, results)
    },
  }
  createRunner(slow).start()
  await expect.poll(() => claims, patience).toBe(8)
  await expect.poll(() => claimsBeforeRecord, patience).toBeLessThan(8)
  expect(recorded.length).toBeGreaterThan(0)
})

test('work of a workspace that was woken is found without the poll of all', async () => {
  const { kind, recorded } = createWork(1)
  const woken: typeof kind = {
    ...kind,
    findWorkspaces: async (candidates) => candidates ?? [],
  }
  const runner = createRunner(woken)
  runner.start()
  // A poll of all may come first.
  const wakeAndRead = () => {
    runner.wake(owner.workspace_id)
    return recorded
  }
  await expect.poll(wakeAndRead, patience).toEqual([[0, 'done']])
})

test('results are recorded before a round looks for work', async () => {
  const { kind } = createWork(1)
  const calls: string[] = []
  const woken: typeof kind = {
    ...kind,
    async findWorkspaces(candidates) {
      calls.push('find')
      return kind.findWorkspaces(candidates)
    },
    async act() {
      runner.wake(owner.workspace_id)
      return 'done'
    },
    record: async () => {
      calls.push('record')
      return []
    },
  }
  const runner = createRunner(woken)
  runner.start()
  await expect.poll(() => calls.slice(0, 3), patience).toEqual(['find', 'record', 'find'])
})
