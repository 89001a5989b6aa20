import { expect, test } from 'vitest'

import type { CardBatchResult } from '#contract/tasks/card-batch.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { boardPerTest, createTestBoard } from './test-board.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)

async function add(names: string, more: object = {}): Promise<Card[]> {
  const cards: Card[] = []
  for (const name of names) {
    const body = { list_id: board.todo, name, ...more }
    cards.push(await owner.create(`POST /boards/${board.id}/cards`, body))
  }
  await owner.events()
  return cards
}
const send = (cards: readonly Card[], body: object, headers: Record<string, string> = {}) =>
  owner.request(`POST /boards/${board.id}/cards/batch`, {
    body: { ids: cards.map(({ id }) => id), ...body },
    headers,
  })
const batch = async (cards: readonly Card[], body: object): Promise<CardBatchResult[]> =>
  (await send(cards, body)).body.results
const names = async (list_id: string): Promise<string> =>
  (await owner.request(`GET /boards/${board.id}/cards?list_id=${list_id}`)).body.data
    .map(({ name }: Card) => name)
    .join('')
const outcomes = (results: readonly CardBatchResult[]) =>
  results.map(({ status, error }) => error?.details?.[0]?.['code'] ?? error?.code ?? status)

test('moved cards stand together in the order of the request', async () => {
  const [a, b, c, d, e] = await add('abcdef')
  if (!a || !b || !c || !d || !e) throw new Error('no cards')
  const results = await batch([e, a, c], { move: { list_id: board.todo, after_card_id: d.id } })
  expect(await names(board.todo)).toBe('bdeacf')
  expect(results.map(({ index, status, card }) => [index, status, card?.name])).toEqual([
    [0, 200, 'e'],
    [1, 200, 'a'],
    [2, 200, 'c'],
  ])
  await batch([c, b], { move: { list_id: board.todo, position: 'top' } })
  expect(await names(board.todo)).toBe('cbdeaf')
  await batch([d, c], { move: { list_id: board.todo } })
  expect(await names(board.todo)).toBe('beafdc')
  await batch([c, d, b], { move: { list_id: board.todo, before_card_id: e.id } })
  expect(await names(board.todo)).toBe('cdbeaf')
})

test('a batch move completes cards in a completing list, one event per fact', async () => {
  const cards = await add('abc')
  await owner.request(`PATCH /cards/${cards[1]?.id}`, { body: { completed: true } })
  await owner.events()
  const results = await batch(cards, { move: { list_id: board.done, position: 'top' } })
  expect(results.map(({ card }) => [card?.completed, card?.version])).toEqual([
    [true, '2'],
    [true, '3'],
    [true, '2'],
  ])
  expect(await owner.events()).toEqual([
    'card.moved',
    'card.completed',
    'card.moved',
    'card.moved',
    'card.completed',
  ])
})

test('cards that are in place keep their version and emit no event', async () => {
  const [a, b, c] = await add('abc')
  if (!a || !b || !c) throw new Error('no cards')
  await batch([b, c], { move: { list_id: board.todo } })
  await batch([a, b, c], { set: { completed: false }, move: { list_id: board.todo } })
  expect(await owner.events()).toEqual([])
  const results = await batch([a, c, b], { move: { list_id: board.todo } })
  expect(results.map(({ card }) => card?.version)).toEqual(['1', '1', '2'])
  expect(await owner.events()).toEqual(['card.moved'])
  expect(await names(board.todo)).toBe('acb')
})

test('a gap between two neighbors that becomes too small is renumbered', async () => {
  const [first] = await add('<>')
  const cards = await add('x'.repeat(20))
  for (let turn = 0; turn < 5; turn++) {
    cards.reverse()
    await batch(cards, { move: { list_id: board.todo, after_card_id: first?.id } })
  }
  const { data } = (await owner.request(`GET /boards/${board.id}/cards`)).body
  expect(data.slice(0, 21).map(({ id }: Card) => id)).toEqual([first, ...cards].map((c) => c?.id))
  expect(data.map(({ name }: Card) => name).join('')).toBe(`<${'x'.repeat(20)}>`)
})

test('set changes every card with one event per fact', async () => {
  const cards = await add('ab')
  const set = { name: 'Same', due_at: '2026-05-01T12:00:00Z', completed: true, status: 'archived' }
  const results = await batch(cards, { set })
  expect(results.map(({ card }) => card)).toMatchObject([
    { ...set, due_at: '2026-05-01T12:00:00.000Z', version: '2' },
    { ...set, due_at: '2026-05-01T12:00:00.000Z', version: '2' },
  ])
  const perCard = ['card.updated', 'card.completed', 'card.archived']
  expect(await owner.events()).toEqual([...perCard, ...perCard])
})

