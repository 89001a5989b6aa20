import { expect, test } from 'vitest'

import type { Delivery } from '#contract/developers/webhook-resources.ts'
import {
  explainAttempt,
  formatAttempt,
  formatResult,
  formatWait,
  isSlow,
  parseDeliveryFilter,
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
