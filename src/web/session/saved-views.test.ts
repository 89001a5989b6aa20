import { expect, test } from 'vitest'

import { addView, parseViews, viewQuery } from './saved-views.rules.ts'

test('equal filters are one view, whatever page is open', () => {
  const query = (url: string) => viewQuery(new URLSearchParams(url))
  expect(query('tag=vip,%20%F0%9F%8E%89&status=pending&after=abc&page=3')).toBe(
    query('status=pending&tag=vip%2C+%F0%9F%8E%89'),
  )
  expect(query('after=abc&page=2')).toBe('')
})

test.each(['', 'null', '{', '[1, {"name":"x"}]', '{"name":"x","query":""}'])(
  'the stored text %j has no views',
  (text) => expect(parseViews(text)).toEqual([]),
)

test('a view of the same name is replaced in its place', () => {
  const views = [
    { name: 'A', query: 'tag=a' },
    { name: 'B', query: 'tag=b' },
  ]
  expect(addView(views, { name: 'A', query: 'tag=c' })).toEqual([
    { name: 'A', query: 'tag=c' },
    views[1],
  ])
  expect(addView(views, { name: 'C', query: '' })).toHaveLength(3)
})
