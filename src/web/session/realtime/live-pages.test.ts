import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { mergeLivePages, pollInterval } from './live-pages.rules.ts'

const row = (id: string, version = 1) => ({ id, version })
const page = (ids: readonly string[], next: string | null = null) => ({
  data: ids.map((id) => row(id)),
  paging: { next },
})
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('the latest page replaces rows and adds new ones on top', () => {
  const latest = { ...page(['d', 'c', 'b'], 'more'), data: [row('d'), row('c', 2), row('b')] }
  const { rows, added, hasGap } = mergeLivePages(
    [page(['c', 'b'], 'x'), page(['a'])],
    latest,
    undefined,
    undefined,
  )
  expect(idsOf(rows)).toEqual(['d', 'c', 'b', 'a'])
  expect(rows[1]?.version).toBe(2)
  expect(added).toEqual([])
  expect(hasGap).toBe(false)
})

test('new rows wait while the person reads', () => {
  const pages = [page(['c', 'b'])]
  const { rows, added } = mergeLivePages(pages, page(['e', 'd', 'c', 'b']), 'c', undefined)
  expect(idsOf(rows)).toEqual(['c', 'b'])
  expect(idsOf(added)).toEqual(['e', 'd'])
  // One that is opened by its address is visible.
  expect(idsOf(mergeLivePages(pages, page(['e', 'd', 'c', 'b']), 'c', 'd').rows)).toContain('d')
})

test('a row that no longer matches the filter leaves unless it is open', () => {
  const pages = [page(['d', 'c', 'b'], 'x'), page(['a'])]
  expect(idsOf(mergeLivePages(pages, page(['d', 'b'], 'x'), undefined, undefined).rows)).toEqual([
    'd',
    'b',
    'a',
  ])
  expect(idsOf(mergeLivePages(pages, page(['d', 'b'], 'x'), undefined, 'c').rows)).toEqual([
    'd',
    'c',
    'b',
    'a',
  ])
})

test('more new rows than a page are a gap', () => {
  const latest = page(['z', 'y'], 'more')
  expect(mergeLivePages([page(['c', 'b'])], latest, undefined, undefined).hasGap).toBe(true)
  expect(mergeLivePages([page([])], latest, undefined, undefined).hasGap).toBe(false)
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