test('added and removed labels and members keep those that others set', async () => {
  const [copy = '', design = ''] = board.labels.map(({ id }) => id)
  const member = async (name: string): Promise<string> =>
    (await owner.create('POST /members', { name })).id
  const [ada, bob] = [await member('Ada'), await member('Bob')]
  const [plain, labeled] = [
    ...(await add('a', { members: [bob] })),
    ...(await add('b', { label_ids: [copy], members: [ada] })),
  ]
  if (!plain || !labeled) throw new Error('no cards')
  const set = { add_label_ids: [design], add_member_ids: [bob], remove_member_ids: [ada, 'gone'] }
  const results = await batch([plain, labeled], { set })
  expect(
    results.map(({ card }) => [card?.label_ids, card?.members.map(({ name }) => name)]),
  ).toEqual([
    [[design], ['Bob']],
    [[copy, design], ['Bob']],
  ])
  expect(await owner.events()).toEqual(['card.updated', 'card.updated'])
  await batch([plain, labeled], { set })
  expect(await owner.events()).toEqual([])
})

test('items that fail do not fail the others', async () => {
  const [a, b, archived, late] = await add('abcd')
  if (!a || !b || !archived || !late) throw new Error('no cards')
  await owner.request(`PATCH /cards/${archived.id}`, { body: { status: 'archived' } })
  await owner.request(`PATCH /cards/${late.id}`, { body: { start_at: '2027-01-01T00:00:00Z' } })
  const elsewhere = { ...a, id: 'crd_00000000000000000000000000' }
  await owner.events()
  const results = await batch([a, archived, elsewhere, late, b, a], {
    set: { due_at: '2026-01-01T00:00:00Z' },
    move: { list_id: board.done },
  })
  expect(outcomes(results)).toEqual([200, 'card_archived', 'not_found', 'after_due', 200, 200])
  expect(results[3]?.error?.details?.[0]?.['field']).toBe('/set/start_at')
  expect(results.map(({ id }) => id)).toEqual(
    [a, archived, elsewhere, late, b, a].map(({ id }) => id),
  )
  expect(await names(board.done)).toBe('ab')
  const perCard = ['card.updated', 'card.moved', 'card.completed']
  expect(await owner.events()).toEqual([...perCard, ...perCard])
})

test('an archived card can be unarchived and moved in one batch', async () => {
  const [card] = await add('a')
  if (!card) throw new Error('no card')
  await batch([card], { set: { status: 'archived' } })
  await owner.events()
  const results = await batch([card], { set: { status: 'open' }, move: { list_id: board.done } })
  expect(results[0]?.card).toMatchObject({ status: 'open', list_id: board.done, version: '4' })
  expect(await owner.events()).toEqual(['card.unarchived', 'card.moved', 'card.completed'])
})

test('a batch unarchives only cards of open lists, unless it moves them', async () => {
  const [hidden, other] = await add('ab')
  const [open] = await add('c', { list_id: board.done })
  if (!hidden || !other || !open) throw new Error('no cards')
  await batch([hidden, other, open], { set: { status: 'archived' } })
  await owner.request(`PATCH /boards/${board.id}/lists/${board.todo}`, { body: { archived: true } })
  const results = await batch([hidden, open], { set: { status: 'open' } })
  expect(outcomes(results)).toEqual(['list_archived', 200])
  const moved = await batch([hidden], { set: { status: 'open' }, move: { list_id: board.done } })
  expect(moved[0]?.card).toMatchObject({ status: 'open', list_id: board.done })
  const imported = await batch([other], { set: { status: 'open' }, import: true })
  expect(outcomes(imported)).toEqual([200])
})

test('deleted cards can be restored', async () => {
  const [a, b] = await add('ab')
  if (!a || !b) throw new Error('no cards')
  expect(outcomes(await batch([a, b, a], { delete: true }))).toEqual([204, 204, 204])
  expect(await owner.events()).toEqual(['card.deleted', 'card.deleted'])
  expect(await names(board.todo)).toBe('')
  expect(outcomes(await batch([a], { delete: true }))).toEqual(['not_found'])
  expect((await owner.request(`POST /cards/${a.id}/restore`)).status).toBe(200)
  expect(await names(board.todo)).toBe('a')
})

test('T51 a batch moved to another board matches or drops labels', async () => {
  const other = await createTestBoard(owner)
  const target = other.lists[0]?.id ?? ''
  const cards = await add('ab', { label_ids: board.labels.map(({ id }) => id) })
  const refused = await send(cards, { move: { list_id: target } })
  expect([refused.status, refused.body.error.details[0]]).toMatchObject([
    422,
    { code: 'list_on_another_board', field: '/move/list_id' },
  ])
  const results = await batch(cards, { move: { list_id: target, labels: 'match' } })
  expect(results.map(({ card }) => [card?.board_id, card?.label_ids])).toEqual(
    Array(2).fill([other.id, other.labels.map(({ id }) => id)]),
  )
  const back = await owner.request(`POST /boards/${other.id}/cards/batch`, {
    body: { ids: cards.map(({ id }) => id), move: { list_id: board.todo, labels: 'drop' } },
  })
  expect(back.body.results.map(({ card }: CardBatchResult) => card?.label_ids)).toEqual([[], []])
  expect(await names(board.todo)).toBe('ab')
})

