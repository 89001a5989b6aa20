import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import type { Board, BoardList, Label } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

let board: Board
beforeEach(async () => {
  const lists = [
    { name: 'Ideas' },
    { name: 'Doing', wip_limit: 3 },
    { name: 'Done', completes_cards: true },
  ]
  board = await owner.create('POST /boards', {
    name: 'Launch',
    lists,
    labels: [{ name: 'Copy', color: 'sky' }],
  })
  await owner.events()
})

const path = () => `/boards/${board.id}`
const shown = async (): Promise<Board> => (await owner.request(`GET ${path()}`)).body
const listNames = async () => (await shown()).lists.map(({ name }) => name)
const listId = (name: string) => board.lists.find((list) => list.name === name)?.id ?? ''
const add = async (list: string, name: string, more: object = {}): Promise<Card> =>
  (await owner.request(`POST ${path()}/cards`, { body: { list_id: listId(list), name, ...more } }))
    .body

test('a board is created with its labels and its lists in order', async () => {
  expect(
    board.lists.map(({ name, wip_limit, completes_cards }) => [name, wip_limit, completes_cards]),
  ).toEqual([
    ['Ideas', null, false],
    ['Doing', 3, false],
    ['Done', null, true],
  ])
  expect(board.labels.map(({ name, color }) => [name, color])).toEqual([['Copy', 'sky']])
})

test('a board counts its open cards, list by list', async () => {
  const card = await add('Ideas', 'one')
  await add('Ideas', 'two')
  await add('Doing', 'three')
  await owner.request(`PATCH /cards/${card.id}`, { body: { status: 'archived' } })
  const { card_count, lists } = await shown()
  expect([card_count, ...lists.map((list) => list.card_count)]).toEqual([2, 1, 1, 0])
})

test('renaming and archiving a board emit two events in order', async () => {
  await owner.request(`PATCH ${path()}`, { body: { name: 'Landed', archived: true } })
  expect(await owner.events()).toEqual(['board.updated', 'board.archived'])
  expect((await shown()).archived_at).not.toBeNull()
  await owner.request(`PATCH ${path()}`, { body: { archived: false } })
  expect(await owner.events()).toEqual(['board.unarchived'])
  expect((await shown()).archived_at).toBeNull()
})

test('deleting a board requires archiving and deletes its cards', async () => {
  const card = await add('Ideas', 'one')
  expect(reason(await owner.request(`DELETE ${path()}`))).toEqual([409, 'not_archived'])
  await owner.request(`PATCH ${path()}`, { body: { archived: true } })
  expect((await owner.request(`DELETE ${path()}`)).status).toBe(204)
  expect([
    (await owner.request(`GET ${path()}`)).status,
    (await owner.request(`GET /cards/${card.id}`)).status,
  ]).toEqual([404, 404])
})

test('board pagination starts with the oldest and returns each board once', async () => {
  for (const name of ['B', 'C', 'D']) await owner.request('POST /boards', { body: { name } })
  const first = (await owner.request('GET /boards?limit=3&include_total=true')).body
  const rest = (await owner.request(`GET /boards?limit=3&starting_after=${first.paging.next}`)).body
  expect([...first.data, ...rest.data].map(({ name }: Board) => name)).toEqual([
    'Launch',
    'B',
    'C',
    'D',
  ])
  expect([first.paging.total, rest.paging.next]).toEqual([4, null])
})

test('a list is placed at the end, after another, or first', async () => {
  const make = (body: object) => owner.request(`POST ${path()}/lists`, { body })
  await make({ name: 'Last' })
  await make({ name: 'Second', after_list_id: listId('Ideas') })
  await make({ name: 'First', after_list_id: null })
  expect(await listNames()).toEqual(['First', 'Ideas', 'Second', 'Doing', 'Done', 'Last'])
  await owner.request(`PATCH ${path()}/lists/${listId('Done')}`, { body: { after_list_id: null } })
  expect((await listNames())[0]).toBe('Done')
  expect((await make({ name: 'X', after_list_id: 'bls_00000000000000000000000000' })).status).toBe(
    404,
  )
})

test('turning on completes_cards does not complete cards already in the list', async () => {
  const card = await add('Doing', 'half')
  await owner.request(`PATCH ${path()}/lists/${listId('Doing')}`, {
    body: { completes_cards: true },
  })
  expect((await owner.request(`GET /cards/${card.id}`)).body.completed).toBe(false)
  expect(await owner.events()).toEqual(['card.created', 'board_list.updated'])
})

test('an archived list is listed separately and restored with its cards', async () => {
  await add('Ideas', 'one')
  const line = `PATCH ${path()}/lists/${listId('Ideas')}`
  await owner.events()
  await owner.request(line, { body: { archived: true } })
  expect(await owner.events()).toEqual(['board_list.archived'])
  expect(await listNames()).toEqual(['Doing', 'Done'])
  const apart = (await owner.request(`GET ${path()}/lists?archived=true`)).body.data
  expect(apart.map(({ name, card_count }: BoardList) => [name, card_count])).toEqual([['Ideas', 1]])
  await owner.request(line, { body: { archived: false } })
  expect(await listNames()).toEqual(['Ideas', 'Doing', 'Done'])
})

