import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Card } from '#contract/tasks/cards.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { boardPerTest, createTestBoard } from './test-board.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)

const patch = (card: Card, body: object) => owner.request(`PATCH /cards/${card.id}`, { body })

test('an archived list accepts no card from the archive or after deletion', async () => {
  const [archived, deleted, both] = [
    await board.add('a'),
    await board.add('b'),
    await board.add('c'),
  ]
  await patch(archived, { status: 'archived' })
  await owner.request(`DELETE /cards/${deleted.id}`)
  await patch(both, { status: 'archived' })
  await owner.request(`DELETE /cards/${both.id}`)
  await owner.request(`PATCH /boards/${board.id}/lists/${board.todo}`, { body: { archived: true } })
  await owner.events()
  const restore = (card: Card) => owner.request(`POST /cards/${card.id}/restore`)
  expect(reason(await patch(archived, { status: 'open' }))).toEqual([409, 'list_archived'])
  expect(reason(await restore(deleted))).toEqual([409, 'list_archived'])
  expect(await owner.events()).toEqual([])
  // It returns to the archive, which has cards of archived lists.
  expect((await restore(both)).body.status).toBe('archived')
  // Other changes are possible, and an import sets states explicitly.
  expect((await patch(archived, { name: 'New' })).status).toBe(200)
  expect((await patch(archived, { status: 'open', import: true })).status).toBe(200)

  await owner.request(`PATCH /boards/${board.id}/lists/${board.todo}`, {
    body: { archived: false },
  })
  expect((await restore(deleted)).status).toBe(200)
})

test('a full board accepts no card, whether new, unarchived or restored', async () => {
  const [archived, deleted] = [await board.add('a'), await board.add('b')]
  await patch(archived, { status: 'archived' })
  await owner.request(`DELETE /cards/${deleted.id}`)
  const last = await board.add('c')
  await fillBoard(9_999)
  await owner.events()
  const body = { list_id: board.todo, name: 'd' }
  const refused = [
    await owner.request(`POST /boards/${board.id}/cards`, { body }),
    await patch(archived, { status: 'open' }),
    await owner.request(`POST /cards/${deleted.id}/restore`),
  ]
  expect(refused.map(reason)).toEqual(Array(3).fill([409, 'limit_reached']))
  expect(await owner.events()).toEqual([])
  expect((await patch(archived, { name: 'New' })).status).toBe(200)
  // Room for one of two cards.
  await patch(last, { status: 'archived' })
  const batch = { ids: [archived.id, last.id], set: { status: 'open' } }
  const { results } = (await owner.request(`POST /boards/${board.id}/cards/batch`, { body: batch }))
    .body
  expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 409])
  expect(results[1].error.details[0].code).toBe('limit_reached')
})

test('a full board accepts no card of another board', async () => {
  const other = await createTestBoard(owner)
  const there = other.lists[0]?.id ?? ''
  const [card, archived] = [await board.add('a'), await board.add('b')]
  await patch(archived, { status: 'archived' })
  const addThere = { list_id: there, name: 'c' }
  const full: Card = (await owner.request(`POST /boards/${other.id}/cards`, { body: addThere }))
    .body
  await fillBoard(9_999, other)
  const change = { move: { list_id: there, labels: 'drop' }, set: { status: 'open' } }
  await owner.events()
  expect(reason(await owner.request(`POST /cards/${card.id}/move`, { body: change.move }))).toEqual(
    [409, 'limit_reached'],
  )
  const results = async () =>
    (
      await owner.create(`POST /boards/${board.id}/cards/batch`, {
        ids: [card.id, archived.id],
        ...change,
      })
    ).results.map(({ status }: { status: number }) => status)
  expect(await results()).toEqual([409, 409])
  expect(await owner.events()).toEqual([])
  await patch(full, { status: 'archived' })
  expect(await results()).toEqual([200, 409])
})

test('a card may leave a full board', async () => {
  const there = (await createTestBoard(owner)).lists[0]?.id ?? ''
  const [card, archived] = [await board.add('a'), await board.add('b')]
  await patch(archived, { status: 'archived' })
  await fillBoard(9_999)
  const move = { list_id: there, labels: 'drop' }
  expect((await owner.request(`POST /cards/${card.id}/move`, { body: move })).status).toBe(200)
  await fillBoard(1)
  const body = { ids: [archived.id], set: { status: 'open' }, move }
  const { results } = await owner.create(`POST /boards/${board.id}/cards/batch`, body)
  expect(results[0].status).toBe(200)
})

/** Without requests, which would take a minute. */
const fillBoard = (count: number, { id }: { id: string } = board) =>
  sql`insert into cards (workspace_id, id, board_id, list_id, name, position, search, search_text, created_at, updated_at)
    select workspace_id, id || '_' || n, board_id, list_id, name, n, search, search_text, created_at, updated_at
    from cards, generate_series(1, ${count}::integer) n
    where id = (select max(id) from cards where board_id = ${id})`.execute(service.database.pool)
