import { expect, test } from 'vitest'

import type { Activity } from '#contract/activity.ts'
import { perTest, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { purgeExpired } from '#service/purge.ts'
import { boardPerTest, createTestBoard } from './test-board.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)
const card = perTest(() => board.add('Card'))

const activity = async (query = ''): Promise<Activity[]> =>
  (await owner.request(`GET /cards/${card.id}/activity${query}`)).body.data
const kinds = async () => (await activity()).map(({ event }) => event)
const purge = (now: Date) =>
  purgeExpired(service.database.pool, now, (error) => {
    throw error
  })
const later = (days: number) => new Date(Date.now() + days * 86_400_000)

test('the activity of a card lists its changes newest first, with actor and names', async () => {
  await owner.request(`PATCH /cards/${card.id}`, { body: { name: 'Renamed', completed: false } })
  const { body } = await owner.request(`POST /cards/${card.id}/move`, {
    body: { list_id: board.done },
  })
  const { key } = (await owner.request('GET /me')).body
  const actor = { type: 'key', id: key.id, name: key.name }
  const entries = await activity()
  expect(entries).toMatchObject([
    { event: 'card.completed', actor, changes: {} },
    { event: 'card.moved', actor },
    { event: 'card.updated', actor },
    { event: 'card.created', actor, changes: {} },
  ])
  // The moment of each change, which is within its request.
  const times = entries.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(times.at(-1)! >= card.created_at && times[1]! >= body.updated_at).toBe(true)
  expect(entries[1]?.changes).toEqual({
    list_id: { from: board.todo, to: board.done },
    list_name: { from: 'To do', to: 'Done' },
  })
  expect(entries[2]?.changes).toEqual({ name: { from: 'Card', to: 'Renamed' } })
})

test('list and board names in the activity stay as they were', async () => {
  const other = await createTestBoard(owner, 'Next year')
  await owner.request(`POST /cards/${card.id}/move`, {
    body: { list_id: other.lists[0]?.id, labels: 'drop' },
  })
  await owner.request(`PATCH /boards/${other.id}`, { body: { name: 'Renamed' } })
  const [moved] = await activity()
  expect(moved?.changes).toMatchObject({
    board_id: { from: board.id, to: other.id },
    board_name: { from: 'Launch', to: 'Next year' },
  })
})

test('every kind of change appears once, reordering a list does not', async () => {
  await board.add('Other')
  const batch = async (body: object) =>
    owner.request(`POST /boards/${board.id}/cards/batch`, { body: { ids: [card.id], ...body } })
  await owner.request(`POST /cards/${card.id}/move`, { body: { list_id: board.todo } })
  await batch({ set: { completed: true } })
  await batch({ set: { status: 'archived' } })
  await batch({ set: { status: 'open', completed: false } })
  await batch({ move: { list_id: board.done } })
  await batch({ delete: true })
  await owner.request(`POST /cards/${card.id}/restore`)
  expect((await kinds()).toReversed()).toEqual([
    'card.created',
    'card.completed',
    'card.archived',
    'card.reopened',
    'card.unarchived',
    'card.moved',
    'card.completed',
    'card.deleted',
    'card.restored',
  ])
})

test('activity is read in pages by a cursor', async () => {
  for (let turn = 0; turn < 4; turn++)
    await owner.request(`PATCH /cards/${card.id}`, { body: { name: String(turn) } })
  const all = (await activity()).map(({ id }) => id)
  expect(all.length).toBe(5)
  const path = `GET /cards/${card.id}/activity?limit=2`
  const first = (await owner.request(`${path}&include_total=true`)).body
  const second = (await owner.request(`${path}&starting_after=${first.paging.next}`)).body
  const third = (await owner.request(`${path}&starting_after=${second.paging.next}`)).body
  const pages = [first, second, third].flatMap(({ data }) => data as Activity[])
  expect(pages.map(({ id }) => id)).toEqual(all)
  expect([first.paging.total, third.paging.next]).toEqual([5, null])
})

test('a long description is truncated in the activity', async () => {
  const description = '\u{1F33F}'.repeat(2000)
  await owner.request(`PATCH /cards/${card.id}`, { body: { description } })
  const to = String((await activity())[0]?.changes['description']?.to)
  expect([[...to].length, to.at(-1)]).toEqual([500, '…'])
})

test('activity outlives its events and is deleted with its card', async () => {
  await purge(later(20))
  expect(await kinds()).toEqual(['card.created'])
  await owner.request(`DELETE /cards/${card.id}`)
  expect((await owner.request(`GET /cards/${card.id}/activity`)).status).toBe(404)
  await purge(later(31))
  const left = await service.database.pool
    .selectFrom('card_activity')
    .select('id')
    .where('card_id', '=', card.id)
    .execute()
  expect(left).toEqual([])
})

test('a card deleted less than 30 days ago survives the purge and can be restored', async () => {
  await owner.request(`DELETE /cards/${card.id}`)
  await purge(later(29))
  expect((await owner.request(`POST /cards/${card.id}/restore`)).status).toBe(200)
})

test('a card deleted more than 30 days ago is not_found for restore before the purge', async () => {
  await owner.request(`DELETE /cards/${card.id}`)
  await service.database.pool
    .updateTable('cards')
    .set({ deleted_at: later(-30) })
    .where('id', '=', card.id)
    .execute()
  const { status, body } = await owner.request(`POST /cards/${card.id}/restore`)
  expect([status, body.error.code]).toEqual([404, 'not_found'])
})
