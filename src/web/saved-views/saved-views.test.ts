import { expect, test } from 'vitest'

import { viewQuery } from '#contract/developers/views.rules.ts'
import {
  changeView,
  formatViews,
  parseViews,
  viewPageOf,
  viewPagePath,
} from './saved-views.rules.ts'

test('equal filters are one view, whatever page is open', () => {
  expect(viewQuery('?tag=vip,%20%F0%9F%8E%89&status=pending&after=abc&page=3')).toBe(
    viewQuery('status=pending&tag=vip%2C+%F0%9F%8E%89'),
  )
  expect(viewQuery('after=abc&page=2')).toBe('')
})

test.each(['', 'null', '{', '[1, {"name":"x"}]', '{"name":"x","query":""}'])(
  'the stored text %j has no views',
  (text) => expect(parseViews(text)).toEqual([]),
)

const view = (name: string, query = `q=${name}`) => ({ name, query })
const [a, b, c] = [view('A'), view('B'), view('C')]
const other = view('A', 'q=other')

test.each([
  ['is added at the end', { previous: undefined, next: c }, [a, b, c]],
  ['replaces one of its name in its place', { previous: undefined, next: other }, [other, b]],
  ['is removed', { previous: a, next: undefined }, [b]],
  ['gets another name in its place', { previous: a, next: c }, [c, b]],
  ['takes a name that another has', { previous: b, next: other }, [other]],
  ['is moved', { previous: a, next: a, index: 1 }, [b, a]],
  ['comes back to its place', { previous: undefined, next: c, index: 1 }, [a, c, b]],
])('a view %s', (_, change, expected) => {
  expect(changeView([a, b], change)).toEqual(expected)
  expect(parseViews(formatViews(expected))).toEqual(expected)
})

test.each([
  ['/boards', 'boards'],
  ['/boards/brd_1', 'board:brd_1'],
  ['/boards/brd_1/cards/crd_1', 'board:brd_1'],
  ['/boards/import', undefined],
  ['/cards', 'cards'],
  ['/email/campaigns', 'campaigns'],
  ['/email/campaigns/cmp_1', undefined],
  ['/email/lists/lst_1', 'contacts:lst_1'],
  ['/email/lists/lst_1/contacts/new', 'contacts:lst_1'],
  ['/email/lists/lst_1/segments/seg_1', undefined],
  ['/feedback/posts', 'posts'],
  ['/feedback/posts/pst_1', 'posts'],
  ['/feedback/posts/setup', undefined],
  ['/feedback/users/usr_1', 'people'],
  ['/changelog', 'changelog'],
  ['/changelog/chg_1', 'changelog'],
  ['/changelog/subscribers', 'subscribers'],
  ['/email/lists', 'lists'],
  ['/email/lists/lst_1/tags', 'tags:lst_1'],
  ['/email/lists/lst_1/import', undefined],
  ['/email/automations/aut_1', 'automations'],
  ['/boards/%E0%A4%A', undefined],
  ['/', undefined],
])('the views of %s are those of %s', (pathname, page) => {
  expect(viewPageOf(pathname)).toBe(page)
})

test.each([
  'automations',
  'boards',
  'campaigns',
  'cards',
  'changelog',
  'lists',
  'people',
  'posts',
  'subscribers',
  'board:a b/c',
  'contacts:lst_1',
  'segments:lst_1',
  'tags:lst_1',
] as const)('the address of the page %s leads back to it', (page) => {
  expect(viewPageOf(viewPagePath(page))).toBe(page)
})
