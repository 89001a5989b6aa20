import { expect, test } from 'vitest'

import type { Campaign } from '#client/resources.ts'
import {
  compareRate,
  earlierCampaigns,
  funnelSteps,
  handedOver,
  hasOpensOrClicks,
  peopleCount,
  peopleEvents,
  refreshInterval,
  reportStaleTime,
  reportState,
} from './report.rules.ts'

const sent = (id: string, sent_at?: string) =>
  ({ id, name: id, status: 'sent', sent_at }) as Campaign
const days = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) =>
    sent(`c${from + n}`, `2025-11-${String(from + n).padStart(2, '0')}T09:00:00Z`),
  )
const ids = (campaigns: Campaign[]) => campaigns.map(({ id }) => id)

test('a campaign is compared with up to 19 sent before it', () => {
  const [one = sent('none')] = days(25, 25)
  expect(ids(earlierCampaigns(one, days(1, 28)))).toEqual(ids(days(6, 24).toReversed()))
  expect(ids(earlierCampaigns(sent('c1', '2025-11-01T09:00:00Z'), days(1, 28)))).toEqual([])
})

test('bounces reported as a sum and in parts are handed over once', () => {
  const sending = { recipients: 100, delivered: 90 }
  const parts = { bounces_hard: 2, bounces_soft: 3 }
  expect(handedOver({ ...sending, ...parts })).toEqual({ done: 95, recipients: 100 })
  expect(handedOver({ ...sending, ...parts, bounces: 5 })).toEqual({ done: 95, recipients: 100 })
  expect(handedOver({ ...sending, bounces: 5 })).toEqual({ done: 95, recipients: 100 })
  expect(handedOver({ recipients: 100 })).toBeUndefined()
})

test('a campaign without a rate takes no place among the earlier ones', () => {
  const [one = sent('none')] = days(25, 25)
  const campaigns = days(1, 24).map((campaign, index) =>
    index === 20 ? ({ ...campaign, stats: { recipients: 0, open_rate: 0 } } as Campaign) : campaign,
  )
  const earlier = ids(earlierCampaigns(one, campaigns))
  expect(earlier).toHaveLength(19)
  expect(earlier).not.toContain('c21')
})

test('fetched stats without a rate leave their place to the next campaign', () => {
  const [one = sent('none')] = days(25, 25)
  const fetched = new Map([
    ['c24', undefined],
    ['c22', { recipients: 0, open_rate: 0 }],
  ])
  const earlier = ids(earlierCampaigns(one, days(1, 24), fetched))
  expect(earlier).toEqual(['c23', ...ids(days(4, 21).toReversed())])
})

test('without times every other campaign is compared', () => {
  expect(
    ids(
      earlierCampaigns(
        sent('b'),
        ['a', 'b', 'c'].map((id) => sent(id)),
      ),
    ),
  ).toEqual(['a', 'c'])
})

test.each([
  [[0.4, 0.41], undefined],
  [[0.4, 0.4, 0.4], { mean: 0.4, direction: 'up', tone: 'ok' }],
  [[0.41, 0.416, 0.422], { mean: 0.416 }],
  [[0.45, 0.46, 0.47], { mean: 0.46, direction: 'down', tone: 'bad' }],
])('a rate of 41.6 % among %j compares as %j', (earlier, result) => {
  const comparison = compareRate('open_rate', 0.416, earlier)
  expect(comparison && { ...comparison, mean: Number(comparison.mean.toFixed(6)) }).toEqual(result)
})

test('more unsubscribes are worse', () => {
  expect(compareRate('unsubscribe_rate', 0.01, [0.001, 0.001, 0.001])?.tone).toBe('bad')
  expect(compareRate('unsubscribe_rate', 0.0001, [0.001, 0.001, 0.001])?.tone).toBe('ok')
})

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
