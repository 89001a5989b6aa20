import { expect, test } from 'vitest'

import { axisTicks, barPercent, domainOf, meanOf, nextPoint, toPercent } from './scale.rules.ts'

test('a domain skips values that are no finite numbers', () => {
  expect(domainOf([3, NaN, null, -2, undefined, Infinity])).toEqual({ min: -2, max: 3 })
  expect(domainOf([NaN, null])).toBeUndefined()
  expect(domainOf([])).toBeUndefined()
  expect(domainOf(Array.from({ length: 300_000 }, (_, index) => index))).toEqual({
    min: 0,
    max: 299_999,
  })
})

test('a scale maps the domain to 0 to 100 percent and clamps', () => {
  expect(toPercent(15, { min: 10, max: 20 })).toBe(50)
  expect(toPercent(10, { min: 10, max: 20 })).toBe(0)
  expect(toPercent(30, { min: 10, max: 20 })).toBe(100)
  expect(toPercent(0, { min: -1e308, max: 1e308 })).toBe(50)
})

test('a scale without extent places every value in the middle', () => {
  expect(toPercent(7, { min: 7, max: 7 })).toBe(50)
  expect(toPercent(0, { min: 0, max: 0 })).toBe(50)
})

test.each([
  [10_003, 24_310, 41.148],
  [24_310, 24_310, 100],
  [51, 24_310, 0.21],
  [1, 1e9, 0],
  [1e9, 1e9, 100],
  [12, 10, 100],
  [0, 10, 0],
  [-3, 10, 0],
  [NaN, 10, 0],
  [null, 10, 0],
  [5, 0, 0],
  [5, NaN, 0],
])('a bar of %d in %d is %d percent long', (value, max, percent) => {
  expect(barPercent(value, max)).toBe(percent)
})

test('a mean skips what is no number', () => {
  expect(meanOf([1, NaN, 3, null])).toBe(2)
  expect(meanOf([1e308, 1e308])).toBe(1e308)
  expect(meanOf([])).toBeUndefined()
})

test.each([
  [{ min: 0, max: 97 }, { whole: true }, [0, 50, 100]],
  [{ min: 3, max: 8 }, { whole: true }, [0, 2, 4, 6, 8]],
  [{ min: 0, max: 1 }, { whole: true }, [0, 1]],
  [{ min: 0, max: 0 }, { whole: true }, [0, 1]],
  [{ min: 0, max: 0.416 }, {}, [0, 0.2, 0.4, 0.6]],
  [{ min: -4, max: 7 }, {}, [-5, 0, 5, 10]],
  [{ min: -9, max: -2 }, {}, [-10, -5, 0]],
  [{ min: 0, max: 1e9 }, { whole: true }, [0, 5e8, 1e9]],
  [{ min: 0, max: 0.3 }, { count: 3 }, [0, 0.1, 0.2, 0.3]],
])('the axis of %j with %j has ticks %j', (domain, options, ticks) => {
  expect(axisTicks(domain, options)).toEqual(ticks)
})

test('axis ticks cover the domain and stay few', () => {
  for (const max of [1, 7, 13, 99, 101, 1234, 24_310, 1e9, 123_456_789]) {
    const ticks = axisTicks({ min: 0, max }, { whole: true })
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

const move = (key: string, current: number | null, inline: -1 | 0 | 1 = 0) =>
  nextPoint({ key, inline }, current, 40)

test('arrow keys, Home, End and Page keys move between points', () => {
  expect(move('ArrowRight', null, 1)).toBe(0)
  expect(move('ArrowLeft', null, -1)).toBe(39)
  expect(move('ArrowRight', 0, 1)).toBe(1)
  expect(move('ArrowRight', 39, 1)).toBe(39)
  expect(move('ArrowUp', 0)).toBe(0)
  expect(move('PageDown', 10)).toBe(14)
  expect(move('Home', 10)).toBe(0)
  expect(move('End', 10)).toBe(39)
  expect(move('a', 10)).toBeUndefined()
  expect(nextPoint({ key: 'ArrowDown', inline: 0 }, null, 0)).toBeUndefined()
})

test('an arrow key toward the end of the text moves forward, right to left too', () => {
  expect(move('ArrowLeft', 3, 1)).toBe(4)
})
