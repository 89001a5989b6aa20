import { expect, test } from 'vitest'

import {
  applyWidths,
  changeColumn,
  type ColumnChoice,
  directionOf,
  extendTrail,
  nextSort,
  parseColumnChoice,
  parsePage,
  parseTrail,
  resizeColumn,
  visibleColumns,
} from './table.rules.ts'

test('sorting a column goes through both directions and back to the default', () => {
  expect(nextSort(undefined, 'email')).toBe('email')
  expect(nextSort('email', 'email')).toBe('-email')
  expect(nextSort('-email', 'email')).toBeUndefined()
  expect(nextSort('-email', 'added', 'descending')).toBe('-added')
  expect(nextSort('-added', 'added', 'descending')).toBe('added')
  expect(nextSort('added', 'added', 'descending')).toBeUndefined()
})

test('aria-sort is the direction of the sorted column only', () => {
  expect(['email', 'added'].map((column) => directionOf('-email', column))).toEqual([
    'descending',
    'none',
  ])
  expect(directionOf('email', 'email')).toBe('ascending')
})

const columns = [{ id: 'email' }, { id: 'status' }, { id: 'city' }, { id: 'id', isOptional: true }]
const visible = (choice?: ColumnChoice) => visibleColumns(columns, choice).map(({ id }) => id)

test('optional columns are hidden until chosen', () => {
  expect(visible()).toEqual(['email', 'status', 'city'])
  expect(visible(changeColumn(columns, undefined, 'id', 'toggle'))).toEqual([
    'email',
    'status',
    'city',
    'id',
  ])
})

test('columns are hidden and moved, the first stays first', () => {
  const moved = changeColumn(columns, undefined, 'city', 'up')
  expect(visible(moved)).toEqual(['email', 'city', 'status'])
  expect(visible(changeColumn(columns, moved, 'city', 'up'))).toEqual(['email', 'city', 'status'])
  expect(visible(changeColumn(columns, moved, 'city', 'toggle'))).toEqual(['email', 'status'])
  expect(visible(changeColumn(columns, moved, 'email', 'down'))).toEqual(visible(moved))
})

test('a chosen width is limited, kept beside other choices, and reset', () => {
  const moved = changeColumn(columns, undefined, 'city', 'up')
  const wide = resizeColumn(columns, moved, 'city', 12)
  const stored = parseColumnChoice(JSON.stringify(resizeColumn(columns, wide, 'status', 900)))
  const widths = (choice?: ColumnChoice) =>
    applyWidths(columns, choice).flatMap((column) => ('width' in column ? [column.width] : []))
  expect(widths(stored)).toEqual([40, 12])
  expect(visible(stored)).toEqual(['email', 'city', 'status'])
  expect(widths(changeColumn(columns, stored, 'status', 'toggle'))).toEqual([40, 12])
  expect(widths(resizeColumn(columns, wide, 'city', undefined))).toEqual([])
  expect(parseColumnChoice('{"order":[],"hidden":[],"widths":{"city":"x"}}')).toEqual({
    order: [],
    hidden: [],
  })
})

test('a stored choice keeps working with columns added and removed', () => {
  const choice = { order: ['gone', 'city', 'email'], hidden: ['gone'] }
  expect(visible(choice)).toEqual(['email', 'city', 'status'])
})

test.each([
  [{ trail: ['', 'abc'] }, ['', 'abc']],
  [{ trail: [1] }, []],
  [{ trail: 'abc' }, []],
  [null, []],
  ['text', []],
])('the trail of cursors in history state %j is %j', (state, expected) => {
  expect(parseTrail(state)).toEqual(expected)
})

test.each([
  [null, '7', 1],
  ['abc', '3', 3],
  ['abc', null, 2],
  ['abc', '1', 2],
  ['abc', 'x', 2],
])('cursor %j with page=%j is page %i', (cursor, page, expected) => {
  expect(parsePage(cursor, page)).toBe(expected)
})

test('the trail of cursors is limited and keeps the latest', () => {
  let trail: readonly string[] = []
  for (let page = 0; page < 500; page++) trail = extendTrail(trail, `cursor ${page}`)
  expect([trail.length, trail.at(-1)]).toEqual([100, 'cursor 499'])
})
