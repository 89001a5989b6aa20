// Runs on both engines: words are found by their stems and by arrays of letters, which each engine indexes.
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Post } from '#contract/feedback/posts.ts'
import { up } from '#service/db/migrations/025-post-words.ts'
import { feedbackPerTest } from '#service/feedback/test-feedback.ts'
import { servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const feedback = feedbackPerTest(service)

const lineOf = (text: string, more = '') =>
  `GET /feedback/posts/similar?text=${encodeURIComponent(text)}${more}`
const similar = async (text: string, more = ''): Promise<(Post & { match: string[] })[]> =>
  (await feedback.request(lineOf(text, more))).body.data
const titles = async (text: string, more = '') =>
  (await similar(text, more)).map(({ title }) => title)

test('a post is found by its words in any form and with a typo', async () => {
  await feedback.post('Every blend in one box', { details: 'I cannot choose.' })
  await feedback.post('Pause my subscription')
  await feedback.post('Order history')
  expect(await titles('all blends')).toEqual(['Every blend in one box'])
  expect(await titles('subscripton')).toEqual(['Pause my subscription'])
  expect(await titles('Subscriptions, paused!')).toEqual(['Pause my subscription'])
  expect(await titles('subsc')).toEqual(['Pause my subscription'])
  expect(await titles('subsc ')).toEqual([])
  expect(await similar('boxes of blends')).toMatchObject([{ match: ['blend', 'box'] }])
  expect(await titles('nothing of this')).toEqual([])
  expect(await titles('how do I')).toEqual([])
})

test('at most five posts are returned, those with the words in the title first', async () => {
  for (let index = 0; index < 6; index++)
    await feedback.post(`Other ${index}`, { details: 'Passkeys as in other shops' })
  await feedback.post('Passkeys')
  const { body } = await feedback.request(lineOf('passkey'))
  expect(body.paging).toEqual({ next: null })
  expect(body.data).toHaveLength(5)
  expect(body.data[0]).toMatchObject({ title: 'Passkeys', match: ['Passkeys'], vote_count: 0 })
})

test('deleted and merged posts are not similar until they are back', async () => {
  const kept = await feedback.post('Wishlist')
  const merged = await feedback.post('Wishlists for friends')
  const deleted = await feedback.post('A wishlist on paper')
  await feedback.request(`DELETE /feedback/posts/${deleted.id}`)
  await feedback.request(`POST /feedback/posts/${merged.id}/merge`, { body: { into_id: kept.id } })
  expect(await titles('wishlist')).toEqual(['Wishlist'])
  await feedback.request(`POST /feedback/posts/${deleted.id}/restore`)
  await feedback.request(`POST /feedback/posts/${merged.id}/unmerge`)
  expect((await titles('wishlist')).toSorted()).toEqual([
    'A wishlist on paper',
    'Wishlist',
    'Wishlists for friends',
  ])
})

test('a board restricts what is similar, by id or slug; an unknown one has no posts', async () => {
  const other = await feedback.create('POST /feedback/boards', { name: 'Bugs', slug: 'bugs' })
  await feedback.post('Slow checkout')
  await feedback.create('POST /feedback/posts', { board_id: other.id, title: 'Checkout fails' })
  expect(await titles('checkouts', '&board=bugs')).toEqual(['Checkout fails'])
  expect(await titles('checkouts', `&board=${feedback.board.id}`)).toEqual(['Slow checkout'])
  expect(await titles('checkouts', '&board=ideas,bugs')).toHaveLength(2)
  expect(await titles('checkouts', '&board=nowhere')).toEqual([])
})

test('posts and words of another workspace are never found, and a read key may ask', async () => {
  await feedback.post('Loyalty points')
  const stranger = await service.workspace('Other')
  expect((await stranger.request(lineOf('loyalty points'))).body.data).toEqual([])
  expect((await stranger.request(lineOf('loyalti'))).body.data).toEqual([])
  const body = { name: 'Reader', scope: 'read' }
  const { key } = await feedback.create('POST /api-keys', body)
  const { status, body: page } = await feedback.request(lineOf('loyal points'), { key })
  expect({ status, found: page.data.length }).toEqual({ status: 200, found: 1 })
  expect((await feedback.request(lineOf('loyal'), { key: null })).status).toBe(401)
})

test('an edit changes what a post is similar to', async () => {
  const post = await feedback.post('Giraffe', { details: 'Elephant' })
  await feedback.patch(post, { title: 'Zebra', details: 'Antelope' })
  expect(await titles('giraffes elephants')).toEqual([])
  expect(await titles('zebras antelopes')).toEqual(['Zebra'])
})

test('a word of an earlier text or a deleted post is not known', async () => {
  await feedback.post('Every blend in one box')
  const post = await feedback.post('Blnd box')
  await feedback.patch(post, { title: 'Order history' })
  expect(await titles('blnd ')).toEqual(['Every blend in one box'])
})

test('a typo is found in a title also where long details had the word', async () => {
  const many = Array.from({ length: 600 }, (_, index) => `w${index}`).join(' ')
  const long = await feedback.post('Long', { details: `${many} marzipan` })
  expect(await titles('marzapan ')).toEqual([])
  expect(await titles('marzipan ')).toEqual([long.title])
  await feedback.post('Marzipan')
  expect((await titles('marzapan '))[0]).toBe('Marzipan')
})

test('the post with exactly this title is the first of 300', async () => {
  const { id } = await feedback.post('Dark mode')
  await sql`insert into posts (workspace_id, id, board_id, title, details, status_id, author_type, author_id,
      created_at, updated_at, search, search_text)
    select workspace_id, id || place, board_id, 'Other ' || place, 'Dark mode', status_id, author_type, author_id,
      created_at + interval '1 s', updated_at, search, 'other ' || place || E'\\ndark mode'
    from posts, generate_series(1, 300) place where id = ${id}`.execute(service.database.pool)
  expect((await titles('Dark mode'))[0]).toBe('Dark mode')
  expect((await titles('mode: dark'))[0]).toBe('Dark mode')
})

test.each([
  '%',
  '_',
  "' | 'x",
  "\\'",
  '!!!',
  '🙂',
  'مرحبا بالعالم',
  '搜索功能',
  'a & b | !c:*',
  '<script>alert(1)</script>',
  'word '.repeat(200).trim(),
  Array.from({ length: 200 }, (_, index) => `w${index}`).join(' '),
])('the text %s gets a page', async (text) => {
  await feedback.post('Some post', { details: text.slice(0, 500) })
  expect((await feedback.request(lineOf(text))).status).toBe(200)
})

test.each(['', 'a'.repeat(1_001), '%00'])(
  'a text that is not allowed is rejected',
  async (text) => {
    const { status, body } = await feedback.request(`GET /feedback/posts/similar?text=${text}`)
    expect({ status, field: body.error.details[0].field }).toEqual({ status: 422, field: 'text' })
  },
)

/** Words of posts that are there, but not among the words that are searched. */
async function missingWords(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct lexeme as word from posts post, unnest(tsvector_to_array(post.search)) lexeme
    where post.deleted_at is null and not exists (select 1 from post_words known
      where known.workspace_id = post.workspace_id and known.word = lexeme)`.execute(
    service.database.pool,
  )
  return rows.map(({ word }) => word)
}

const words = fc.array(
  fc.constantFrom(
    'blend',
    'blends',
    'Röstung',
    'csv',
    '40',
    'a',
    'x'.repeat(24),
    '搜索',
    'naïve',
    '🙂',
  ),
)
const text = words.map((list) => `T ${list.join(' ')}`)
const change = fc.oneof(
  fc.record({ kind: fc.constant('create'), title: text, details: text }),
  fc.record({
    kind: fc.constantFrom('edit', 'delete', 'restore', 'merge'),
    title: text,
    details: text,
  }),
)

test('every word of a living post is there after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const posts: Post[] = [await feedback.post('First')]
      for (const [index, { kind, title, details }] of changes.entries()) {
        const post = posts[index % posts.length]
        const path = `/feedback/posts/${post?.id}`
        if (kind === 'create') posts.push(await feedback.post(title, { details }))
        else if (kind === 'edit')
          await feedback.request(`PATCH ${path}`, { body: { title, details } })
        else if (kind === 'delete') await feedback.request(`DELETE ${path}`)
        else if (kind === 'restore') await feedback.request(`POST ${path}/restore`)
        else await feedback.request(`POST ${path}/merge`, { body: { into_id: posts.at(-1)?.id } })
      }
      expect(await missingWords()).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('two clients at once write posts with the same new words', async () => {
  const details = Array.from({ length: 300 }, (_, index) => `new${index}`)
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      feedback.post(`Post ${index}`, {
        details: (index % 2 ? details : details.toReversed()).join(' '),
      }),
    ),
  )
  expect(all).toHaveLength(8)
  expect(await missingWords()).toEqual([])
})

test('migration 025 fills the words of posts that are there', async () => {
  await feedback.post('Pause my subscription', { details: 'Überall' })
  const read = async () =>
    (
      await service.database.pool
        .selectFrom('post_words')
        .selectAll()
        .where('word', 'in', ['pause', 'my', 'subscription', 'uberall'])
        .orderBy('workspace_id')
        .orderBy('word')
        .execute()
    ).map((row) => ({ ...row, near: row.near.toSorted() }))
  const before = await read()
  expect(before.map(({ word }) => word)).toContain('uberall')
  await sql`drop table post_words`.execute(service.database.pool)
  // A migration knows no tables by type: it makes them.
  await service.database.pool.transaction().execute((tx) => up(tx as unknown as Kysely<unknown>))
  const posts = await sql<{ count: number }>`select count(*)::int as count from posts`.execute(
    service.database.pool,
  )
  expect(posts.rows[0]?.count).toBeGreaterThan(0)
  expect(await read()).toEqual(expect.arrayContaining(before.slice(-4)))
  expect(await missingWords()).toEqual([])
})