test('deleting a list with cards requires move_cards_to', async () => {
  for (const name of ['one', 'two']) await add('Ideas', name)
  await add('Doing', 'zero')
  const line = `DELETE ${path()}/lists/${listId('Ideas')}`
  expect(reason(await owner.request(line))).toEqual([409, 'list_not_empty'])
  expect(reason(await owner.request(`${line}?move_cards_to=${listId('Ideas')}`))).toEqual([
    422,
    'not_another_list',
  ])
  expect((await owner.request(`${line}?move_cards_to=${listId('Doing')}`)).status).toBe(204)
  const { data } = (await owner.request(`GET ${path()}/cards?list_id=${listId('Doing')}`)).body
  expect(data.map(({ name }: Card) => name)).toEqual(['zero', 'one', 'two'])
})

test('the cards of a deleted list cannot move to an archived list', async () => {
  const card = await add('Ideas', 'one')
  await owner.request(`PATCH ${path()}/lists/${listId('Doing')}`, { body: { archived: true } })
  await owner.events()
  const line = `DELETE ${path()}/lists/${listId('Ideas')}?move_cards_to=${listId('Doing')}`
  expect(reason(await owner.request(line))).toEqual([409, 'list_archived'])
  expect((await owner.request(`GET /cards/${card.id}`)).body.list_id).toBe(listId('Ideas'))
  expect(await owner.events()).toEqual([])
})

test('a board with 500 open lists restores no archived list', async () => {
  const archive = (archived: boolean) =>
    owner.request(`PATCH ${path()}/lists/${listId('Ideas')}`, { body: { archived } })
  await archive(true)
  // Without requests, which would take seconds.
  await sql`insert into board_lists (workspace_id, id, board_id, name, position, created_at, updated_at)
    select workspace_id, id || '_' || n, board_id, name, position + n, created_at, updated_at
    from board_lists, generate_series(1, 498) n
    where id = ${listId('Doing')}`.execute(service.database.pool)
  await owner.events()
  expect(reason(await archive(false))).toEqual([409, 'limit_reached'])
  expect(await owner.events()).toEqual([])
  await owner.request(`PATCH ${path()}/lists/${listId('Done')}`, { body: { archived: true } })
  expect((await archive(false)).status).toBe(200)
})

test('a list whose cards were all deleted can be deleted', async () => {
  const card = await add('Ideas', 'one')
  await owner.request(`DELETE /cards/${card.id}`)
  expect((await owner.request(`DELETE ${path()}/lists/${listId('Ideas')}`)).status).toBe(204)
  expect((await owner.request(`POST /cards/${card.id}/restore`)).status).toBe(404)
})

test('a label may lack a name and is removed from cards when deleted', async () => {
  const { id }: Label = await owner.create(`POST ${path()}/labels`, { color: 'green_dark' })
  const plain: Label = await owner.create(`POST ${path()}/labels`, { name: 'Plain', color: null })
  expect(plain.color).toBe('gray')
  const card = await add('Ideas', 'one', { label_ids: [id, plain.id] })
  await owner.events()
  expect((await owner.request(`DELETE ${path()}/labels/${id}`)).status).toBe(204)
  const after: Card = (await owner.request(`GET /cards/${card.id}`)).body
  expect([after.label_ids, after.version]).toEqual([[plain.id], '2'])
  expect(await owner.events()).toEqual(['label.deleted'])
  expect(
    (await owner.request(`POST ${path()}/labels`, { body: { color: 'Not a colour' } })).status,
  ).toBe(422)
})

test('a list or label of another board returns 404', async () => {
  const other: Board = await owner.create('POST /boards', { name: 'Other' })
  const lines = [
    `PATCH /boards/${other.id}/lists/${listId('Ideas')}`,
    `PATCH /boards/${other.id}/labels/${board.labels[0]?.id}`,
  ]
  for (const line of lines)
    expect((await owner.request(line, { body: { name: 'X' } })).status).toBe(404)
})

test('board members are those assigned to open cards', async () => {
  const lists = [{ name: 'Open' }, { name: 'Old' }]
  const board = await owner.create('POST /boards', { name: 'B', lists })
  const [open, old] = board.lists.map(({ id }: { id: string }) => id)
  const member = async (name: string): Promise<string> =>
    (await owner.create('POST /members', { name })).id
  const [ada, bob, cy, dee] = [
    await member('Ada'),
    await member('Bob'),
    await member('Cy'),
    await member('Dee'),
  ]
  const add = async (list_id: string, members: string[]): Promise<string> =>
    (await owner.create(`POST /boards/${board.id}/cards`, { list_id, name: 'Card', members })).id
  await add(open, [ada, bob])
  await add(open, [ada])
  await owner.request(`PATCH /cards/${await add(open, [cy])}`, { body: { status: 'archived' } })
  await add(old, [dee])
  await owner.request(`PATCH /boards/${board.id}/lists/${old}`, { body: { archived: true } })
  const path = `GET /boards/${board.id}/members`
  const { body } = await owner.request(`${path}?include_total=true`)
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Bob', 'Ada'])
  expect(body.paging).toEqual({ next: null, total: 2 })
  const first = (await owner.request(`${path}?limit=1`)).body
  const second = (await owner.request(`${path}?starting_after=${first.paging.next}`)).body
  expect([...first.data, ...second.data]).toEqual(body.data)
})
