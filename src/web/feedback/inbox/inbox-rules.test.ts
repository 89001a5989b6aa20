import { expect, test } from 'vitest'

import type { Post } from '#client/resources.ts'
import { toTagName } from '#web/feedback/posts/post-options.rules.ts'
import {
  findMissing,
  isFiltered,
  keepRows,
  NOT_DONE,
  parseFilter,
  splitNew,
  stillMatches,
  toRequest,
} from './inbox-filter.rules.ts'
import { plainLine, splitMatches } from './post-text.rules.ts'

const startOfDay = (daysAgo: number) => new Date(Date.UTC(2026, 0, 31 - daysAgo))

test('a text in Markdown is one line without its signs', () => {
  expect(plainLine('# Title\n\n- **one** and [two](https://a.example)\n> `three` *four*')).toBe(
    'Title one and two three four',
  )
  expect(plainLine('![alt](x.png) snake_case 2 * 3 <b>bold</b>')).toBe('alt snake_case 2 * 3 bold')
  expect(plainLine('```js\nlet a\n```\n---\nafter')).toBe('let a after')
})

test('long lines and tags are cut between characters', () => {
  const emoji = '😀'.repeat(255)
  expect(plainLine(`a${emoji}`)).toBe(`a${'😀'.repeat(159)}`)
  expect(toTagName(`a${emoji}`)).toBe(`a${'😀'.repeat(99)}`)
  expect(toTagName('__proto__')).toBe('__proto__')
})

test('a text that a search found begins near the match', () => {
  const source = `${'Steps to reproduce it. '.repeat(40)}\n\nIt needs **Café Postgres** to run.`
  expect(plainLine(source, 'cafe')).toBe('…it. It needs Café Postgres to run.')
  expect(plainLine(source, 'run.')).toBe('…Postgres to run.')
  expect(plainLine(source, 'reproduce')).toMatch(/^Steps to reproduce it/)
  expect(plainLine(source, 'elsewhere')).toMatch(/^Steps to reproduce it/)
  expect(plainLine(`${'한국어 '.repeat(60)}표시`, '표시')).toMatch(/^…(한국어 )+표시$/)
})

test('matches are marked from the beginning of words, without accents', () => {
  const marked = (text: string, search: string) =>
    splitMatches(text, search)
      .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
      .join('')
  expect(marked('Café and cafes, decaf', 'CAFE')).toBe('[Café] and [cafe]s, decaf')
  expect(marked('Pause a pausing', 'pau a')).toBe('[Pau]se [a] [pau]sing')
  expect(marked('100% of it', '100%')).toBe('[100%] of it')
  expect(marked('Plain', '')).toBe('Plain')
})

test('a filter by person needs a server that can', () => {
  const url = new URLSearchParams('author=u1&voter=u2&commenter=u3')
  const all = { filters: true, sort: true, views: [] }
  const people = { author: 'u1', voter: 'u2', commenter: 'u3' }
  expect(toRequest(parseFilter(url, all), undefined, startOfDay)).toEqual(people)
  expect(toRequest(parseFilter(url, { ...all, filters: false }), undefined, startOfDay)).toEqual({})
})

test('a filter in the URL becomes a request the server understands', () => {
  const url = new URLSearchParams('status=a,b&owner=me&sort=votes&q= words ')
  const all = { filters: true, sort: true, views: ['deleted'] as const }
  expect(toRequest(parseFilter(url, all), undefined, startOfDay)).toEqual({
    status: 'a,b',
    owner: 'me',
    sort: 'votes',
    search: 'words',
  })
  const none = { filters: false, sort: false, views: [] }
  expect(toRequest(parseFilter(url, none), undefined, startOfDay)).toEqual({
    status: 'a',
    search: 'words',
  })
  const statuses = [
    { id: '1', name: 'New', key: 'new', category: 'open' as const },
    { id: '2', name: 'Out', key: 'out', category: 'done' as const },
    { id: '3', name: 'Doing', key: 'doing', category: 'active' as const },
  ]
  const waiting = parseFilter(new URLSearchParams({ status: NOT_DONE }), all)
  expect(toRequest(waiting, undefined, startOfDay)).toBeUndefined()
  expect(toRequest(waiting, statuses, startOfDay)).toEqual({ status: 'new,doing' })
})

test('filters by what is missing, by age and votes are read from the URL', () => {
  const all = { filters: true, sort: true, views: [] }
  const read = (query: string, can = all) =>
    toRequest(parseFilter(new URLSearchParams(query), can), undefined, startOfDay)
  expect(read('owner=none,m1&tag=none&eta=none&created=7&votes=010')).toEqual({
    owner: 'none,m1',
    tag: 'none',
    eta: 'none',
    created_since: '2026-01-25T00:00:00.000Z',
    votes_min: 10,
  })
  for (const query of ['eta=2026-01-01', 'created=0', 'created=1e3', 'created=3651', 'votes=-1'])
    expect({ query, request: read(query) }).toEqual({ query, request: {} })
  const query = 'owner=none&eta=none&created=7&votes=10'
  expect(read(query, { ...all, filters: false })).toEqual({})
  expect(isFiltered(parseFilter(new URLSearchParams('owner=none'), all))).toBe(true)
})

