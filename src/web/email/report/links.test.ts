import { expect, test } from 'vitest'

import {
  groupLinks,
  isSafeUrl,
  readLinks,
  revealUrl,
  shortenUrl,
  sortLinks,
} from './links.rules.ts'

const link = (url: string, unique_clicks = 1, total_clicks = 2) => ({
  url,
  unique_clicks,
  total_clicks,
})
const read = (...links: unknown[]) => readLinks(links) ?? []

test('links without an address or list are left out, repeated ones stay', () => {
  expect(readLinks(undefined)).toBeUndefined()
  expect(readLinks('none')).toBeUndefined()
  const links = read(
    link('https://a.example'),
    null,
    { unique_clicks: 3 },
    link('https://a.example'),
  )
  expect(links.map(({ id, url }) => [id, url])).toEqual([
    ['0', 'https://a.example'],
    ['3', 'https://a.example'],
  ])
  expect(read({ url: 'x', unique_clicks: '4' })[0]?.unique_clicks).toBeUndefined()
})

test('the most clicked link comes first, equal ones in their order', () => {
  const links = read(link('a', 1), link('b', 5), link('c', 5))
  expect(sortLinks(links, 'unique_clicks').map(({ url }) => url)).toEqual(['b', 'c', 'a'])
})

test('addresses that differ only in tracking are one group', () => {
  const links = read(
    link('https://a.example/?utm_source=x&page=2#top', 3, 4),
    link('https://a.example/?page=2&mc_cid=77#top', 2, 5),
    link('https://a.example/?page=3', 1, 1),
  )
  expect(groupLinks(links).map(({ id: _id, ...group }) => group)).toEqual([
    { url: 'https://a.example/?page=2#top', unique_clicks: 5, total_clicks: 9, count: 2 },
    { url: 'https://a.example/?page=3', unique_clicks: 1, total_clicks: 1, count: 1 },
  ])
})

test.each([
  ['https://a.example', true],
  ['mailto:iris@hartlane.example', true],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['https://', false],
  ['*|ARCHIVE|*', false],
])('T38 %s is opened by a browser: %s', (url, isSafe) => {
  expect(isSafeUrl(url)).toBe(isSafe)
})

test('T38 a long address loses its middle, a mark is visible', () => {
  const long = `https://a.example/${'x'.repeat(1990)}/end`
  expect([...shortenUrl(long)]).toHaveLength(60)
  expect(shortenUrl(long)).toMatch(/^a\.example\/x+…x+\/end$/)
  expect(revealUrl('https://a.example/\u202Egpj')).toBe('https://a.example/\\u202egpj')
  expect(shortenUrl('https://a.example/')).toBe('a.example')
})
