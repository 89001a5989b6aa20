import fc from 'fast-check'
import { expect, test } from 'vitest'

import { firstIndexBelow, layoutItems, lengthOf, visibleIndexes } from './virtual-range.rules.ts'

const rows = layoutItems([80, 100, 60, 120], 8)

test('layoutItems places items with a gap between', () => {
  expect(rows.map(({ start }) => start)).toEqual([0, 88, 196, 264])
  expect(lengthOf(rows)).toBe(384)
  expect(lengthOf([])).toBe(0)
})

test('firstIndexBelow switches at the middle of an item', () => {
  expect(firstIndexBelow(rows, 137)).toBe(1)
  expect(firstIndexBelow(rows, 139)).toBe(2)
  expect(firstIndexBelow(rows, -50)).toBe(0)
  expect(firstIndexBelow(rows, 5000)).toBe(4)
})

test('visibleIndexes includes partly visible and pinned items', () => {
  expect(visibleIndexes(rows, { from: 100, to: 197 }, [])).toEqual([1, 2])
  expect(visibleIndexes(rows, { from: 100, to: 197 }, [-1, 3, 1])).toEqual([1, 2, 3])
  expect(visibleIndexes(rows, { from: 0, to: 50 }, [9])).toEqual([0])
})

test('a range past the end shows the last items', () => {
  expect(visibleIndexes(rows, { from: 4000, to: 4100 }, [])).toEqual([3])
  expect(visibleIndexes([], { from: 4000, to: 4100 }, [0])).toEqual([])
})

test('visibleIndexes returns exactly the items in the range', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 })
  const places = fc.tuple(fc.integer({ min: 0, max: 9000 }), fc.integer({ min: 1, max: 900 }))
  fc.assert(
    fc.property(sizes, places, (all, [from, room]) => {
      const spans = layoutItems(all, 8)
      fc.pre(from + room <= lengthOf(spans))
      const overlapping = spans.flatMap(({ start, size }, index) =>
        start + size > from && start < from + room ? [index] : [],
      )
      expect(visibleIndexes(spans, { from, to: from + room }, [])).toEqual(overlapping)
    }),
  )
})
