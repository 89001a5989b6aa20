// Runs on both engines: text search and collation differ between engines.
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { SearchResult } from '#contract/search.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { boardPerTest } from '#service/tasks/test-board.ts'
import { searchWords } from './search-text.rules.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)

const ask = (q: string, more = '') => owner.request(`GET /search?q=${encodeURIComponent(q)}${more}`)
const find = async (q: string, more = ''): Promise<SearchResult[]> => (await ask(q, more)).body.data
const titles = async (q: string, more = '') => (await find(q, more)).map(({ title }) => title)
const rowsOf = (results: readonly SearchResult[]) =>
  results.map(({ type, title, subtitle, match }) => [type, title, subtitle, match])

/** One of each type with the word "Walnut" outside its title where it has more than a title. */
async function createOneOfEachType() {
  const list = await owner.create('POST /lists', { name: 'Customers', description: 'Of walnut' })
  const contact = await owner.create(`POST /lists/${list.id}/contacts`, {
    email_address: 'ann@example.com',
    fields: { city: 'Walnut Creek' },
  })
  const user = await owner.create('POST /feedback/users/identify', {
    name: 'Ann Walnut',
    email: 'ann@example.com',
    external_id: 'u-1',
  })
  const card = await board.add('Order wood', { description: 'Oak, or walnut' })
  const { id: board_id } = await owner.create('POST /feedback/boards', { name: 'Ideas' })
  const details = 'More kinds of wood, such as Wálnut.'
  const post = await owner.create('POST /feedback/posts', { board_id, title: 'Wood', details })
  const body = 'Tables of **walnut** are back.'
  const entry = await owner.create('POST /feedback/changelog/entries', { title: 'Tables', body })
  const letter = { name: 'March', subject: 'Walnut is back' }
  const campaign = await owner.create('POST /campaigns', letter)
  const walnut = await owner.create('POST /boards', { name: 'Walnut' })
  return { list, contact, user, card, post, entry, campaign, walnut }
}

test('the search finds every type by a word, with place, excerpt and page', async () => {
  const created = await createOneOfEachType()
  const found = await find('walnut')
  const byType = Object.fromEntries(found.map((result) => [result.type, result]))
  expect(found).toHaveLength(8)
  expect(found[0]?.type).toBe('board')
  const { list, contact, user, card, post, entry, campaign, walnut } = created
  const paths: readonly (readonly [string, string, string])[] = [
    ['contact', contact.id, `/email/lists/${list.id}/contacts/${contact.id}`],
    ['user', user.id, `/feedback/users/${user.id}`],
    ['card', card.id, `/boards/${board.id}/cards/${card.id}`],
    ['post', post.id, `/feedback/posts/${post.id}`],
    ['entry', entry.id, `/changelog/${entry.id}`],
    ['campaign', campaign.id, `/email/campaigns/${campaign.id}`],
    ['list', list.id, `/email/lists/${list.id}`],
    ['board', walnut.id, `/boards/${walnut.id}`],
  ]
  for (const [type, id, url_path] of paths)
    expect(byType[type]).toMatchObject({ type, id, url_path })
  expect(new Set(rowsOf(found))).toEqual(
    new Set([
      ['board', 'Walnut', null, null],
      ['user', 'Ann Walnut', 'ann@example.com · u-1', null],
      ['card', 'Order wood', 'Launch · To do', 'Oak, or walnut'],
      ['post', 'Wood', 'Ideas · Open', 'More kinds of wood, such as Wálnut.'],
      ['entry', 'Tables', 'Draft', 'Tables of **walnut** are back.'],
      ['campaign', 'March', 'Draft', 'Walnut is back'],
      ['contact', 'ann@example.com', 'Customers · Subscribed', 'Walnut Creek'],
      ['list', 'Customers', null, 'Of walnut'],
    ]),
  )
  expect((await ask('walnut')).body.paging).toEqual({ next: null })
})

test('people are found by name, address and id, and contacts by address', async () => {
  await createOneOfEachType()
  const ids = 'ann@example.com · u-1'
  expect(rowsOf(await find('u-1'))).toEqual([['user', 'Ann Walnut', ids, ids]])
  for (const q of ['ann@example.com', 'ANN@exam', 'ann'])
    expect((await find(q, '&types=contact,user')).map(({ type }) => type).toSorted()).toEqual([
      'contact',
      'user',
    ])
})

test('exact titles come first, then titles that begin with it, then the newest', async () => {
  for (const name of ['x plan', 'Plan of old', 'Plan B', 'Plan', 'y plan', 'z plan', 'Élan'])
    await board.add(name)
  expect(await titles('plan')).toEqual(['Plan', 'Plan B', 'Plan of old', 'z plan', 'y plan'])
  expect(await titles('ELAN')).toEqual(['Élan'])
  await owner.create('POST /boards', { name: 'Plan' })
  const types = (await find('PLAN')).map(({ type }) => type)
  expect(types).toEqual(['board', 'card', 'card', 'card', 'card', 'card'])
})

test('among thousands of cards with a word the exact title comes first', async () => {
  const card = await board.add('Bolt', { description: 'the old one' })
  await board.add('Bolts and nuts')
  await sql`
    insert into cards (workspace_id, id, board_id, list_id, name, position, search, search_text, created_at, updated_at)
    select workspace_id, 'crd_z' || lpad(n::text, 26, '0'), board_id, list_id, 'A bolt ' || n, position + n,
      array_to_tsvector(array['a', 'bolt', n::text]), 'a bolt ' || n || E'\n', created_at + n * interval '1 second', updated_at
    from cards, generate_series(1, 3000) n where id = ${card.id}`.execute(service.database.pool)
  const found = ['Bolt', 'Bolts and nuts', 'A bolt 3000', 'A bolt 2999', 'A bolt 2998']
  expect(await titles('bolt')).toEqual(found)
  expect(await titles('bolt 17')).toEqual([1799, 1798, 1797, 1796, 1795].map((n) => `A bolt ${n}`))
  expect(await titles('bolt old')).toEqual(['Bolt'])
  expect(await titles('bolt missing')).toEqual([])
})

