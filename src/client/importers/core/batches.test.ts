import { expect, test } from 'vitest'

import { splitIntoBatches } from './batches.ts'

const sizes = (items: readonly unknown[], limit: number) =>
  [...splitIntoBatches(items, limit, (item) => item)].map((batch) => batch.length)

test('a batch has at most as many items as its limit', () => {
  const items = Array.from({ length: 401 }, (_, index) => index)
  expect(sizes(items, 200)).toEqual([200, 200, 1])
  expect(sizes([], 200)).toEqual([])
})

test('a batch stays small enough for a slow line, however large its items', () => {
  // Four bytes each in UTF-8: 80 kB to an item.
  const items = Array.from({ length: 13 }, () => '𝔸'.repeat(20_000))
  expect(sizes(items, 200)).toEqual([9, 4])
  expect(sizes(['x'.repeat(1_000_000), 'y'], 200)).toEqual([1, 1])
})
