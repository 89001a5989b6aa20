// Runs on both engines: text search and collation differ between engines.
import fc from 'fast-check'
import { type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'

import type { SearchResult } from '#contract/search.ts'
import {
  reason,
  servicePerFile,
  type TestWorkspace,
  workspacePerTest,
} from '#service/http/test-service.ts'
import { boardPerTest, createTestBoard } from '#service/tasks/test-board.ts'
import { paths } from '#web/paths.ts'
import type { Context } from './context.ts'
import { searchWords } from './search-text.rules.ts'
import { searchVerbs } from './search.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)

const ask = (q: string, more = '') => owner.request(`GET /search?q=${encodeURIComponent(q)}${more}`)
const find = async (q: string, more = ''): Promise<SearchResult[]> => (await ask(q, more)).body.data
const titles = async (q: string, more = '') => (await find(q, more)).map(({ title }) => title)
const rowsOf = (results: readonly SearchResult[]) =>
  results.map(({ type, title, subtitle, match }) => [type, title, subtitle, match])

/** One of each type with the word "Walnut" outside its title where it has more than a title. */
async function createOneOfEachType(workspace: TestWorkspace = owner) {
  const list = await workspace.create('POST /lists', {
    name: 'Customers',
    description: 'Of walnut',
  })
  const contact = await workspace.create(`POST /lists/${list.id}/contacts`, {
    email_address: 'ann@example.com',
    fields: { city: 'Walnut Creek' },
  })
  const user = await workspace.create('POST /feedback/users/identify', {
    name: 'Ann Walnut',
    email: 'ann@example.com',
    external_id: 'u-1',
  })
  const own = workspace === owner ? board : await createTestBoard(workspace)
  const card = await workspace.create(`POST /boards/${own.id}/cards`, {
    list_id: own.lists[0]?.id,
    name: 'Order wood',
    description: 'Oak, or walnut',
  })
  const { id: board_id } = await workspace.create('POST /feedback/boards', { name: 'Ideas' })
  const details = 'More kinds of wood, such as Wálnut.'
  const post = await workspace.create('POST /feedback/posts', { board_id, title: 'Wood', details })
  const body = 'Tables of **walnut** are back.'
  const entry = await workspace.create('POST /feedback/changelog/entries', {
    title: 'Tables',
    body,
  })
  const letter = { name: 'March', subject: 'Walnut is back' }
  const campaign = await workspace.create('POST /campaigns', letter)
  const walnut = await workspace.create('POST /boards', { name: 'Walnut' })
  return { list, contact, user, card, post, entry, campaign, walnut }
}

test('the search finds every type by a word, with place, excerpt and page', async () => {
  const created = await createOneOfEachType()
  const found = await find('walnut')
  const byType = Object.fromEntries(found.map((result) => [result.type, result]))
  expect(found).toHaveLength(8)
  expect(found[0]?.type).toBe('board')
  const { list, contact, user, card, post, entry, campaign, walnut } = created
  const pages: readonly (readonly [string, string, string])[] = [
    ['contact', contact.id, paths.contact(list.id, contact.id)],
    ['user', user.id, paths.person(user.id)],
    ['card', card.id, paths.card(board.id, card.id)],
    ['post', post.id, paths.post(post.id)],
    ['entry', entry.id, paths.entry(entry.id)],
    ['campaign', campaign.id, paths.campaign(campaign.id)],
    ['list', list.id, paths.list(list.id)],
    ['board', walnut.id, paths.board(walnut.id)],
  ]
  for (const [type, id, url_path] of pages)
    expect(byType[type]).toMatchObject({ type, id, url_path })
  expect(new Set(rowsOf(found))).toEqual(
    new Set([
      ['board', 'Walnut', null, null],
      ['user', 'Ann Walnut', 'ann@example.com · u-1', null],
      ['card', 'Order wood', 'Launch · To do', 'Oak, or walnut'],
      ['post', 'Wood', 'Ideas · Open', 'More kinds of wood, such as Wálnut.'],
      ['entry', 'Tables', 'Draft', 'Tables of walnut are back.'],
      ['campaign', 'March', 'Draft', 'Walnut is back'],
      ['contact', 'ann@example.com', 'Customers · Subscribed', 'Walnut Creek'],
      ['list', 'Customers', null, 'Of walnut'],
    ]),
  )
  expect((await ask('walnut')).body.paging).toEqual({ next: null })
})

test('excerpts of Markdown have no signs, and other texts keep theirs', async () => {
  const list_id = board.lists[0]?.id
  const description = '# To do\n\n- see [the **oak** table](https://example.com/elm) and `ash`\n'
  await owner.create(`POST /boards/${board.id}/cards`, { list_id, name: 'Wood', description })
  await owner.create('POST /campaigns', { name: 'March', subject: '**Oak** is [back](ash)' })
  const plain = 'To do see the oak table and ash'
  expect(rowsOf(await find('oak'))).toEqual([
    ['campaign', 'March', 'Draft', '**Oak** is [back](ash)'],
    ['card', 'Wood', 'Launch · To do', plain],
  ])
  expect((await find('table'))[0]?.match).toBe(plain)
  // Only the target of the link has the word.
  expect((await find('elm'))[0]?.match).toContain('https://example.com/elm')
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

test('exact titles come first, then titles that begin with it', async () => {
  for (const name of ['x plan', 'Plan of old', 'Plan B', 'Plan', 'y plan', 'z plan', 'Élan'])
    await board.add(name)
  expect(await titles('plan')).toEqual(['Plan', 'Plan B', 'Plan of old', 'z plan', 'y plan'])
  expect(await titles('ELAN')).toEqual(['Élan'])
  await owner.create('POST /boards', { name: 'Plan' })
  const types = (await find('PLAN')).map(({ type }) => type)
  expect(types).toEqual(['board', 'card', 'card', 'card', 'card', 'card'])
})

test('titles with the words come before newer things that have them elsewhere', async () => {
  for (const name of ['Label (printer) jams', 'Call the printers']) await board.add(name)
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await board.add(name, { description: 'Ask about the printer, and call.' })
  expect((await titles('printer')).slice(0, 2)).toEqual([
    'Call the printers',
    'Label (printer) jams',
  ])
  expect((await titles('call printer'))[0]).toBe('Call the printers')
})

test('words that are cut or too many for an index are stored without them', async () => {
  const long = 'a'.repeat(99)
  const { id: board_id } = await owner.create('POST /feedback/boards', { name: 'Ideas' })
  const details = `${long}\u{10400} ${long}\u{20000}`
  const post = await owner.create('POST /feedback/posts', { board_id, title: 'Astral', details })
  expect(post.title).toBe('Astral')
  const signs = ['㌖', '㌋', '㌀', '㌍', '㌔', '㌣', '㌫', '㌳']
  const words = Array.from({ length: 5000 }, (_, at) =>
    Array.from({ length: 19 }, (_sign, place) => signs[Math.floor(at / 8 ** (place % 5)) % 8]).join(
      '',
    ),
  )
  const body = words.join(' ').slice(0, 100_000)
  await owner.create('POST /feedback/changelog/entries', { title: 'Squared', body })
  expect(await titles('squared')).toEqual(['Squared'])
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

test('among thousands of cards a rare pair of common words is found', async () => {
  const card = await board.add('Green')
  // The digits of the id are reversed, so that both are common among the newest.
  const insert = (name: string, suffix: string, from: number, to: number) =>
    sql`
      insert into cards (workspace_id, id, board_id, list_id, name, position, search, search_text, created_at, updated_at)
      select workspace_id, 'crd_' || reverse(lpad(n::text, 25, '0')) || ${suffix}, board_id, list_id, ${name}, position + n,
        array_to_tsvector(${searchWords(name)}::text[]), ${`${name}\n`}, created_at, updated_at
      from cards, generate_series(${from}::int, ${to}::int) n where id = ${card.id}`.execute(
      service.database.pool,
    )
  await insert('red', 'r', 1, 4000)
  await insert('blue', 'b', 1, 4000)
  await insert('wood, red and blue', 'a', 8, 8)
  expect(await titles('red blue')).toEqual(['wood, red and blue'])
})

test('among thousands of people and contacts an exact id or address comes first', async () => {
  const identify = (body: object) => owner.create('POST /feedback/users/identify', body)
  const byId = await identify({ name: 'Ann', external_id: 'U-4' })
  const byEmail = await identify({ name: 'Zoe', email: 'Élodie@x.io' })
  const list = await owner.create('POST /lists', { name: 'Customers' })
  const contact = await owner.create(`POST /lists/${list.id}/contacts`, {
    email_address: 'Élodie@bücher.example',
  })
  const { pool } = service.database
  await sql`
    insert into portal_users (workspace_id, id, external_id, name, search, search_text, created_at, updated_at)
    select workspace_id, 'usr_z' || lpad(n::text, 25, '0'), 'u-4' || n, 'P',
      array_to_tsvector(array['p', 'u', '4' || n, 'elodie', 'x', 'io']), E'p\\nu-4' || n || E'\\nelodie@x.io' || n,
      created_at, updated_at
    from portal_users, generate_series(1, 1500) n where id = ${byId.id}`.execute(pool)
  await sql`
    insert into contacts (workspace_id, list_id, id, email_address, address_key, status, source, search, search_text,
      created_at, updated_at)
    select workspace_id, list_id, 'con_z' || lpad(n::text, 25, '0'), n || 'elodie@bucher.example', n || 'elodie@bucher.example', status, source,
      array_to_tsvector(array['elodie', 'bucher', 'example']), n || E'elodie@bucher.example', created_at, updated_at
    from contacts, generate_series(1, 1500) n where id = ${contact.id}`.execute(pool)
  const firstId = async (q: string, type: string) => (await find(q, `&types=${type}`))[0]?.id
  expect(await firstId('U-4', 'user')).toBe(byId.id)
  expect(await firstId('élodie@X.io', 'user')).toBe(byEmail.id)
  expect(await firstId('élodie@bücher.example', 'contact')).toBe(contact.id)
  expect(await firstId('ÉLODIE@xn--bcher-kva.example', 'contact')).toBe(contact.id)
  expect(await firstId('élodie@BÜCHER', 'contact')).toBe(contact.id)
})

test('a search needs one connection', async () => {
  await createOneOfEachType()
  let running = 0
  let most = 0
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      most = Math.max(most, ++running)
      return node
    },
    async transformResult({ result }) {
      running--
      return result
    },
  }
  const db = service.database.readOnly(owner.workspace_id)
  // The search reads nothing else.
  const context = { db: { ...db, tx: db.tx.withPlugin(counter) }, now: new Date() } as Context
  expect((await searchVerbs['GET /search'](context, { q: 'walnut' })).data).toHaveLength(8)
  expect(most).toBe(1)
})

test('a changed thing is found by its new words only', async () => {
  const { list, entry, campaign, walnut } = await createOneOfEachType()
  for (const [path, body] of [
    [`/boards/${walnut.id}`, { name: 'Cherry' }],
    [`/campaigns/${campaign.id}`, { subject: 'Cherry is back' }],
    [`/feedback/changelog/entries/${entry.id}`, { body: 'Tables of cherry.' }],
    [`/lists/${list.id}`, { description: 'Of cherry' }],
  ] as const)
    expect((await owner.request(`PATCH ${path}`, { body })).status).toBe(200)
  const types = '&types=board,campaign,entry,list'
  const ids = [walnut.id, campaign.id, entry.id, list.id]
  expect(new Set((await find('cherry', types)).map(({ id }) => id))).toEqual(new Set(ids))
  expect(await find('walnut', types)).toEqual([])
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
  const idsOf = async (workspace: TestWorkspace) => {
    const { body } = await workspace.request('GET /search?q=walnut')
    return (body.data as SearchResult[]).map(({ id }) => id)
  }
  expect(await idsOf(other)).toEqual([])
  const own = new Set(await idsOf(owner))
  await createOneOfEachType(other)
  const others = await idsOf(other)
  expect(others).toHaveLength(8)
  expect(others.filter((id) => own.has(id))).toEqual([])
  expect(new Set(await idsOf(owner))).toEqual(own)
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

test('whatever is searched, the results are what has every word of it', async () => {
  const { walnut, ...created } = await createOneOfEachType()
  // The workspace has little else, so that a result is known by its id.
  const wordsOf = new Map<string, string[]>(
    [...Object.values(created), walnut].map((one) => [one.id, searchWords(JSON.stringify(one))]),
  )
  const { list, contact, user, card, post, entry, campaign } = created
  const searchedOf = new Map<string, string[]>(
    [
      [list, list.name, list.description],
      [contact, contact.email_address, contact.fields.city],
      [user, user.name, user.email, user.external_id],
      [card, card.name, card.description],
      [post, post.title, post.details],
      [entry, entry.title, entry.body],
      [campaign, campaign.name, campaign.subject],
      [walnut, walnut.name],
    ].map(([{ id }, ...texts]) => [id, searchWords(texts.join(' '))]),
  )
  const hasAll = (words: readonly string[], q: string) =>
    searchWords(q).every((word) => words.some((one) => one.startsWith(word)))
  const texts = ['Oak, or walnut', 'wal', 'ann@example.com', 'Order w', "'':*", '%_\\', '🪵', 'é']
  const anyText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'grapheme', maxLength: 8 }))
  const query = fc.array(anyText, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))
  const plain = fc
    .subarray(['walnut', 'WAL', 'wood', 'oak', 'ann', 'back', 'is', 'w', 'tables', 'example'])
    .map((words) => words.join(' '))
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.oneof(query, plain), async (q) => {
      const { status, body } = await ask(q)
      expect([200, 422]).toContain(status)
      const ids = ((body.data ?? []) as SearchResult[]).map(({ id }) => id)
      count += ids.length
      for (const id of ids) expect(hasAll(wordsOf.get(id) ?? [], q)).toBe(true)
      // Punctuation has to match literally as well, and a text without a word finds nothing.
      if (!/^[a-z ]*[a-z][a-z ]*$/i.test(q)) return
      const expected = [...searchedOf].filter(([, words]) => hasAll(words, q)).map(([id]) => id)
      expect(ids).toEqual(expect.arrayContaining(expected))
    }),
    { numRuns: 60 },
  )
  expect(count).toBeGreaterThan(0)
})