test('archived and merged things are found and marked, deleted ones are not', async () => {
  const archived = await board.add('Cedar archived')
  await owner.request(`PATCH /cards/${archived.id}`, { body: { status: 'archived' } })
  const deleted = await board.add('Cedar deleted')
  await owner.request(`DELETE /cards/${deleted.id}`)
  const { id: board_id } = await owner.create('POST /feedback/boards', { name: 'Ideas' })
  const addPost = (title: string) => owner.create('POST /feedback/posts', { board_id, title })
  const [kept, merged, gone] = [
    await addPost('Cedar kept'),
    await addPost('Cedar merged'),
    await addPost('Cedar gone'),
  ]
  const into = { body: { into_id: kept.id } }
  await owner.request(`POST /feedback/posts/${merged.id}/merge`, into)
  await owner.request(`DELETE /feedback/posts/${gone.id}`)
  const user = await owner.create('POST /feedback/users/identify', {
    name: 'Cedar',
    email: 'c@x.io',
  })
  await owner.request(`DELETE /feedback/users/${user.id}`)
  for (const path of ['boards', 'lists']) {
    const { id } = await owner.create(`POST /${path}`, { name: `Cedar ${path}` })
    await owner.request(`PATCH /${path}/${id}`, { body: { archived: true } })
  }
  const found = (await find('cedar')).map(({ title, subtitle }) => `${title}: ${subtitle}`)
  expect(found.toSorted()).toEqual([
    'Cedar archived: Launch · To do · Archived',
    'Cedar boards: Archived',
    'Cedar kept: Ideas · Open',
    'Cedar lists: Archived',
    'Cedar merged: Ideas · Open · Merged',
  ])
})

test('a search is of the types that it names, and of its own workspace', async () => {
  await createOneOfEachType()
  expect((await find('walnut', '&types=card,list')).map(({ type }) => type).toSorted()).toEqual([
    'card',
    'list',
  ])
  expect(reason(await ask('walnut', '&types=card,segment'))[0]).toBe(422)
  const other = await service.workspace()
  expect((await other.request('GET /search?q=walnut')).body).toEqual({
    data: [],
    paging: { next: null },
  })
})

test('a read key may search', async () => {
  await createOneOfEachType()
  const { key } = await owner.create('POST /api-keys', { name: 'Reader', scope: 'read' })
  const { status, body } = await owner.request('GET /search?q=walnut', { key })
  expect({ status, found: body.data.length }).toEqual({ status: 200, found: 8 })
  expect((await owner.request('GET /search?q=walnut', { key: null })).status).toBe(401)
})

test('notes and comments of posts are not searched', async () => {
  const { post } = await createOneOfEachType()
  for (const internal of [true, false])
    await owner.create(`POST /feedback/posts/${post.id}/comments`, { body: 'Mahogany', internal })
  expect(await titles('mahogany')).toEqual([])
})

test('punctuation matches literally, and a text without a word finds nothing', async () => {
  await board.add('100% oak_wood')
  await board.add('100 oaks, wood')
  await board.add('שולחן חדש 🪵')
  for (const [q, found] of [
    ['100%', ['100% oak_wood']],
    ['oak_', ['100% oak_wood']],
    ['100 oak', ['100 oaks, wood', '100% oak_wood']],
    ['שולחן', ['שולחן חדש 🪵']],
    ['חדש 🪵', ['שולחן חדש 🪵']],
    ...['%', '_', '🪵', '\u202e', "'", '\\', '()&|!:*<->', '100\\%', "oak':*", 'oak & | !'].map(
      (text) => [text, []] as const,
    ),
  ] as const)
    expect({ q, found: await titles(q) }).toEqual({ q, found })
  for (const q of ['', ' ', '\u0000', 'a\nb', 'x'.repeat(201)])
    expect([q, (await owner.request(`GET /search?q=${escape(q)}`)).status]).toEqual([q, 422])
  expect((await ask('x'.repeat(10_000))).status).toBe(400)
  expect((await owner.request('GET /search')).status).toBe(422)
})

test('whatever is searched, each result has every word of it', async () => {
  const { walnut, ...created } = await createOneOfEachType()
  // The workspace has little else, so that a result is known by its id.
  const wordsOf = new Map<string, string[]>(
    [...Object.values(created), walnut].map((one) => [one.id, searchWords(JSON.stringify(one))]),
  )
  const texts = ['Oak, or walnut', 'wal', 'ann@example.com', 'Order w', "'':*", '%_\\', '🪵', 'é']
  const anyText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'grapheme', maxLength: 8 }))
  const query = fc.array(anyText, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))
  let count = 0
  await fc.assert(
    fc.asyncProperty(query, async (q) => {
      const { status, body } = await ask(q)
      expect([200, 422]).toContain(status)
      for (const { id } of (body.data ?? []) as SearchResult[]) {
        count++
        for (const word of searchWords(q))
          expect(wordsOf.get(id)?.some((one) => one.startsWith(word))).toBe(true)
      }
    }),
    { numRuns: 60 },
  )
  expect(count).toBeGreaterThan(0)
})
