import { expect, test } from 'vitest'

import { countOf, rateIn } from './campaign-stats.rules.ts'
import { listStats, missingCounters, rateBase } from './campaign-values.rules.ts'
import { deliveredShare } from './sent-campaigns.rules.ts'

const stats = {
  recipients: 24_310,
  delivered: 24_046,
  opens_unique: 10_003,
  open_rate: 0.416,
  forwards_total: 37,
}

test('counters keep the order of the dashboard and the server', () => {
  const mixed = {
    forwards_total: 37,
    open_rate: 0.4,
    delivered: 9,
    recipients: 10,
    opens_unique: 4,
  }
  expect(listStats(mixed)).toEqual([
    { name: 'recipients', kind: 'count', value: 10 },
    { name: 'delivered', kind: 'count', value: 9 },
    { name: 'opens_unique', kind: 'count', value: 4, rate: 'open_rate' },
    { name: 'forwards_total', kind: 'other', value: 37 },
  ])
})

test('a rate without its counter is a row of its own', () => {
  expect(listStats({ open_rate: 0.4 })).toEqual([{ name: 'open_rate', kind: 'rate', value: 0.4 }])
})

test('nested, empty and odd values stay what they are', () => {
  const body: unknown = JSON.parse(
    '{"geo":{"eu":{"de":{"by":4}}},"__proto__":{"x":1},"note":"late","none":null,"list":[1,2],"ok":true}',
  )
  expect(listStats(body).map(({ name, value }) => [name, value])).toEqual([
    ['geo.eu.de.by', 4],
    ['__proto__.x', 1],
    ['note', 'late'],
    ['none', null],
    ['list', '[1,2]'],
    ['ok', true],
  ])
})

test('a counter sent as a text or as null is not missing', () => {
  const { recipients } = stats
  const missing = missingCounters({ recipients, delivered: '24,046', complaints: null })
  expect(missing).not.toContain('delivered')
  expect(missing).not.toContain('complaints')
  expect(missing).toContain('unsubscribes')
  expect(missingCounters(null)).toContain('recipients')
})

test('a counter that the source did not report is missing, and so is its rate', () => {
  const imported = {
    recipients: 10,
    delivered: 9,
    opens_unique: 0,
    open_rate: 0,
    unreported: ['opens_unique'],
  }
  expect(listStats(imported).map(({ name }) => name)).toEqual(['recipients', 'delivered'])
  expect(missingCounters(imported)).toContain('opens_unique')
  expect(countOf(imported, 'opens_unique')).toBeUndefined()
  expect(rateIn(imported, 'open_rate')).toBeUndefined()
})

test.each([undefined, null, 'text', 7, []])('stats that are %j have no counters', (body) => {
  expect(listStats(body)).toEqual([])
  expect(countOf(body, 'recipients')).toBeUndefined()
  expect(rateIn(body, 'open_rate')).toBeUndefined()
})

test.each([
  [1.4, { kind: 'odd', text: '1.4' }],
  [-1, { kind: 'odd', text: '-1' }],
  ['41 %', { kind: 'odd', text: '41 %' }],
  [null, undefined],
  [0, { kind: 'fraction', value: 0 }],
  [1, { kind: 'fraction', value: 1 }],
])('an open rate of %j is read as %j', (open_rate, rate) => {
  expect(rateIn({ ...stats, open_rate }, 'open_rate')).toEqual(rate)
})

test('T35 a rate without anything to divide is no rate', () => {
  expect(rateIn({ delivered: 0, open_rate: 0 }, 'open_rate')).toBeUndefined()
  expect(rateIn({ recipients: 0, open_rate: 0 }, 'open_rate')).toBeUndefined()
  expect(
    rateIn({ delivered: 5, opens_unique: 0, click_to_open_rate: 0 }, 'click_to_open_rate'),
  ).toBeUndefined()
})

test('more delivered than recipients is marked, nothing to divide has no share', () => {
  expect(deliveredShare(stats)).toEqual({ kind: 'fraction', value: 24_046 / 24_310 })
  expect(deliveredShare({ recipients: 10, delivered: 12 })).toEqual({
    kind: 'odd',
    text: '12 / 10',
  })
  expect(deliveredShare({ recipients: 0, delivered: 0 })).toBeUndefined()
})

test('before the first delivery no rate is zero', () => {
  const sending = { recipients: 220, delivered: 0, bounce_rate: 0, open_rate: 0 }
  expect(deliveredShare(sending)).toBeUndefined()
  expect(rateIn(sending, 'bounce_rate')).toBeUndefined()
  expect(rateIn(sending, 'open_rate')).toBeUndefined()
  expect(rateIn({ ...sending, bounce_rate: 1 }, 'bounce_rate')).toEqual({
    kind: 'fraction',
    value: 1,
  })
})

test.each([
  [0.416, 'delivered'],
  [10_003 / 24_310, 'recipients'],
  [0.5, undefined],
])('an open rate of %d is a share of %s', (open_rate, base) => {
  expect(rateBase({ ...stats, open_rate }, 'open_rate')).toBe(base)
})
