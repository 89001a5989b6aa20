import { expect, test } from 'vitest'

import {
  hasMarker,
  isIsolated,
  linePath,
  nearestPoint,
  spreadLabels,
  thinPoints,
  tickPoints,
} from './line-layout.rules.ts'

const point = (x: number, y = 0) => ({ x, y })

test('a line path starts again after a gap', () => {
  expect(linePath([point(0), point(10, 5), null, point(30), point(40)])).toBe('M0 0L10 5M30 0L40 0')
  expect(linePath([null, null])).toBe('')
})

test('a point between gaps is isolated', () => {
  const points = [point(0), null, point(20), point(30)]
  expect(points.map((_, index) => isIsolated(points, index))).toEqual([true, false, false, false])
  expect(isIsolated([point(0)], 0)).toBe(true)
})

test('a long line is thinned without losing its peaks or gaps', () => {
  const points = Array.from({ length: 100_000 }, (_, index) =>
    index >= 50_000 && index < 51_000 ? null : point(index / 1000, index === 77_777 ? 0 : 50),
  )
  const thin = thinPoints(points)
  expect(thin.length).toBeLessThanOrEqual(1600)
  expect(thin).toContainEqual(point(77.777, 0))
  expect(thin).toContain(null)
  expect(thin[0]).toEqual(points[0])
  expect(thin.at(-1)).toEqual(points.at(-1))
})

test('a short line is not thinned', () => {
  const points = [point(0), null, point(9)]
  expect(thinPoints(points)).toBe(points)
})

test('a short line has a marker on each point, a long one a few', () => {
  const markers = (count: number) =>
    Array.from({ length: count }, (_, index) => index).filter((index) => hasMarker(index, count))
  expect(markers(10)).toHaveLength(10)
  expect(markers(1000)).toHaveLength(9)
  expect(markers(1000).at(-1)).toBe(999)
})

test.each([
  [[10, 50], 8, [10, 50]],
  [[50, 52], 8, [50, 58]],
  [[52, 50], 8, [58, 50]],
  [[99, 98, 100], 10, [90, 80, 100]],
  [[0, 0, 0], 10, [0, 10, 20]],
  [[50, 50, 50], 80, [50, 0, 100]],
  [[30], 10, [30]],
  [[], 10, []],
])('end labels at %j are spread by %d percent to %j', (tops, gap, expected) => {
  const spread = spreadLabels(tops, gap)
  expect(spread.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b))
  expect(spread.every((top) => top >= 0 && top <= 100)).toBe(true)
})

test('end labels keep the order of their lines', () => {
  expect(spreadLabels([52, 50], 8)).toEqual([58, 50])
})

test('axis labels are at the ends, the middle and the quarters', () => {
  const even = Array.from({ length: 9 }, (_, index) => index * 12.5)
  expect(tickPoints(even)).toEqual([
    { index: 0, level: 0 },
    { index: 2, level: 2 },
    { index: 4, level: 1 },
    { index: 6, level: 2 },
    { index: 8, level: 0 },
  ])
})

test('axis labels of uneven points are not too close together', () => {
  expect(tickPoints([0, 2, 5, 100]).map(({ index }) => index)).toEqual([0, 3])
  expect(tickPoints([50])).toEqual([{ index: 0, level: 0 }])
  expect(tickPoints([])).toEqual([])
})

test('the nearest point to a position is found', () => {
  expect(nearestPoint([0, 40, 100], 60)).toBe(1)
  expect(nearestPoint([], 60)).toBe(-1)
})
