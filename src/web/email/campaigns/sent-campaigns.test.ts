import { expect, test } from 'vitest'

import type { Campaign } from '#client/resources.ts'
import { compareRate, earlierCampaigns, earlierRates } from './sent-campaigns.rules.ts'

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

test('a page that may lack earlier campaigns has no rates to compare with', () => {
  const withRate = (campaign: Campaign, index: number) =>
    ({ ...campaign, stats: { recipients: 10, delivered: 10, open_rate: index / 100 } }) as Campaign
  const campaigns = days(1, 28).map(withRate)
  const [first, , third] = campaigns.toReversed()
  const rates = (campaign: Campaign | undefined, data: Campaign[], next: string | null) =>
    campaign && earlierRates('open_rate', campaign, { data, paging: { next } })
  // Later campaigns and itself are not among them.
  expect(rates(third, campaigns, 'next')).toEqual(
    campaigns
      .slice(6, 25)
      .toReversed()
      .map((_, index) => (24 - index) / 100),
  )
  expect(rates(first, campaigns.slice(10), null)).toHaveLength(17)
  expect(rates(first, campaigns.slice(10), 'next')).toBeUndefined()
  expect(rates(first, [...days(1, 1), ...campaigns.slice(20)], null)).toBeUndefined()
})
