import { expect, test } from 'vitest'

import { expiryOf, isLastAdminKey, keyStateOf, scopeOf } from './keys.rules.ts'
import { buildKey } from './test-keys.ts'

const now = new Date('2026-11-20T12:00:00Z')
const zone = { now, timeZone: 'Europe/Berlin' }

test.each([
  [null, 'active'],
  ['2026-11-20T12:00:00Z', 'expired'],
  ['2026-11-20T12:00:01Z', 'expiring'],
  ['2026-11-27T11:59:59Z', 'expiring'],
  ['2026-11-27T12:00:00Z', 'active'],
])('a key that expires at %s is %s', (expires_at, state) => {
  expect(keyStateOf({ expires_at }, now)).toBe(state)
})

test('an expiry is a number of days from now, or the end of a day', () => {
  expect(expiryOf('never', null, zone)).toBe(null)
  expect(expiryOf('30', null, zone)).toEqual(new Date('2026-12-20T12:00:00Z'))
  expect(expiryOf('date', null, zone)).toBe(undefined)
  expect(expiryOf('date', '2026-11-20', zone)).toEqual(new Date('2026-11-20T22:59:59.999Z'))
  // The day on which the clocks change has 25 hours.
  expect(expiryOf('date', '2026-10-25', zone)).toEqual(new Date('2026-10-25T22:59:59.999Z'))
})

test('an admin key is a write key with a flag', () => {
  expect([scopeOf('read'), scopeOf('write'), scopeOf('admin')]).toEqual([
    { scope: 'read' },
    { scope: 'write' },
    { scope: 'write', admin: true },
  ])
})

test('the last admin key is the only one that works', () => {
  const [one, other] = [buildKey({ id: 'a' }), buildKey({ id: 'b' })]
  const expired = buildKey({ id: 'c', expires_at: '2026-11-01T00:00:00Z' })
  const reader = buildKey({ id: 'd', scope: 'read', admin: false })
  expect(isLastAdminKey(one, [one, reader, expired], now)).toBe(true)
  expect(isLastAdminKey(one, [one, other], now)).toBe(false)
  expect(isLastAdminKey(expired, [one, expired], now)).toBe(false)
  expect(isLastAdminKey(reader, [one, reader], now)).toBe(false)
})
