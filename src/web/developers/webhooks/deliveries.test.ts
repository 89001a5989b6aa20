import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import type { Delivery } from '#contract/developers/webhook-resources.ts'
import {
  explainAttempt,
  formatAttempt,
  formatResult,
  formatWait,
  isSlow,
  mergeDeliveries,
  parseDeliveryFilter,
  pollInterval,
  shortenId,
} from './deliveries.rules.ts'
import { describeOutcome, formatDuration } from './webhook-words.rules.ts'

const delivery = (id: string, changes: Partial<Delivery> = {}): Delivery => ({
  id,
  webhook_id: 'whk_1',
  event_id: 'evt_1',
  event: 'card.moved',
  status: 'succeeded',
  attempt_count: 1,
  last_attempt: { at: '2026-01-02T03:04:05Z', http_status: 200, duration_ms: 12, error: null },
  next_attempt_at: null,
  created_at: '2026-01-02T03:04:05Z',
  ...changes,
})
const page = (ids: readonly string[], next: string | null = null) => ({
  data: ids.map((id) => delivery(id)),
  paging: { next },
})
const idsOf = (rows: readonly Delivery[]) => rows.map(({ id }) => id)

test('W3 a filter is read from the URL without unknown values', () => {
  const url = new URLSearchParams('status=pending,eaten,failed&kind=card.moved,<b>&since=24h')
  expect(parseDeliveryFilter(url)).toEqual({
    status: ['pending', 'failed'],
    kind: ['card.moved'],
    since: '24h',
  })
  expect(parseDeliveryFilter(new URLSearchParams('since=toString')).since).toBeUndefined()
})

const failed = (http_status: number | null, error: 'timeout' | null = null) => ({
  status: 'failed' as const,
  last_attempt: { at: '2026-01-02T03:04:05Z', http_status, duration_ms: 12, error },
})
test.each([
  ['Delivered 200', {}],
  ['Failed 500', failed(500)],
  ['Timed out', failed(null, 'timeout')],
  ['Skipped', { status: 'skipped' as const }],
  ['Waiting', { status: 'pending' as const, attempt_count: 0, next_attempt_at: '2026' }],
  ['Retrying', { status: 'pending' as const, attempt_count: 2, next_attempt_at: '2026' }],
  ['Sending', { status: 'pending' as const, attempt_count: 2 }],
])('a delivery reads %s', (label, changes) => {
  expect(formatResult(delivery('a', changes))).toBe(label)
})

test('an attempt says its status or its error in words', () => {
  const attempt = {
    id: 'dlv_1-1',
    number: 1,
    at: '2026-01-02T03:04:05Z',
    http_status: null,
    duration_ms: 10_000,
    error: 'address_not_allowed' as const,
    request_headers: {},
    response_headers: null,
    response_excerpt: null,
  }
  expect(describeOutcome(attempt)).toEqual({ status: 'failed', label: 'Not allowed' })
  expect(formatAttempt(attempt)).toBe('Not allowed')
  expect(explainAttempt(attempt)).toContain('private address')
  const redirect = {
    ...attempt,
    http_status: 302,
    error: null,
    response_headers: { location: 'https://x' },
  }
  expect(describeOutcome(redirect)).toEqual({ status: 'failed', label: 'Failed 302' })
  expect(formatAttempt(redirect)).toBe('302')
  expect(explainAttempt(redirect)).toContain('https://x')
  const success = describeOutcome({ http_status: 204, error: null })
  expect(success).toEqual({ status: 'succeeded', label: 'Delivered 204' })
})

test('durations and waits are short', () => {
  expect([212, 10_000, 8001].map(formatDuration)).toEqual(['212 ms', '10.0 s', '8.0 s'])
  expect([8000, 8001].map(isSlow)).toEqual([false, true])
  const now = new Date('2026-01-02T03:00:00Z')
  const wait = (seconds: number) => formatWait(new Date(now.getTime() + seconds * 1000), now)
  expect([-5, 48, 840, 7200].map(wait)).toEqual(['now', 'in 48 s', 'in 14 min', 'in 2 h'])
})

test('an id is shortened to its prefix and end', () => {
  expect(shortenId('dlv_01K00000000000000000008F2K')).toBe('dlv_…8F2K')
  expect(shortenId('dlv_8f2K')).toBe('dlv_8f2K')
})

test('the latest page replaces rows and adds new ones on top', () => {
  const latest = {
    ...page(['d', 'c', 'b'], 'more'),
    data: [delivery('d'), delivery('c', failed(500)), delivery('b')],
  }
  const { rows, added, hasGap } = mergeDeliveries(
    [page(['c', 'b'], 'x'), page(['a'])],
    latest,
    undefined,
    undefined,
  )
  expect(idsOf(rows)).toEqual(['d', 'c', 'b', 'a'])
  expect(rows[1]?.status).toBe('failed')
  expect(added).toEqual([])
  expect(hasGap).toBe(false)
})

test('new rows wait while the person reads', () => {
  const pages = [page(['c', 'b'])]
  const { rows, added } = mergeDeliveries(pages, page(['e', 'd', 'c', 'b']), 'c', undefined)
  expect(idsOf(rows)).toEqual(['c', 'b'])
  expect(idsOf(added)).toEqual(['e', 'd'])
  // One that is opened by its address is visible.
  expect(idsOf(mergeDeliveries(pages, page(['e', 'd', 'c', 'b']), 'c', 'd').rows)).toContain('d')
})

test('a row that no longer matches the filter leaves unless it is open', () => {
  const pages = [page(['d', 'c', 'b'], 'x'), page(['a'])]
  expect(idsOf(mergeDeliveries(pages, page(['d', 'b'], 'x'), undefined, undefined).rows)).toEqual([
    'd',
    'b',
    'a',
  ])
  expect(idsOf(mergeDeliveries(pages, page(['d', 'b'], 'x'), undefined, 'c').rows)).toEqual([
    'd',
    'c',
    'b',
    'a',
  ])
})

test('more new rows than a page are a gap', () => {
  const latest = page(['z', 'y'], 'more')
  expect(mergeDeliveries([page(['c', 'b'])], latest, undefined, undefined).hasGap).toBe(true)
  expect(mergeDeliveries([page([])], latest, undefined, undefined).hasGap).toBe(false)
})

test('polling waits as long as the server asks, and ends with the key', () => {
  const limited = (retry_after: number) =>
    new ApiError({ code: 'rate_limited', status: 429, message: 'Wait.', retry_after })
  expect(pollInterval(5000, null, 'accepted')).toBe(5000)
  expect(pollInterval(5000, limited(30), 'accepted')).toBe(30_000)
  expect(pollInterval(5000, limited(1), 'accepted')).toBe(5000)
  expect(pollInterval(5000, null, 'rejected')).toBe(false)
  expect(pollInterval(5000, null, 'dismissed')).toBe(false)
})
