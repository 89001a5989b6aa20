import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Board } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'

let service: TestService
let owner: TestWorkspace
let board: Board
let todo: string

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

beforeEach(async () => {
  owner = await service.workspace()
  board = (
    await owner.request('POST /boards', { body: { name: 'Import', lists: [{ name: 'To do' }] } })
  ).body
  todo = board.lists[0]?.id ?? ''
})

const postCard = (more: object) =>
  owner.request(`POST /boards/${board.id}/cards`, { body: { list_id: todo, ...more } })
const add = async (name: string, more: object = {}): Promise<Card> =>
  (await postCard({ name, ...more })).body
const reason = ({
  status,
  body,
}: {
  status: number
  body: { error: { details: { code: string }[] } }
}) => [status, body.error.details[0]?.code]

test('concurrent imports of one external_ref create one card and return conflicts', async () => {
  const same = { name: 'Same', import: true, external_ref: 'trello:race' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => postCard(same)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
})

test('without import mode, times and external_ref in the request are ignored', async () => {
  const given = {
    external_ref: 'trello:9',
    created_at: '2020-01-01T00:00:00Z',
    completed: true,
    status: 'archived',
  }
  const card = await add('Made now', given)
  expect(card).toMatchObject({ external_ref: null, completed: false, status: 'open' })
  expect(card.created_at > '2026').toBe(true)
})

test('import mode sets state and times, emits silently, requires an admin key', async () => {
  const given = {
    import: true,
    external_ref: 'trello:1',
    completed: true,
    created_at: '2020-01-01T00:00:00Z',
  }
  const card = await add('Old', given)
  expect(card).toMatchObject({
    completed: true,
    created_at: '2020-01-01T00:00:00.000Z',
    external_ref: 'trello:1',
  })
  const again = await owner.request(`POST /boards/${board.id}/cards`, {
    body: { list_id: todo, name: 'Old', ...given },
  })
  expect(reason(again)).toEqual([409, 'external_ref_taken'])
  expect(again.body.error.details[0].id).toBe(card.id)
  const writer = (await owner.request('POST /api-keys', { body: { name: 'W', scope: 'write' } }))
    .body.key
  expect(
    (
      await owner.request(`POST /boards/${board.id}/cards`, {
        key: writer,
        body: { list_id: todo, name: 'X', import: true },
      })
    ).status,
  ).toBe(403)
  const { silent } = await service.database.pool
    .selectFrom('events')
    .select('silent')
    .where('workspace_id', '=', owner.workspace_id)
    .where('kind', '=', 'card.created')
    .executeTakeFirstOrThrow()
  expect(silent).toBe(true)
})
