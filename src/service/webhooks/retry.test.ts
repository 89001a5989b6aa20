import fc from 'fast-check'
import { expect, test } from 'vitest'

import { nextAttemptAt } from './retry.rules.ts'

const failed_at = new Date('2026-11-27T12:00:00.000Z')
const hour = 3_600_000
const schedule = [5000, 300_000, 1_800_000, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)]

const failure = { tries: 1, failed_at, retryAfter: undefined, http_status: 500, random: () => 0.5 }

/** Milliseconds until the next attempt, or null. */
function waitAfter(attempt: Partial<Parameters<typeof nextAttemptAt>[0]>): number | null {
  const next = nextAttemptAt({ ...failure, ...attempt })
  return next && next.getTime() - failed_at.getTime()
}

test('a delivery has ten attempts on the documented schedule', () => {
  const waits = Array.from({ length: 10 }, (_, index) => waitAfter({ tries: index + 1 }))
  expect(waits).toEqual([...schedule, null])
  const total = schedule.reduce((sum, wait) => sum + wait, 0)
  expect(total / hour).toBeCloseTo(75.6, 1)
})

test('the jitter moves an attempt by a tenth at most', () => {
  expect(waitAfter({ random: () => 0 })).toBe(4500)
  expect(waitAfter({ random: () => 0.999_999 })).toBe(5500)
})

test.each([429, 503])('a Retry-After in seconds of a %s delays the next attempt', (http_status) => {
  expect(waitAfter({ http_status, retryAfter: '120' })).toBe(120_000)
  expect(waitAfter({ http_status, retryAfter: ' 120 ' })).toBe(120_000)
})

test.each([
  'Fri, 27 Nov 2026 13:00:00 GMT',
  'Friday, 27-Nov-26 13:00:00 GMT',
  'Fri Nov 27 13:00:00 2026',
])('a Retry-After with a date of HTTP delays the next attempt: %s', (retryAfter) => {
  expect(waitAfter({ http_status: 429, retryAfter })).toBe(hour)
})

test('a Retry-After never makes an attempt earlier than the schedule', () => {
  const early = { tries: 4, http_status: 503 }
  expect(waitAfter({ ...early, retryAfter: '1' })).toBe(2 * hour)
  expect(waitAfter({ ...early, retryAfter: 'Fri, 27 Nov 2026 12:00:01 GMT' })).toBe(2 * hour)
  expect(waitAfter({ ...early, retryAfter: 'Fri, 27 Nov 2020 12:00:01 GMT' })).toBe(2 * hour)
})

test('a Retry-After counts for a day at most', () => {
  expect(waitAfter({ http_status: 503, retryAfter: '9'.repeat(400) })).toBe(24 * hour)
  expect(waitAfter({ http_status: 503, retryAfter: 'Sun, 27 Nov 2050 12:00:00 GMT' })).toBe(
    24 * hour,
  )
})

test.each([undefined, '', '-5', '1.5', '30 s', '1e9', 'soon', '2050-01-01', 'Monday, soon'])(
  'an invalid Retry-After is ignored: %s',
  (retryAfter) => {
    expect(waitAfter({ http_status: 429, retryAfter })).toBe(5000)
  },
)

test.each([200, 400, 410, 500, 502, null])(
  'a Retry-After is ignored with status %s',
  (http_status) => {
    expect(waitAfter({ http_status, retryAfter: '3600' })).toBe(5000)
  },
)

test('the next attempt is between nine tenths of the schedule and the limits', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.option(fc.oneof(fc.nat().map(String), fc.string(), fc.date().map(String)), {
        nil: undefined,
      }),
      fc.constantFrom(200, 404, 429, 500, 503, null),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (tries, retryAfter, http_status, random) => {
        const wait = waitAfter({ tries, retryAfter, http_status, random: () => random })
        const delay = schedule[tries - 1]
        if (delay === undefined || wait === null) return delay === undefined && wait === null
        const honors = http_status === 429 || http_status === 503
        const latest = Math.max(delay * 1.1, honors ? 24 * hour : 0)
        return Number.isInteger(wait) && wait >= delay * 0.9 - 1 && wait <= latest + 1
      },
    ),
  )
})
