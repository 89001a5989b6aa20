import { expect, test } from 'vitest'

import { sortByClicks, rate, computeStats } from './campaign-stats.rules.ts'

test('T35 rates are fractions over what was delivered', () => {
  expect(
    computeStats({
      recipients: 1000,
      bounces_hard: 30,
      bounces_soft: 20,
      opens_unique: 402,
      clicks_unique: 100,
      complaints: 1,
      unsubscribes: 19,
    }),
  ).toMatchObject({
    delivered: 950,
    open_rate: 0.423158,
    click_rate: 0.105263,
    click_to_open_rate: 0.248756,
    bounce_rate: 0.05,
    complaint_rate: 0.001053,
    unsubscribe_rate: 0.02,
  })
})

test('T35 a rate of nothing is 0', () => {
  const stats = computeStats({ opens_unique: 5, clicks_unique: 0 })
  expect(Object.values(stats).every(Number.isFinite)).toBe(true)
  expect([stats.open_rate, stats.click_to_open_rate, stats.bounce_rate]).toEqual([0, 0, 0])
})

test('T35 a rate is at most 1', () => {
  expect(computeStats({ recipients: 10, opens_unique: 12 }).open_rate).toBe(1)
  expect(computeStats({ recipients: 3, bounces_hard: 5 })).toMatchObject({
    delivered: 0,
    bounce_rate: 1,
  })
})

test('a stored delivered count is used as it is', () => {
  expect(computeStats({ recipients: 10, delivered: 8, opens_unique: 4 }).open_rate).toBe(0.5)
})

test('T37 counters that an import lacks are absent, with their rates', () => {
  expect(computeStats({ recipients: 1000, bounces: 5, clicks_unique: 0 }, false)).toEqual({
    recipients: 1000,
    delivered: 995,
    opens_unique: 0,
    open_rate: 0,
    clicks_unique: 0,
    click_rate: 0,
    bounces: 5,
    bounce_rate: 0.005,
    // Always there, because the public API requires it.
    unreported: ['opens_unique'],
  })
  expect(computeStats({ recipients: 1000 })).toMatchObject({ complaints: 0, complaint_rate: 0 })
})

test('T37 one kind of bounces is no total, and leaves a reported total', () => {
  const one = computeStats({ recipients: 1000, bounces_hard: 3 }, false)
  expect(one).toMatchObject({ delivered: 997, bounces_hard: 3 })
  expect(one).not.toHaveProperty('bounce_rate')
  expect(one).not.toHaveProperty('bounces_soft')
  const both = computeStats({ recipients: 1000, bounces: 10, bounces_hard: 3 }, false)
  expect(both).toMatchObject({ delivered: 990, bounces: 10, bounces_hard: 3, bounce_rate: 0.01 })
  const split = { recipients: 1000, bounces: 10, bounces_hard: 3, bounces_soft: 0 }
  expect(computeStats(split, false)).toMatchObject({ delivered: 997, bounce_rate: 0.003 })
  expect(computeStats(split, false)).not.toHaveProperty('bounces')
})

test.each([
  [1, 3, 0.333333],
  [0, 5, 0],
  [5, 0, 0],
  [-1, 5, 0],
])('%d of %d is %d', (part, whole, expected) => {
  expect(rate(part, whole)).toBe(expected)
})

test('links are sorted by clicks, then by URL', () => {
  const link = (url: string, total_clicks: number) => ({ url, unique_clicks: 0, total_clicks })
  expect(sortByClicks([link('c', 1), link('b', 5), link('a', 1)]).map(({ url }) => url)).toEqual([
    'b',
    'a',
    'c',
  ])
})
