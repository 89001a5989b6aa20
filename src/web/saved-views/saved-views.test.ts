import { expect, test } from 'vitest'

import { viewQuery } from '#contract/developers/views.rules.ts'
import {
  changeView,
  formatViews,
  parseViews,
  reverseChange,
  viewPageOf,
  viewPagePath,
} from './saved-views.rules.ts'

test('equal filters are one view, whatever page is open', () => {
  expect(viewQuery('?tag=vip,%20%F0%9F%8E%89&status=pending&after=abc&page=3')).toBe(
    viewQuery('status=pending&tag=vip%2C+%F0%9F%8E%89'),
  )
  expect(viewQuery('after=abc&page=2')).toBe('')
})

test('the place in a calendar or on a phone is no filter of a board', () => {
  const query = 'list=x&month=2026-01&view=calendar&week=2026-01-05'
  expect(viewQuery(query, 'board:brd_1')).toBe('view=calendar')
  expect(viewQuery('list=x', 'campaigns')).toBe('list=x')
  expect(viewQuery('publish=true&tab=published', 'changelog')).toBe('tab=published')
})

test.each(['', 'null', '{', '[1, {"name":"x"}]', '{"name":"x","query":""}'])(
  'the stored text %j has no views',
  (text) => expect(parseViews(text)).toEqual([]),
)

test('a stored view of an earlier version has its name as its id', () => {
  const stored = [
    { name: 'A', query: 'q=1' },
    { id: 'x', name: 'B', query: '' },
  ]
  expect(parseViews(JSON.stringify(stored))).toEqual([{ id: 'A', ...stored[0] }, stored[1]])
})

const view = (id: string, name = id, query = `q=${id}`) => ({ id, name, query })
const [a, b, c] = [view('A'), view('B'), view('C')]
const other = view('other', 'A')
const renamed = view('A', 'C')
const filtered = view('A', 'A', 'q=2')

test.each([
  ['is added at the end', { previous: undefined, next: c }, [a, b, c]],
  ['replaces one of its name in its place', { previous: undefined, next: other }, [other, b]],
  ['is removed', { previous: a, next: undefined }, [b]],
  ['gets another name in its place', { previous: a, next: renamed }, [renamed, b]],
  ['takes a name that another has', { previous: b, next: view('B', 'A') }, [view('B', 'A')]],
  ['is moved', { previous: a, next: a, index: 1 }, [b, a]],
  ['comes back to its place', { previous: undefined, next: c, index: 1 }, [a, c, b]],
])('a view %s', (_, change, expected) => {
  expect(changeView([a, b], change)).toEqual(expected)
  expect(parseViews(formatViews(expected))).toEqual(expected)
})

const add = { previous: undefined, next: a, from: undefined }
const rename = { previous: a, next: renamed, from: 0 }
const refilter = { previous: a, next: filtered, from: 0 }
const move = { previous: a, next: a, index: 1, from: 0 }
const remove = { previous: a, next: undefined, from: 0 }

test.each([
  ['adding removes the view', add, [a, b], [b]],
  ['a rename restores the name alone', rename, [view('A', 'C', 'q=2'), b], [filtered, b]],
  ['a filter restores the filter alone', refilter, [view('A', 'C', 'q=2')], [view('A', 'C')]],
  ['a move restores the place alone', move, [b, filtered], [filtered, b]],
  ['a removal restores the view in its place', remove, [b], [a, b]],
])('the reverse of %s', (_, change, now, expected) => {
  const reverse = reverseChange(now, change)
  expect(reverse).toMatchObject({ changedField: undefined, isNameTaken: false })
  expect(reverse && changeView(now, reverse)).toEqual(expected)
})

test.each([add, rename, refilter, move])('a view that is gone has no reverse: %j', (change) => {
  expect(reverseChange([b], change)).toBeUndefined()
})

test('a removed view that is back has no reverse', () => {
  expect(reverseChange([a], remove)).toBeUndefined()
})

test.each([
  ['an added view with another filter', add, [filtered], 'query'],
  ['a view with a third name', rename, [view('A', 'D')], 'name'],
  ['a view with a third filter', refilter, [view('A', 'A', 'q=3')], 'query'],
  ['a view that was moved again', move, [b, c, a], 'position'],
])('the reverse names what has changed since: %s', (_, change, now, changedField) => {
  expect(reverseChange(now, change)).toMatchObject({ changedField })
})

test.each([rename, remove])('the reverse tells that the name is taken: %j', (change) => {
  const now = change.next ? [renamed, other] : [other]
  const reverse = reverseChange(now, change)
  expect(reverse).toMatchObject({ isNameTaken: true })
  expect(reverse && changeView(now, reverse)).toEqual([a])
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
