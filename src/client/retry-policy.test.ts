import { expect, test } from 'vitest'

import { ApiError } from './api-error.ts'
import {
  storesResponse,
  canDuplicate,
  canRetryRead,
  canRetryWrite,
  retryAfter,
  retryDelay,
} from './retry-policy.ts'

const error = (code: string, status: number, retry_after?: number) =>
  new ApiError({ code, status, message: '', retry_after })

const lost = error('unreachable', 0)
const busy = error('service_unavailable', 503)
const slower = error('rate_limited', 429, 3)
const broken = error('internal_error', 500)

test.each([lost, busy, slower, broken, error('strange', 504)])(
  'a read is tried three times in all after $code',
  (failure) => {
    expect([1, 2, 3].map((failures) => canRetryRead(failure, failures))).toEqual([
      true,
      true,
      false,
    ])
  },
)

test.each(['not_found', 'unauthenticated', 'insufficient_scope', 'validation_error', 'conflict'])(
  'a read is not repeated after %s',
  (code) => {
    expect(canRetryRead(error(code, 400), 1)).toBe(false)
  },
)

test.each([lost, busy, slower])('a keyed write is repeated after $code', (failure) => {
  expect(canRetryWrite('POST /boards/:board_id/cards', failure, 1, true)).toBe(true)
})

test.each([lost, busy, slower])('a write without a key is not repeated after $code', (failure) => {
  expect(canRetryWrite('POST /boards/:board_id/cards', failure, 1, false)).toBe(false)
})

test('a write that finds what its first one made needs no key', () => {
  expect(canRetryWrite('POST /feedback/users/identify', lost, 1, false)).toBe(true)
})

test('a write is not repeated after an error that may have come after the change', () => {
  expect(canRetryWrite('PATCH /cards/:card_id', broken, 1, true)).toBe(false)
})

test('a write whose first request still runs asks again for its answer', () => {
  const running = error('conflict', 409, 1)
  expect(canRetryWrite('PATCH /cards/:card_id', running, 1, true)).toBe(true)
  expect(canRetryWrite('PATCH /cards/:card_id', error('conflict', 409), 1, true)).toBe(false)
})

test('repeating ends', () => {
  expect(canRetryWrite('PATCH /cards/:card_id', lost, 5, true)).toBe(false)
})

test('a pause of many minutes is told instead of waited for', () => {
  expect(canRetryRead(error('rate_limited', 429, 3600), 1)).toBe(false)
})

test.each([
  ['POST /api-keys', false],
  ['POST /webhooks', false],
  ['POST /webhooks/:webhook_id/rotate-secret', false],
  ['POST /webhooks/:webhook_id/test', true],
  ['POST /cards/:card_id/move', true],
])('the answer of %s is kept under its idempotency key: %s', (name, kept) => {
  expect(storesResponse(name)).toBe(kept)
})

test('the wait grows, is spread, and never ends before the service allows', () => {
  expect([1, 2, 3].map((failures) => retryDelay(lost, failures, () => 0))).toEqual([
    500, 1000, 2000,
  ])
  expect([1, 2, 3].map((failures) => retryDelay(lost, failures, () => 1))).toEqual([
    1000, 2000, 4000,
  ])
  expect(retryDelay(slower, 1, () => 0)).toBe(3000)
})

test.each([
  ['seconds', { 'retry-after': '12' }, 12],
  [
    'a date by the clock of the service',
    { 'retry-after': 'Wed, 05 Nov 2025 10:00:30 GMT', date: 'Wed, 05 Nov 2025 10:00:00 GMT' },
    30,
  ],
  ['a date by our own clock', { 'retry-after': 'Wed, 05 Nov 2025 10:00:30 GMT' }, 20],
  ['a date that passed', { 'retry-after': 'Wed, 05 Nov 2025 09:00:00 GMT' }, 0],
  ['a word', { 'retry-after': 'soon' }, undefined],
  ['nothing', {}, undefined],
])('Retry-After as %s', (_form, headers, seconds) => {
  const now = Date.parse('2025-11-05T10:00:10Z')
  expect(retryAfter(new Headers(headers as Record<string, string>), now)).toBe(seconds)
})

test.each([
  ['POST /boards/:board_id/cards', false, true],
  ['POST /boards/:board_id/cards', true, false],
  ['POST /feedback/posts/:post_id/votes', false, false],
  ['POST /cards/:card_id/move', false, false],
  ['PATCH /cards/:card_id', false, false],
  ['POST /automations/:automation_id/enroll', false, true],
] as const)(
  'sent again after a lost answer, %s (with a key: %s) may be done twice: %s',
  (name, keyed, twice) => {
    expect(canDuplicate(name, keyed)).toBe(twice)
  },
)
