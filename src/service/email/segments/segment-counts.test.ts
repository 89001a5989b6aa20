import { expect, onTestFinished, test, vi } from 'vitest'

import type { SegmentFilter } from '#contract/email/segments.ts'
import { perFile, servicePerFile } from '#service/http/test-service.ts'
import { segmentCounts } from './segment-counts.store.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())

const add = (list_id: string, email_address: string) =>
  owner.request(`POST /lists/${list_id}/contacts`, { body: { email_address, tags: ['vip'] } })

const filter = (value: string): SegmentFilter => ({
  match: 'all',
  conditions: [{ field: 'tag', op: 'is', value }],
})

test('counts of a large list are kept and refreshed after a minute', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 0 })
  const list_id: string = (await owner.create('POST /lists', { name: 'L' })).id
  await add(list_id, 'ada@x.io')
  const db = service.database.readOnly(owner.workspace_id)
  const segments = [{ id: 'seg_1', version: 1, filter: filter('vip') }]
  const countsAt = async (seconds: number, version = 1, maxExact = 0) => {
    const [segment] = segments
    const current = segment ? [{ ...segment, version }] : []
    vi.advanceTimersByTime(Math.max(0, seconds * 1000 - performance.now()))
    // The time of day does not matter: somebody sets it a year back and forth.
    vi.setSystemTime(seconds % 2 === 0 ? '2025-01-01' : '2026-01-01')
    let isCacheable = true
    const readNow = () => {
      isCacheable = false
      return new Date()
    }
    const counts = await segmentCounts(db, list_id, current, readNow, maxExact)
    expect(isCacheable).toBe(maxExact > 0)
    return counts.get('seg_1')
  }
  expect(await countsAt(0)).toBe(1)
  await add(list_id, 'bea@x.io')
  expect(await countsAt(59)).toBe(1)
  // A small list is always counted.
  expect(await countsAt(59, 1, 10)).toBe(2)
  // The response does not wait for the refresh; a later one has its result.
  expect(await countsAt(61)).toBe(1)
  await expect.poll(() => countsAt(62)).toBe(2)
  await add(list_id, 'cea@x.io')
  expect(await countsAt(63, 2)).toBe(3)
  await add(list_id, 'dan@x.io')
  expect(await countsAt(1000, 2)).toBe(4)
})
