import { expect, test } from 'vitest'

import type { BatchResult } from '#contract/batch-result.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { boardPerTest } from './test-board.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)

const postCard = (more: object) =>
  owner.request(`POST /boards/${board.id}/cards`, { body: { list_id: board.todo, ...more } })

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
  const card = await board.add('Made now', given)
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
  const card = await board.add('Old', given)
  expect(card).toMatchObject({
    completed: true,
    created_at: '2020-01-01T00:00:00.000Z',
    external_ref: 'trello:1',
  })
  const again = await owner.request(`POST /boards/${board.id}/cards`, {
    body: { list_id: board.todo, name: 'Old', ...given },
  })
  expect(reason(again)).toEqual([409, 'external_ref_taken'])
  expect(again.body.error.details[0].id).toBe(card.id)
  const writer = (await owner.request('POST /api-keys', { body: { name: 'W', scope: 'write' } }))
    .body.key
  expect(
    (
      await owner.request(`POST /boards/${board.id}/cards`, {
        key: writer,
        body: { list_id: board.todo, name: 'X', import: true },
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

test('import mode sets when a card was completed, and a complete card keeps its time', async () => {
  const completed_at = '2020-02-01T00:00:00.000Z'
  const timesOf = async (card: Card, change: object) => {
    const { body } = await owner.request(`PATCH /cards/${card.id}`, { body: change })
    return body.completed_at
  }
  const done = await board.add('Done', { import: true, completed: true, completed_at })
  expect(done.completed_at).toBe(completed_at)
  const cards = [{ list_id: board.todo, name: 'Two', completed: true, completed_at }]
  const path = `POST /boards/${board.id}/cards/import`
  const { results } = (await owner.request(path, { body: { import: true, cards } })).body
  expect((await owner.request(`GET /cards/${results[0].id}`)).body.completed_at).toBe(completed_at)
  const later = { completed: true, completed_at: '2021-01-01T00:00:00.000Z' }
  expect(await timesOf(done, { import: true, ...later })).toBe(completed_at)

  const open = await board.add('Open', { completed: true, completed_at })
  expect([open.completed, open.completed_at]).toEqual([false, null])
  expect(await timesOf(open, { import: true, ...later })).toBe(later.completed_at)
  const here = await board.add('Here')
  expect(await timesOf(here, later)).not.toBe(later.completed_at)
})

test('a batch creates cards in its order, and each has its own result', async () => {
  const taken = await board.add('Taken', { import: true, external_ref: 'trello:taken' })
  const draft = (name: string, more: object = {}) => ({ list_id: board.todo, name, ...more })
  const other = await owner.create('POST /boards', { name: 'Other', lists: [] })
  const label = { name: 'Foreign', color: 'red' }
  const foreign = (await owner.create(`POST /boards/${other.id}/labels`, label)).id
  await owner.events()
  const cards = [
    draft('One', { external_ref: 'trello:1', completed: true, created_at: '2020-01-01T00:00:00Z' }),
    draft('Two', { status: 'archived' }),
    draft('Again', { external_ref: 'trello:1' }),
    draft('Taken', { external_ref: 'trello:taken' }),
    draft('Dates', { start_at: '2020-01-02T00:00:00Z', due_at: '2020-01-01T00:00:00Z' }),
    draft('List', { list_id: 'bls_00000000000000000000000000' }),
    draft('Label', { label_ids: [foreign] }),
    draft(''),
    draft('Three'),
  ]
  const path = `POST /boards/${board.id}/cards/import`
  const { status, body } = await owner.request(path, { body: { import: true, cards } })
  const results: BatchResult[] = body.results
  expect(status).toBe(200)
  expect(results.map((result) => [result.status, result.error?.details?.[0]?.['code']])).toEqual([
    [201, undefined],
    [201, undefined],
    [409, 'external_ref_taken'],
    [409, 'external_ref_taken'],
    [422, 'after_due'],
    [404, 'not_found'],
    [422, 'label_on_another_board'],
    [422, 'custom'],
    [201, undefined],
  ])
  expect(await owner.events()).toEqual(Array(3).fill('card.created'))
  const stored = (await owner.request(`GET /boards/${board.id}/cards?status=all`)).body.data
  expect(stored.map(({ name }: Card) => name)).toEqual(['Taken', 'One', 'Two', 'Three'])
  expect(stored[0].id).toBe(taken.id)
  expect(stored[1]).toMatchObject({
    completed: true,
    external_ref: 'trello:1',
    created_at: '2020-01-01T00:00:00.000Z',
  })
})

test('a batch without import mode ignores references, times and states', async () => {
  const given = { external_ref: 'trello:9', completed: true, created_at: '2020-01-01T00:00:00Z' }
  const path = `POST /boards/${board.id}/cards/import`
  const cards = [{ list_id: board.todo, name: 'Now', ...given }]
  const [{ id }] = (await owner.request(path, { body: { cards } })).body.results
  const card = (await owner.request(`GET /cards/${id}`)).body
  expect(card).toMatchObject({ external_ref: null, completed: false })
  expect(card.created_at > '2026').toBe(true)
})
