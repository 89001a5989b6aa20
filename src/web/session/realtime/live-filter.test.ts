import { expect, test } from 'vitest'

import { isFiltered, periodOf, startOfPeriod, toRequest, valuesOf } from './live-filter.rules.ts'

const now = new Date('2026-01-02T03:00:00Z')

test('values and period of a filter are read from the URL', () => {
  const url = new URLSearchParams('kind=,created,,sent&since=24h')
  const offered = { '24h': '', '7d': '' }
  expect([valuesOf(url, 'kind'), valuesOf(url, 'key_id')]).toEqual([['created', 'sent'], []])
  expect(periodOf(url, offered)).toBe('24h')
  for (const since of ['30d', 'toString', ''])
    expect(periodOf(new URLSearchParams({ since }), offered)).toBeUndefined()
})

test('a period begins a fixed time before now', () => {
  expect(new Date(startOfPeriod('7d', now)).toISOString()).toBe('2025-12-26T03:00:00.000Z')
})

test('a request has what is filtered by, and nothing else', () => {
  const none = { kind: [], key_id: [], since: undefined }
  expect([isFiltered(none), toRequest(none, now)]).toEqual([false, {}])
  const all = { kind: ['created', 'sent'], key_id: [], since: '1h' } as const
  expect(toRequest(all, now)).toEqual({ kind: 'created,sent', since: '2026-01-02T02:00:00.000Z' })
  for (const filter of [all, { ...none, since: '1h' } as const, { ...none, key_id: ['a'] }])
    expect(isFiltered(filter)).toBe(true)
})
