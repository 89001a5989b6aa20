import { expect, test } from 'vitest'

import type { Campaign } from '#client/resources.ts'
import { createCampaignsCsv, createComparisonCsv } from './campaign-export.ts'
import { dateOf, orderStatuses, parseSort, sortCampaigns } from './campaign-list.rules.ts'
import {
  type CampaignValue,
  rateValue,
  recipientsValue,
  valuesOf,
} from './campaign-values.rules.ts'
import { comparedIds, compareValues, idsOverLimit } from './compare.rules.ts'

// Servers send what the types do not allow; what is tested here is what becomes of it.
const campaign = (id: string, fields: object = {}) =>
  ({ id, name: id, status: 'sent', ...fields }) as Campaign

const stats = { recipients: 200, delivered: 100, opens_unique: 42, open_rate: 0.4231 }

test('T36 statuses that exist are tabs, unknown ones last', () => {
  expect(orderStatuses(['draft', 'archived', 'sent', 'draft'], null)).toEqual([
    'sent',
    'draft',
    'archived',
  ])
  expect(orderStatuses([], 'scheduled')).toEqual(['scheduled'])
})

test('campaigns without a value are sorted last in both directions', () => {
  const rows = [
    campaign('none'),
    campaign('low', { stats: { ...stats, open_rate: 0.1 }, sent_at: '2025-01-01T00:00:00Z' }),
    campaign('odd', { stats: { ...stats, open_rate: 1.4 }, sent_at: '2025-03-01T00:00:00Z' }),
    campaign('high', { stats, scheduled_at: '2026-01-01T00:00:00Z' }),
  ]
  const ids = (sort: string) => sortCampaigns(rows, sort).map(({ id }) => id)
  expect(ids('open_rate')).toEqual(['low', 'high', 'none', 'odd'])
  expect(ids('-open_rate')).toEqual(['high', 'low', 'none', 'odd'])
  expect(ids('-sent_at')).toEqual(['high', 'odd', 'low', 'none'])
  expect(ids('subject')).toEqual(rows.map(({ id }) => id))
  expect(parseSort('-name')).toBeUndefined()
})

test('a canceled campaign has no date that it was planned for', () => {
  const scheduled_at = '2026-01-01T00:00:00Z'
  expect(dateOf(campaign('plan', { status: 'scheduled', scheduled_at }))).toBe(scheduled_at)
  expect(dateOf(campaign('cut', { status: 'cancelled', scheduled_at }))).toBeNull()
  const sent_at = '2025-01-01T00:00:00Z'
  expect(dateOf(campaign('part', { status: 'cancelled', scheduled_at, sent_at }))).toBe(sent_at)
})

test.each([
  [{ ...stats }, { kind: 'rate', value: 0.4231 }],
  [
    { ...stats, open_rate: 1.4 },
    { kind: 'odd', text: '1.4' },
  ],
  [
    { ...stats, open_rate: -1 },
    { kind: 'odd', text: '-1' },
  ],
  [
    { ...stats, open_rate: '41 %' },
    { kind: 'odd', text: '41 %' },
  ],
  [{ ...stats, open_rate: null }, { kind: 'none' }],
  [{ ...stats, delivered: 0, open_rate: 0 }, { kind: 'none' }],
  [
    { ...stats, open_rate: 0 },
    { kind: 'rate', value: 0 },
  ],
  [undefined, { kind: 'none' }],
  ['soon', { kind: 'none' }],
])('the open rate of %j is %j', (sent, value) => {
  expect(rateValue(sent, 'open_rate')).toEqual(value)
})

test('zeros of a campaign that was not sent are no values', () => {
  const zeros = { recipients: 0, delivered: 0, open_rate: 0, opens_unique: 0 }
  expect(recipientsValue({ status: 'draft' }, zeros)).toEqual({ kind: 'none' })
  expect(recipientsValue({ status: 'sent' }, zeros)).toEqual({ kind: 'count', value: 0 })
  expect(valuesOf({ status: 'scheduled' }, zeros).size).toBe(0)
})

test('unknown counters keep their names, nested ones as group.name', () => {
  const sent = JSON.parse('{"recipients": 1, "apps": {"mail": {"ios": 3}}, "__proto__": 7}')
  expect([...valuesOf({ status: 'sent' }, sent)]).toEqual([
    ['recipients', { kind: 'count', value: 1 }],
    ['apps.mail.ios', { kind: 'count', value: 3 }],
    ['__proto__', { kind: 'count', value: 7 }],
  ])
})

test('only one best rate is marked, never a count', () => {
  const sent = (fields: object) => valuesOf({ status: 'sent' }, { ...stats, ...fields })
  const best = (...campaigns: ReadonlyMap<string, CampaignValue>[]) =>
    Object.fromEntries(compareValues(campaigns).map((row) => [row.name, row.best]))
  const low = sent({ open_rate: 0.2, unsubscribes: 9, forwards_total: 1 })
  expect(best(low, sent({ unsubscribes: 4, forwards_total: 37 }), new Map())).toEqual({
    open_rate: 1,
    recipients: undefined,
    delivered: undefined,
    opens_unique: undefined,
    unsubscribes: undefined,
    forwards_total: undefined,
  })
  expect(best(sent({}), low, sent({}))).toHaveProperty('open_rate', undefined)
  expect(best(sent({}), low, sent({ open_rate: 0.42311 }))).toHaveProperty('open_rate', undefined)
})

test('a campaign without recipients is never the best', () => {
  const bounced = { recipients: 100, delivered: 90, bounces_hard: 10, bounce_rate: 0.1 }
  const empty = { recipients: 0, delivered: 0, bounces_hard: 0, bounce_rate: 0 }
  const rows = compareValues([bounced, empty].map((one) => valuesOf({ status: 'sent' }, one)))
  expect(rows.map(({ name, best }) => [name, best])).toEqual(
    ['bounce_rate', 'recipients', 'delivered', 'bounces_hard'].map((name) => [name, undefined]),
  )
})

test('compared ids are distinct, in order and at most six', () => {
  const search = new URLSearchParams('ids=b,a,b,,%20c,d,e,f,g')
  expect(comparedIds(search)).toEqual(['b', 'a', 'c', 'd', 'e', 'f'])
  expect(idsOverLimit(search)).toEqual(['g'])
})

test('the CSV of campaigns has exact integers and empty cells', () => {
  const file = createCampaignsCsv([
    campaign('cmp_1', {
      name: '=1+1, "now"',
      sent_at: '2025-01-01T00:00:00Z',
      stats: { ...stats, recipients: 9_007_199_254_740_991 },
    }),
    campaign('cmp_2', { status: 'draft', stats: { recipients: 0, delivered: 0, open_rate: 0 } }),
  ])
  const lines = file.split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFID,Name,Subject,Status,Scheduled at,Sent at,open_rate,recipients,delivered,opens_unique',
  )
  expect(lines[1]).toBe(
    `cmp_1,"'=1+1, ""now""",,sent,,2025-01-01T00:00:00Z,0.4231,9007199254740991,100,42`,
  )
  expect(lines[2]).toBe('cmp_2,cmp_2,,draft,,,,,,')
})

test('the CSV of a comparison has a column for each campaign', () => {
  const values = valuesOf({ status: 'sent' }, stats)
  const file = createComparisonCsv([
    { name: 'Spring', values },
    { name: 'Autumn', values: new Map() },
  ])
  expect(file.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFCounter,Spring,Autumn',
    'open_rate,0.4231,',
  ])
})
