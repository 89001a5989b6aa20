import { expect, test } from 'vitest'

import { ApiError } from './api-error.ts'
import {
  storesResponse,
  canDuplicate,
  canRetryRead,
  canRetryWrite,
  parseRetryAfter,
  retryDelay,
} from './retry-policy.ts'

const error = (code: string, status: number, retry_after?: number, ...codes: string[]) => {
  const details = codes.map((detail) => ({ field: '', code: detail, message: '' }))
  return new ApiError({ code, status, message: '', retry_after, details })
}

const lost = error('unreachable', 0)
const busy = error('service_unavailable', 503)
const slower = error('rate_limited', 429, 3)
const broken = error('internal_error', 500)

test.each([lost, busy, slower, broken, error('strange', 504)])(
  'a read is attempted three times in all after $code',
  (failure) => {
    expect([1, 2, 3].map((failures) => canRetryRead(failure, failures))).toEqual([
      true,
      true,
      false,
    ])
  },
)

test.each(['not_found', 'unauthenticated', 'insufficient_scope', 'validation_error', 'conflict'])(
  'a read is not retried after %s',
  (code) => {
    expect(canRetryRead(error(code, 400), 1)).toBe(false)
  },
)

test.each([lost, busy, slower])(
  'a mutation with an idempotency key is retried after $code',
  (failure) => {
    expect(canRetryWrite('POST /boards/:board_id/cards', failure, 1, true)).toBe(true)
  },
)

test.each([lost, busy, slower])(
  'a mutation without an idempotency key is not retried after $code',
  (failure) => {
    expect(canRetryWrite('POST /boards/:board_id/cards', failure, 1, false)).toBe(false)
  },
)

test.each(['POST /feedback/users/identify', 'POST /cards/:card_id/move', 'PATCH /cards/:card_id'])(
  '%s is naturally idempotent and retried without a key',
  (name) => {
    expect(canRetryWrite(name, lost, 1, false)).toBe(true)
  },
)

test.each(['DELETE /cards/:card_id', 'POST /feedback/changelog/:entry_id/publish'])(
  '%s has another response when repeated and is not retried without a key',
  (name) => {
    expect(canRetryWrite(name, lost, 1, false)).toBe(false)
  },
)

test('a mutation is not retried after an internal error', () => {
  expect(canRetryWrite('PATCH /cards/:card_id', broken, 1, true)).toBe(false)
})

test('a mutation is retried while its first request is still running', () => {
  const running = error('conflict', 409, 1)
  expect(canRetryWrite('PATCH /cards/:card_id', running, 1, true)).toBe(true)
  // A crashed request keeps its key for 60 s.
  expect(canRetryWrite('PATCH /cards/:card_id', running, 60, true)).toBe(true)
  const named = error('conflict', 409, 1, 'in_progress')
  expect(canRetryWrite('PATCH /cards/:card_id', named, 1, true)).toBe(true)
  const other = error('conflict', 409, 1, 'duplicate')
  expect(canRetryWrite('PATCH /cards/:card_id', other, 1, true)).toBe(false)
  expect(canRetryWrite('PATCH /cards/:card_id', error('conflict', 409), 1, true)).toBe(false)
})

test('retries of a mutation end after the fourth', () => {
  expect(canRetryWrite('PATCH /cards/:card_id', lost, 5, true)).toBe(false)
})

test('a Retry-After of many minutes is not waited for', () => {
  expect(canRetryRead(error('rate_limited', 429, 3600), 1)).toBe(false)
})

test.each([
  ['POST /api-keys', false],
  ['POST /webhooks', false],
  ['POST /webhooks/:webhook_id/rotate-secret', false],
  ['POST /webhooks/:webhook_id/test', true],
  ['POST /cards/:card_id/move', true],
])('the response of %s is stored for its idempotency key: %s', (name, stored) => {
  expect(storesResponse(name)).toBe(stored)
})

test('the retry delay grows, has jitter and respects Retry-After', () => {
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
    'a date by the server clock',
    { 'retry-after': 'Wed, 05 Nov 2025 10:00:30 GMT', date: 'Wed, 05 Nov 2025 10:00:00 GMT' },
    30,
  ],
  ['a date by our clock', { 'retry-after': 'Wed, 05 Nov 2025 10:00:30 GMT' }, 20],
  ['a past date', { 'retry-after': 'Wed, 05 Nov 2025 09:00:00 GMT' }, 0],
  ['a word', { 'retry-after': 'soon' }, undefined],
  ['nothing', {}, undefined],
])('Retry-After is parsed from %s', (_form, headers, seconds) => {
  const now = Date.parse('2025-11-05T10:00:10Z')
  expect(parseRetryAfter(new Headers(headers as Record<string, string>), now)).toBe(seconds)
})

test.each([
  ['POST /boards/:board_id/cards', false, true],
  ['POST /boards/:board_id/cards', true, false],
  ['POST /feedback/posts/:post_id/votes', false, false],
  ['POST /cards/:card_id/move', false, false],
  ['PATCH /cards/:card_id', false, false],
  ['POST /automations/:automation_id/enroll', false, true],
] as const)(
  '%s sent again (with a key: %s) may be applied twice: %s',
  (name, hasKey, duplicates) => {
    expect(canDuplicate(name, hasKey)).toBe(duplicates)
  },
)
