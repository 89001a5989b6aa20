import { expect, test } from 'vitest'

import {
  estimateTotal,
  needsCapabilities,
  parseFilter,
  statusOptions,
  tagsOf,
} from './contact-filter.rules.ts'

const list = { list_id: 'lst_1' }
const parse = (url: string, can = { search: true, filters: true }) =>
  parseFilter(list, new URLSearchParams(url), can)

test('a filter is read from the URL', () => {
  expect(parse('status=bounced&tag=vip,%20%F0%9F%8E%89&q=ana&sort=email_address')).toEqual({
    ...list,
    status: 'bounced',
    tag: 'vip, 🎉',
    search: 'ana',
    sort: 'email_address',
  })
})

test.each(['sort=-created_at', 'sort=toString', 'tag=%20', 'status=', ''])(
  'the URL "%s" filters nothing',
  (url) => {
    expect(Object.values(parse(url)).filter(Boolean)).toEqual(['lst_1'])
  },
)

test('at most a hundred tags are read, as many as a request takes', () => {
  const url = Array.from({ length: 120 }, (_, index) => `tag=t${index}`).join('&')
  expect(tagsOf(parse(url))).toHaveLength(100)
})

test('words and sort are dropped where the server lacks them', () => {
  const url = 'q=ana&sort=created_at'
  expect(parse(url, { search: false, filters: false })).toEqual(list)
  expect(needsCapabilities(new URLSearchParams(url))).toBe(true)
  expect(needsCapabilities(new URLSearchParams('tag=a'))).toBe(false)
})

test('several statuses are read only where the server compares them', () => {
  const url = 'status=bounced,complained'
  expect(parse(url).status).toBe('bounced,complained')
  expect(parse(url, { search: false, filters: false }).status).toBe('bounced')
  expect(needsCapabilities(new URLSearchParams(url))).toBe(true)
})

test('a segment has other filters only where the server combines them', () => {
  const segment = { ...list, segment_id: 'seg_1' }
  const url = new URLSearchParams('status=pending&q=a&tag=x&sort=-status')
  expect(parseFilter(segment, url, { search: true, filters: false })).toEqual(segment)
  expect(parseFilter(segment, url, { search: true, filters: true })).toEqual({
    ...segment,
    status: 'pending',
    search: 'a',
    tag: 'x',
    sort: '-status',
  })
  expect(needsCapabilities(new URLSearchParams('tag=x'), 'seg_1')).toBe(true)
  expect(needsCapabilities(new URLSearchParams(''), 'seg_1')).toBe(false)
})

test('several tags are read only where the server compares them', () => {
  const url = 'tag=a%2Cb&tag=VIP&tag=&tag=VIP'
  expect(parse(url)).toEqual({ ...list, tags: 'a\\,b,VIP' })
  expect(tagsOf(parse(url))).toEqual(['a,b', 'VIP'])
  expect(parse(url, { search: true, filters: false }).tag).toBe('a,b')
  expect(tagsOf(parse('tag=a%2Cb'))).toEqual(['a,b'])
  expect(needsCapabilities(new URLSearchParams(url))).toBe(true)
})

const counts = {
  total: 1_004_218,
  subscribed: 961_530,
  pending: 20,
  unsubscribed: 42_000,
  bounced: 668,
  complained: 0,
}

test.each([
  [{}, { count: 1_004_000, isEstimate: true }],
  [{ status: 'bounced' }, { count: 668, isEstimate: false }],
  [{ status: 'bounced,pending' }, { count: 688, isEstimate: false }],
  [{ status: 'total' }, undefined],
  [{ status: 'archived' }, undefined],
  [{ status: 'constructor' }, undefined],
  [{ tag: 'VIP' }, { count: 12, isEstimate: false }],
  [{ tag: 'other' }, undefined],
  [{ tag: 'vip', status: 'bounced' }, undefined],
  [{ search: 'ana' }, undefined],
  [{ tags: 'vip,other' }, undefined],
  [{ segment_id: 'seg_1', status: 'bounced' }, undefined],
  [{ segment_id: 'seg_1', tag: 'vip' }, undefined],
  [{ segment_id: 'seg_1' }, { count: 34_570, isEstimate: true }],
])('the total of %j is %j', (filter, total) => {
  const tags = [{ name: 'vip', contact_count: 12 }]
  const segments = [{ id: 'seg_1', name: 'Regulars', contact_count: 34_567 }]
  expect(estimateTotal({ ...list, ...filter }, { list: { counts }, tags, segments })).toEqual(total)
})

test('a list without counts has no total', () => {
  expect(estimateTotal(list, { list: {} })).toBeUndefined()
})

test('T36 an unknown status is an option of the filter', () => {
  expect(statusOptions('subscribed', 'archived', undefined).slice(-2)).toEqual([
    'complained',
    'archived',
  ])
})