test.each([
  [{}, 422, ''],
  [{ delete: false }, 422, ''],
  [{ delete: true, set: { name: 'x' } }, 422, '/delete'],
  [{ set: { label_ids: [], add_label_ids: [] } }, 422, '/set/label_ids'],
  [{ set: { members: [], remove_member_ids: [] } }, 422, '/set/members'],
  [{ set: { members: [], member_ids: ['mem_0'] } }, 422, '/set/member_ids'],
  [{ set: { due_at: null, dates: { due_at: '2026-05-01T12:00:00Z' } } }, 422, '/set/dates/due_at'],
  [{ set: { add_label_ids: ['lbl_0'] } }, 404, '/set/add_label_ids/0'],
  [{ set: { members: ['mem_0'] } }, 404, '/set/members/0'],
  [{ set: { name: '' } }, 422, '/set/name'],
  [{ move: { list_id: 'bls_0' } }, 404, '/move/list_id'],
  [{ ids: [], delete: true }, 422, '/ids'],
  [{ ids: Array(101).fill('x'), delete: true }, 422, '/ids'],
])('a batch of %j is rejected as a whole', async (body, status, field) => {
  const cards = await add('a')
  const response = await send(cards, body)
  expect([response.status, response.body.error.details[0].field]).toEqual([status, field])
  expect(await owner.events()).toEqual([])
})

test('a neighbor of the batch must be in the target list and not in the batch', async () => {
  const cards = await add('ab')
  const move = (more: object) => send(cards.slice(0, 1), { move: { list_id: board.done, ...more } })
  const [a, b] = cards.map(({ id }) => id)
  const rejected = [
    await move({ after_card_id: a }),
    await move({ before_card_id: b }),
    await move({ after_card_id: b, position: 'top' }),
    await move({ after_card_id: 'crd_0' }),
  ]
  expect(rejected.map(({ status, body }) => [status, body.error.details[0].field])).toEqual([
    [422, '/move/after_card_id'],
    [422, '/move/before_card_id'],
    [422, '/move/position'],
    [404, '/move/after_card_id'],
  ])
})

test('an archived board rejects a batch, an archived list a move', async () => {
  const cards = await add('a')
  const code = async (body: object) => (await send(cards, body)).body.error.details[0].code
  await owner.request(`PATCH /boards/${board.id}/lists/${board.done}`, { body: { archived: true } })
  expect(await code({ move: { list_id: board.done } })).toBe('list_archived')
  await owner.request(`PATCH /boards/${board.id}`, { body: { archived: true } })
  expect(await code({ set: { name: 'x' } })).toBe('board_archived')
  expect(await code({ delete: true })).toBe('board_archived')
})

test('T16 a repeated batch with its idempotency key changes nothing again', async () => {
  const cards = await add('ab')
  const body = { move: { list_id: board.done, position: 'top' } }
  const first = await send(cards, body, { 'Idempotency-Key': 'batch-1' })
  const repeated = await send(cards, body, { 'Idempotency-Key': 'batch-1' })
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(repeated.text).toBe(first.text)
  expect((await owner.events()).length).toBe(4)
})

test('an imported batch is silent and completes no card', async () => {
  const cards = await add('a')
  const results = await batch(cards, { move: { list_id: board.done }, import: true })
  expect(results[0]?.card).toMatchObject({ list_id: board.done, completed: false })
})

test('concurrent batches, moves and edits neither deadlock nor lose a card', async () => {
  const cards = await add('abcdefgh')
  const reversed = cards.toReversed()
  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, turn) => {
      const move = {
        list_id: turn % 2 ? board.done : board.todo,
        position: turn % 3 ? 'top' : 'bottom',
      }
      const path = `/cards/${cards[turn % 8]?.id}`
      if (turn % 4 === 0) return owner.request(`POST ${path}/move`, { body: move })
      if (turn % 4 === 1)
        return owner.request(`PATCH ${path}`, { body: { name: 'abcdefgh'[turn % 8] } })
      return send(turn % 4 === 2 ? cards : reversed, { set: { completed: turn % 3 === 0 }, move })
    }),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(24).fill(200))
  const results = responses.flatMap(({ body }): CardBatchResult[] => body.results ?? [])
  expect([results.length, results.every(({ status }) => status === 200)]).toEqual([96, true])
  expect([...(await names(board.todo)), ...(await names(board.done))].toSorted().join('')).toBe(
    'abcdefgh',
  )
})
