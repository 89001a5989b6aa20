import { expect, test } from 'vitest'

import {
  emptySelection,
  isRowSelected,
  pageState,
  selectRange,
  type TableSelection,
  togglePage,
  toggleRow,
} from './selection.rules.ts'

const page = ['a', 'b', 'c', 'd', 'e']
const idsOf = ({ ids }: TableSelection) => [...ids].toSorted()

test('toggling a row selects it and then deselects it', () => {
  const once = toggleRow(emptySelection, 'b', page)
  expect(idsOf(once)).toEqual(['b'])
  expect(idsOf(toggleRow(once, 'b', page))).toEqual([])
})

test('a range reaches from the last toggled row, in both directions', () => {
  const start = toggleRow(emptySelection, 'c', page)
  expect(idsOf(selectRange(start, 'x', 'e', page))).toEqual(['c', 'd', 'e'])
  expect(idsOf(selectRange(start, 'x', 'a', page))).toEqual(['a', 'b', 'c'])
})

test('a range that shrinks deselects only what it had selected', () => {
  const start = toggleRow(toggleRow(emptySelection, 'e', page), 'b', page)
  const long = selectRange(start, 'b', 'd', page)
  expect(idsOf(long)).toEqual(['b', 'c', 'd', 'e'])
  expect(idsOf(selectRange(long, 'd', 'c', page))).toEqual(['b', 'c', 'e'])
})

test('a range without a start on this page begins at the row cursor', () => {
  const other = toggleRow(emptySelection, 'z', ['y', 'z'])
  const selection = selectRange(other, 'b', 'c', page)
  expect(idsOf(selection)).toEqual(['b', 'c', 'z'])
})

test('the page is selected and deselected, rows of other pages stay', () => {
  const other = toggleRow(emptySelection, 'z', ['z'])
  expect(pageState(other, page)).toBe('none')
  const some = toggleRow(other, 'a', page)
  expect(pageState(some, page)).toBe('some')
  const all = togglePage(some, page)
  expect(pageState(all, page)).toBe('all')
  expect(idsOf(togglePage(all, page))).toEqual(['z'])
  expect(pageState(all, [])).toBe('none')
})

test('the rule for all that match covers rows that are not loaded', () => {
  const all: TableSelection = { ids: new Set(), allMatching: true, range: null }
  expect(isRowSelected(all, 'not loaded')).toBe(true)
  expect(pageState(all, page)).toBe('all')
  // Without one of its rows the other rows of the page remain.
  const without = toggleRow(all, 'c', page)
  expect([without.allMatching, idsOf(without)]).toEqual([false, ['a', 'b', 'd', 'e']])
  expect(togglePage(all, page)).toBe(emptySelection)
})
