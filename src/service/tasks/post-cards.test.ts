import { beforeEach, expect, test } from 'vitest'

import type { Card, PlacedCard } from '#contract/tasks/cards.ts'
import { feedbackPerTest, openFeedback } from '#service/feedback/test-feedback.ts'
import { servicePerFile } from '#service/http/test-service.ts'
import { boardPerTest } from './test-board.ts'

const service = servicePerFile()
const at = feedbackPerTest(service)
const board = boardPerTest(at)

let post_id: string
beforeEach(async () => {
  post_id = (await at.post('Dark mode')).id
  await at.events()
})

const create = (name: string, more: object = {}) =>
  at.request(`POST /boards/${board.id}/cards`, {
    body: { list_id: board.todo, name, ...more },
  })
const add = async (name: string, more: object = {}): Promise<Card> =>
  (await create(name, { post_id, ...more })).body
const page = async (id: string, query = '') =>
  (await at.request(`GET /feedback/posts/${id}/cards${query}`)).body
const cardsOf = async (id: string): Promise<PlacedCard[]> => (await page(id)).data
const names = async (id: string) => (await cardsOf(id)).map(({ name }) => name)

test('a card is created for a post and emits card.created alone', async () => {
  const card = await add('Build it')
  expect(card.post_id).toBe(post_id)
  expect(await at.events()).toEqual(['card.created'])
  expect(await cardsOf(post_id)).toEqual([{ ...card, board_name: 'Launch', list_name: 'To do' }])
  expect(await at.events()).toEqual([])
  expect((await create('Plain', { post_id: null })).body.post_id).toBeNull()
})

test('a new card accepts the post_id that a change of a card accepts', async () => {
  const card = await add('Changed')
  for (const id of ['', 'a'.repeat(65), 5, ['x'], post_id, null]) {
    const changed = await at.request(`PATCH /cards/${card.id}`, { body: { post_id: id } })
    const created = await create('New', { post_id: id })
    const fields = [changed, created].map(({ body }) => body.error?.details[0].field)
    expect([created.status, fields[1]]).toEqual([changed.status === 200 ? 201 : 422, fields[0]])
  }
})

test('a card refers to no post that does not exist, was deleted or is elsewhere', async () => {
  const other = await openFeedback(service)
  const deleted = (await at.post('Deleted')).id
  const kept = await add('Kept', { post_id: deleted })
  const elsewhere = (await other.post('Elsewhere')).id
  await at.request(`DELETE /feedback/posts/${deleted}`)
  const card = await add('Changed')
  for (const id of ['pst_00000000000000000000000000', deleted, elsewhere]) {
    const draft = { list_id: board.todo, name: 'New', post_id: id }
    const responses = [
      await at.request(`PATCH /cards/${card.id}`, { body: { post_id: id } }),
      await create('New', { post_id: id }),
      await at.request(`POST /boards/${board.id}/cards/batch`, {
        body: { ids: [card.id], set: { post_id: id } },
      }),
    ]
    const fields = responses.map(({ status, body }) => [status, body.error?.details[0].field])
    expect(fields).toEqual([
      [404, '/post_id'],
      [404, '/post_id'],
      [404, '/set/post_id'],
    ])
    const { body } = await at.request(`POST /boards/${board.id}/cards/import`, {
      body: { cards: [draft, { ...draft, post_id }] },
    })
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual([404, 201])
  }
  // A card keeps the post that was deleted since.
  const renamed = await at.request(`PATCH /cards/${kept.id}`, {
    body: { name: 'Renamed', post_id: deleted },
  })
  expect([renamed.status, renamed.body.post_id]).toEqual([200, deleted])
})

test('the cards of a post follow links, moves and new names', async () => {
  const [card, other] = [await add('First'), (await create('Second')).body]
  await at.request(`PATCH /cards/${other.id}`, { body: { post_id } })
  await at.request(`POST /cards/${card.id}/move`, { body: { list_id: board.done } })
  await at.request(`PATCH /boards/${board.id}`, { body: { name: 'Autumn' } })
  const places = (await cardsOf(post_id)).map((found) => [
    found.name,
    found.board_name,
    found.list_name,
    found.completed,
  ])
  expect(places).toEqual([
    ['First', 'Autumn', 'Done', true],
    ['Second', 'Autumn', 'To do', false],
  ])
  await at.request(`PATCH /cards/${card.id}`, { body: { post_id: null } })
  expect(await names(post_id)).toEqual(['Second'])
})

test('the cards of a post include archived ones and no deleted ones', async () => {
  const [archived, deleted] = [await add('Archived'), await add('Deleted')]
  await add('In an archived board')
  await at.request(`PATCH /cards/${archived.id}`, { body: { status: 'archived' } })
  await at.request(`DELETE /cards/${deleted.id}`)
  await at.request(`PATCH /boards/${board.id}`, { body: { archived: true } })
  expect((await cardsOf(post_id)).map(({ name, status }) => [name, status])).toEqual([
    ['Archived', 'archived'],
    ['In an archived board', 'open'],
  ])
  await at.request(`PATCH /boards/${board.id}`, { body: { archived: false } })
  await at.request(`POST /cards/${deleted.id}/restore`)
  expect(await names(post_id)).toEqual(['Archived', 'Deleted', 'In an archived board'])
})

test('the cards of a post are paginated oldest first, with their total', async () => {
  const created_at = '2024-01-01T00:00:00Z'
  for (let index = 0; index < 7; index++)
    await add(String(index), { import: true, ...(index < 5 && { created_at }) })
  const found: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const cursor: string = next && `&starting_after=${next}`
    const { data, paging } = await page(post_id, `?limit=3&include_total=true${cursor}`)
    expect(paging.total).toBe(7)
    found.push(...data.map(({ name }: Card) => name))
    next = paging.next
  }
  expect(found).toEqual(['0', '1', '2', '3', '4', '5', '6'])
})

test('T75 a deleted post has no cards to read, a merged one its own', async () => {
  const target = await at.post('Theme')
  await add('Kept')
  await at.request(`POST /feedback/posts/${post_id}/merge`, { body: { into_id: target.id } })
  expect([await names(post_id), await names(target.id)]).toEqual([['Kept'], []])
  await at.request(`POST /feedback/posts/${post_id}/unmerge`)
  await at.request(`DELETE /feedback/posts/${post_id}`)
  expect((await at.request(`GET /feedback/posts/${post_id}/cards`)).status).toBe(404)
  await at.request(`POST /feedback/posts/${post_id}/restore`)
  expect(await names(post_id)).toEqual(['Kept'])
})
