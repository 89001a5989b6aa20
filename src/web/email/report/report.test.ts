import { expect, test } from 'vitest'

import {
  funnelSteps,
  handedOver,
  hasOpensOrClicks,
  peopleCount,
  peopleEvents,
  refreshInterval,
  reportStaleTime,
  reportState,
} from './report.rules.ts'

test('R3 a step that the server omits is left out', () => {
  const stats = { recipients: 10, delivered: 9, opens_unique: 4, open_rate: 0.44, clicks_unique: 1 }
  expect(funnelSteps(stats).map(({ step, count }) => [step, count])).toEqual([
    ['recipients', 10],
    ['delivered', 9],
    ['opens_unique', 4],
    ['clicks_unique', 1],
  ])
})

test('a campaign on its way has only the steps that have happened', () => {
  const stats = { recipients: 220, delivered: 0, opens_unique: 0, clicks_unique: 0 }
  expect(funnelSteps(stats, true).map(({ step }) => step)).toEqual(['recipients'])
  expect(funnelSteps(stats).map(({ step }) => step)).toHaveLength(4)
})

test.each([
  ['draft', { recipients: 0, delivered: 0 }, 'unsent'],
  ['draft', undefined, 'unsent'],
  ['scheduled', { recipients: 0 }, 'scheduled'],
  ['sending', { recipients: 24_300, delivered: 4120 }, 'sending'],
  ['sent', { recipients: 0, delivered: 0 }, 'no recipients'],
  ['sent', { recipients: 5, delivered: 0 }, 'none delivered'],
  ['sent', { recipients: 5, delivered: 5 }, 'ready'],
  ['sent', {}, 'ready'],
  ['archived', { recipients: 5, delivered: 5 }, 'ready'],
  ['cancelled', { recipients: 5, delivered: 2 }, 'ready'],
  ['cancelled', { recipients: 5, delivered: 0 }, 'none reported'],
  ['paused', { recipients: 5, delivered: 0 }, 'none reported'],
])('a %s campaign with %j is %s', (status, stats, state) => {
  expect(reportState(status, stats)).toBe(state)
})

test('counters say whether opens and people can be missing', () => {
  const stats = { recipients: 9, delivered: 8, opens_unique: 5, bounces_hard: 1, clicks_unique: 0 }
  expect(hasOpensOrClicks(stats)).toBe(true)
  expect(hasOpensOrClicks({ recipients: 9, delivered: 9, opens_unique: 0 })).toBe(false)
  expect(hasOpensOrClicks(undefined)).toBe(false)
  expect(peopleEvents.map((event) => peopleCount(stats, event))).toEqual([5, 0, 3, 1, 0, 0])
  expect(peopleCount({ bounces: 4 }, 'bounced')).toBe(4)
})

test('bounces reported as a sum and in parts are handed over once', () => {
  const sending = { recipients: 100, delivered: 90 }
  const parts = { bounces_hard: 2, bounces_soft: 3 }
  expect(handedOver({ ...sending, ...parts })).toEqual({ done: 95, recipients: 100 })
  expect(handedOver({ ...sending, ...parts, bounces: 5 })).toEqual({ done: 95, recipients: 100 })
  expect(handedOver({ ...sending, bounces: 5 })).toEqual({ done: 95, recipients: 100 })
  expect(handedOver({ recipients: 100 })).toBeUndefined()
})

const now = Date.parse('2025-11-05T00:00:00Z')

test.each([
  ['2025-11-01T00:00:00Z', 3_600_000, false],
  ['2025-11-04T00:00:00Z', 60_000, 60_000],
  [null, 60_000, false],
])('the report of a campaign sent at %s stays %i ms, refetched: %s', (sent_at, age, every) => {
  expect(reportStaleTime(sent_at, now)).toBe(age)
  expect(refreshInterval({ status: 'sent', sent_at }, now)).toBe(every)
})

test('a campaign on its way is refetched every ten seconds', () => {
  expect(refreshInterval({ status: 'sending', sent_at: null }, now)).toBe(10_000)
})
