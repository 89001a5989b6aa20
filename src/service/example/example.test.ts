import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Call, createApi } from '#client/client.ts'
import { firstStart } from '#service/first-run.ts'
import { type TestService, openTestService } from '#service/http/test-service.ts'

let service: TestService
let call: Call

beforeAll(async () => {
  service = await openTestService()
  const key = await firstStart(service, true)
  call = createApi({
    base_url: 'http://service.test/v1',
    key: key ?? '',
    fetch: async (input, init) => service.app.fetch(new Request(input, init)),
  })
})
afterAll(() => service.close())

test('a new workspace shows a board of our own and three that people really kept', async () => {
  expect((await call('GET /me', {})).workspace.name).toBe('Fern & Field')
  const boards = (await call('GET /boards', {})).data
  expect(boards.map(({ name, card_count, lists }) => [name, card_count, lists.length])).toEqual([
    ['Autumn launch', 38, 5],
    ['Project Hermes', 45, 8],
    ['Kanban Template', 14, 7],
    ['amirite', 58, 7],
  ])
})

test('the cards of its done list are complete, and those in work are due around today', async () => {
  const [board] = (await call('GET /boards', {})).data
  const doing = board?.lists.find(({ name }) => name === 'Doing')
  const done = board?.lists.find(({ name }) => name === 'Done')
  expect([doing?.card_count, doing?.wip_limit, done?.completes_cards]).toEqual([4, 5, true])
  const cards = (await call('GET /boards/:board_id/cards', { board_id: board?.id ?? '' })).data
  for (const card of cards) expect(card.completed).toBe(card.list_id === done?.id)
  const dues = cards.flatMap(({ list_id, due_at }) => (list_id === doing?.id ? [due_at ?? ''] : []))
  const today = new Date().toISOString()
  expect([dues.filter((due) => due < today).length, dues.length]).toEqual([1, 4])
})

test('people of one name are one person', async () => {
  const names = (await call('GET /members', {})).data.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(8)
})

test('no event tells of the example, since nobody could have asked to hear of it', async () => {
  expect(await service.database.pool.selectFrom('events').select('id').execute()).toEqual([])
})