test('values of a filter that the server lacks are found', () => {
  const can = { filters: true, sort: true, views: [] }
  const known = {
    board: [{ id: 'fbd_1', name: 'Ideas', slug: 'ideas' }],
    status: [{ id: 'sta_1', name: 'New', key: 'new' }],
    tag: [{ id: 'ptg_1', name: 'constructor' }],
  }
  const missing = (query: string, lists: Parameters<typeof findMissing>[1] = known) =>
    findMissing(parseFilter(new URLSearchParams(query), can), lists)
  const found = [
    '',
    'board=ideas',
    'board=fbd_1',
    `status=new,sta_1,${NOT_DONE}`,
    'tag=Constructor',
  ]
  expect(found.flatMap((query) => missing(query))).toEqual([])
  expect(missing('board=old&status=new,gone,sta_1&tag=toString')).toEqual([
    { param: 'board', value: 'old', rest: '' },
    { param: 'status', value: 'gone', rest: 'new,sta_1' },
    { param: 'tag', value: 'toString', rest: '' },
  ])
  const loading = { board: undefined, status: undefined, tag: undefined }
  expect(missing('board=old&status=gone&tag=gone', loading)).toEqual([])
  const withoutSlugs = { ...loading, board: [{ id: 'fbd_1', name: 'Ideas' }] }
  expect(missing('board=ideas', withoutSlugs)).toEqual([])
})

test('a view of removed posts is requested only where the server has it', () => {
  const url = new URLSearchParams('view=deleted')
  const can = { filters: true, sort: true }
  expect(
    toRequest(parseFilter(url, { ...can, views: ['deleted'] }), undefined, startOfDay),
  ).toEqual({
    deleted: true,
  })
  expect(toRequest(parseFilter(url, { ...can, views: [] }), undefined, startOfDay)).toEqual({})
})

const post = (id: string, more: Partial<Post> = {}): Post => ({
  id,
  title: id,
  status: 'open',
  tags: [],
  ...more,
})
const idsOf = (posts: readonly Post[]) => posts.map(({ id }) => id)

test('new posts are held back, but not those that were opened', () => {
  const posts = ['newest', 'opened', 'old'].map((id) => post(id))
  const split = (opened: readonly string[]) => splitNew(posts, new Set(['old']), new Set(opened))
  expect(idsOf(split([]).added)).toEqual(['newest', 'opened'])
  expect(idsOf(split(['opened']).added)).toEqual(['newest'])
  expect(idsOf(split(['opened']).visible)).toEqual(['opened', 'old'])
})

test('a post matches until its status, tag or owner is another', () => {
  const statuses = [
    { id: 'sta_1', name: 'Open', key: 'open' },
    { id: 'sta_2', name: 'Planned', key: 'planned' },
  ]
  const tags = [{ id: 'ptg_1', name: 'Billing' }]
  const matches = (filter: Parameters<typeof stillMatches>[1], more: Partial<Post>) =>
    stillMatches(post('one', more), filter, { statuses, tags })
  expect(matches({ status: 'open' }, {})).toBe(true)
  expect(matches({ status: 'open' }, { status: 'planned' })).toBe(false)
  expect(matches({ status: 'sta_1,planned' }, { status: 'planned' })).toBe(true)
  expect(matches({ tag: 'ptg_1' }, { tags: ['billing'] })).toBe(true)
  expect(matches({ tag: 'BILLING' }, { tags: ['Shipping'] })).toBe(false)
  expect(matches({ owner: 'mem_1' }, { owner: null })).toBe(false)
  expect(matches({ owner: 'mem_1,none' }, { owner: null })).toBe(true)
  const mia = { id: 'mem_2', name: 'Mia', avatar_url: null }
  expect(matches({ owner: 'mem_1,none' }, { owner: mia })).toBe(false)
  expect(matches({ owner: 'mem_1,mem_2' }, { owner: mia })).toBe(true)
  expect(matches({ tag: 'none' }, { tags: ['billing'] })).toBe(false)
  expect(matches({ tag: 'none' }, { tags: [] })).toBe(true)
  expect(matches({ eta: 'none' }, { eta: '2026-03-01' })).toBe(false)
  // What the server omits or this device does not know cannot be compared.
  expect(matches({ owner: 'mem_1' }, {})).toBe(true)
  expect(matches({ status: 'open' }, { status: 'unknown' })).toBe(true)
  expect(matches({ status: 'unknown' }, {})).toBe(true)
  expect(matches({ tag: 'unknown' }, {})).toBe(true)
})

test('rows in use keep their place in a list that has them no longer', () => {
  const before = ['one', 'two', 'three', 'four'].map((id) => post(id))
  const keep = (next: readonly string[], inUse: readonly string[]) =>
    idsOf(
      keepRows(
        before,
        next.map((id) => post(id)),
        ({ id }) => inUse.includes(id),
      ),
    )
  expect(keep(['one', 'four'], [])).toEqual(['one', 'four'])
  expect(keep(['one', 'four'], ['three'])).toEqual(['one', 'three', 'four'])
  expect(keep(['new', 'one', 'four'], ['two', 'three'])).toEqual([
    'new',
    'one',
    'two',
    'three',
    'four',
  ])
  expect(keep(['new'], ['one'])).toEqual(['one', 'new'])
  expect(keep([], ['two', 'four'])).toEqual(['two', 'four'])
})
