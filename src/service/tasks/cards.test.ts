import { expect, test } from 'vitest'

import type { Board } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { boardPerTest, createTestBoard } from './test-board.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)
const board = boardPerTest(owner)

const patch = (card: Card, body: object, headers: Record<string, string> = {}) =>
  owner.request(`PATCH /cards/${card.id}`, { body, headers })
const move = (card: Card, body: object, headers: Record<string, string> = {}) =>
  owner.request(`POST /cards/${card.id}/move`, { body, headers })
const read = async (card: Card): Promise<Card> =>
  (await owner.request(`GET /cards/${card.id}`)).body
const names = async (list_id: string) =>
  (await owner.request(`GET /boards/${board.id}/cards?list_id=${list_id}`)).body.data.map(
    ({ name }: Card) => name,
  )
const byText = (a: string, b: string) => (a < b ? -1 : 1)

test('a card is created at the bottom, or at the top on request', async () => {
  await board.add('one')
  await board.add('two')
  await board.add('zero', { position: 'top' })
  expect(await names(board.todo)).toEqual(['zero', 'one', 'two'])
  expect(await owner.events()).toEqual(['card.created', 'card.created', 'card.created'])
})

test('a created card has a Location header', async () => {
  const result = await owner.request(`POST /boards/${board.id}/cards`, {
    body: { list_id: board.todo, name: 'A' },
  })
  expect(result.headers.get('location')).toMatch(new RegExp(`/v1/cards/${result.body.id}$`))
})

test('a card created in a completing list is completed', async () => {
  expect((await board.add('Finished', { list_id: board.done })).completed).toBe(true)
})

test('T40 a completed card is listed unless completed=false filters it out', async () => {
  await patch(await board.add('Ready'), { completed: true })
  const listed = async (query: string) =>
    (await owner.request(`GET /boards/${board.id}/cards${query}`)).body.data.length
  expect([
    await listed(''),
    await listed('?completed=true'),
    await listed('?completed=false'),
  ]).toEqual([1, 1, 0])
})

test('T41 the archived filter lists only archived boards, the default only open ones', async () => {
  const old = await createTestBoard(owner)
  await owner.request(`PATCH /boards/${old.id}`, { body: { archived: true } })
  const ids = async (query: string) =>
    (await owner.request(`GET /boards${query}`)).body.data.map(({ id }: Board) => id)
  expect([await ids(''), await ids('?archived=true')]).toEqual([[board.id], [old.id]])
})

test('T42 an archived board is readable, rejects changes, and can be unarchived', async () => {
  const card = await board.add('Held')
  await owner.request(`PATCH /boards/${board.id}`, { body: { archived: true } })
  expect((await owner.request(`GET /boards/${board.id}`)).status).toBe(200)
  const refusals = [
    await owner.request(`POST /boards/${board.id}/cards`, {
      body: { list_id: board.todo, name: 'X' },
    }),
    await patch(card, { name: 'X' }),
    await move(card, { list_id: board.done }),
    await owner.request(`POST /boards/${board.id}/lists`, { body: { name: 'X' } }),
    await owner.request(`POST /boards/${board.id}/labels`, { body: { name: 'X' } }),
    await owner.request(`DELETE /cards/${card.id}`),
  ]
  expect(refusals.map(reason)).toEqual(Array(6).fill([409, 'board_archived']))
  await owner.request(`PATCH /boards/${board.id}`, { body: { archived: false } })
  expect((await move(card, { list_id: board.done })).status).toBe(200)
})

test('T43 completing a card never moves it', async () => {
  const card = await board.add('Here')
  const { body } = await patch(card, { completed: true })
  expect([body.list_id, body.position, body.completed]).toEqual([board.todo, card.position, true])
  expect(body.completed_at).toBe(body.updated_at)
})

test('T44 T45 a card reopened in a completing list stays open when reordered', async () => {
  const card = await board.add('Back')
  await board.add('Other', { list_id: board.done })
  await move(card, { list_id: board.done })
  expect((await patch(card, { completed: false })).body).toMatchObject({
    completed: false,
    list_id: board.done,
  })
  expect((await move(card, { list_id: board.done, position: 'top' })).body.completed).toBe(false)
})

test('T46 leaving a completing list does not reopen the card', async () => {
  const card = await board.add('Through')
  await move(card, { list_id: board.done })
  expect((await move(card, { list_id: board.todo })).body.completed).toBe(true)
})

test('T47 a completed card that enters a completing list is not completed a second time', async () => {
  const card = await board.add('Already')
  await patch(card, { completed: true })
  await owner.events()
  await move(card, { list_id: board.done })
  expect(await owner.events()).toEqual(['card.moved'])
})

test('T48 the response to a move is the whole card after its completion', async () => {
  const { body } = await move(await board.add('Whole'), { list_id: board.done })
  expect(body).toMatchObject({ name: 'Whole', list_id: board.done, completed: true, version: '2' })
  expect(await owner.events()).toEqual(['card.created', 'card.moved', 'card.completed'])
})

test('a card is placed after another, before another, at the top and at the bottom', async () => {
  const [a, b, c] = [await board.add('a'), await board.add('b'), await board.add('c')]
  await move(a, { list_id: board.todo, after_card_id: b.id })
  expect(await names(board.todo)).toEqual(['b', 'a', 'c'])
  await move(c, { list_id: board.todo, before_card_id: a.id })
  expect(await names(board.todo)).toEqual(['b', 'c', 'a'])
  await move(a, { list_id: board.todo, position: 'top' })
  expect(await names(board.todo)).toEqual(['a', 'b', 'c'])
  await move(a, { list_id: board.todo })
  expect(await names(board.todo)).toEqual(['b', 'c', 'a'])
})

test('a move to the current position changes nothing and emits no event', async () => {
  const [a, b] = [await board.add('a'), await board.add('b')]
  await owner.events()
  const same = [
    await move(a, { list_id: board.todo, position: 'top' }),
    await move(b, { list_id: board.todo, after_card_id: a.id }),
    await move(b, { list_id: board.todo, position: 'bottom' }),
  ]
  expect(same.map(({ body }) => body.version)).toEqual(['1', '1', '1'])
  expect(await owner.events()).toEqual([])
})

test('a move accepts one kind of position and never the card itself', async () => {
  const [a, b] = [await board.add('a'), await board.add('b')]
  expect(
    reason(await move(a, { list_id: board.todo, position: 'top', after_card_id: b.id })),
  ).toEqual([422, 'two_places'])
  expect(reason(await move(a, { list_id: board.todo, after_card_id: a.id }))).toEqual([
    422,
    'itself',
  ])
})

test('a hundred moves into one gap keep order and other card versions', async () => {
  const [top, bottom] = [await board.add('top'), await board.add('bottom')]
  const last = await board.add('0')
  await move(last, { list_id: board.todo, after_card_id: top.id })
  for (let turn = 1; turn <= 100; turn++) {
    const card = await board.add(String(turn))
    await move(card, { list_id: board.todo, after_card_id: top.id })
  }
  const expected = [
    'top',
    ...Array.from({ length: 101 }, (_, index) => String(100 - index)),
    'bottom',
  ]
  const page = (await owner.request(`GET /boards/${board.id}/cards?limit=100`)).body
  const rest = (
    await owner.request(
      `GET /boards/${board.id}/cards?limit=100&starting_after=${page.paging.next}`,
    )
  ).body
  expect([...page.data, ...rest.data].map(({ name }: Card) => name)).toEqual(expected)
  expect([(await read(top)).version, (await read(bottom)).version]).toEqual(['1', '1'])
})

test('T50 a neighbor that left the list is 422, an unknown one 404', async () => {
  const [a, b] = [await board.add('a'), await board.add('b')]
  await move(b, { list_id: board.done })
  const gone = await move(a, { list_id: board.todo, after_card_id: b.id })
  expect(reason(gone)).toEqual([422, 'not_in_list'])
  expect(gone.body.error.details[0].field).toBe('/after_card_id')
  const never = await move(a, {
    list_id: board.todo,
    after_card_id: 'crd_00000000000000000000000000',
  })
  expect([never.status, never.body.error.details[0].field]).toEqual([404, '/after_card_id'])
})

test('T51 a move to another board requires a choice about labels', async () => {
  const other = await createTestBoard(owner)
  const target = other.lists[0]?.id
  const card = await board.add('Traveller', { label_ids: board.labels.map(({ id }) => id) })
  expect(reason(await move(card, { list_id: target }))).toEqual([422, 'list_on_another_board'])
  await owner.request(`DELETE /boards/${other.id}/labels/${other.labels[1]?.id}`)
  const { body } = await move(card, { list_id: target, labels: 'match' })
  expect([body.board_id, body.label_ids]).toEqual([other.id, [other.labels[0]?.id]])
  expect((await move(card, { list_id: board.todo, labels: 'drop' })).body.label_ids).toEqual([])
})

test('T4 an unknown list is 404 with its pointer, a list of another board is 422', async () => {
  const make = (list_id: string | undefined) =>
    owner.request(`POST /boards/${board.id}/cards`, { body: { list_id, name: 'A' } })
  const unknown = await make('bls_00000000000000000000000000')
  expect([unknown.status, unknown.body.error.code, unknown.body.error.details[0].field]).toEqual([
    404,
    'not_found',
    '/list_id',
  ])
  expect(reason(await make((await createTestBoard(owner)).lists[0]?.id))).toEqual([
    422,
    'list_on_another_board',
  ])
})

test('T52 labels: unknown is 404, of another board 422, duplicates are removed', async () => {
  const card = await board.add('Labelled')
  const [copy, design] = board.labels.map(({ id }) => id)
  const foreign = (await createTestBoard(owner)).labels[0]?.id
  expect((await patch(card, { label_ids: ['lbl_00000000000000000000000000'] })).status).toBe(404)
  expect((await patch(card, { label_ids: [foreign] })).status).toBe(422)
  expect((await patch(card, { label_ids: [design, copy, design] })).body.label_ids).toEqual([
    design,
    copy,
  ])
})

test('T53 list_id in a PATCH is rejected alone and ignored with others', async () => {
  const card = await board.add('Stay')
  expect((await patch(card, { list_id: board.done })).status).toBe(422)
  expect((await patch(card, { list_id: board.done, name: 'Stayed' })).body).toMatchObject({
    list_id: board.todo,
    name: 'Stayed',
  })
})

test('T54 a due date needs an offset, accepts null, never precedes the start', async () => {
  const card = await board.add('Dated')
  for (const due_at of ['2026-03-29T02:30:00', '2026-03-29', 'tomorrow', 5, '2026-02-30T00:00:00Z'])
    expect((await patch(card, { due_at })).status).toBe(422)
  expect((await patch(card, { due_at: '2026-03-29T02:30:00+02:00' })).body.due_at).toBe(
    '2026-03-29T00:30:00.000Z',
  )
  expect((await patch(card, { start_at: '2026-03-30T00:00:00Z' })).status).toBe(422)
  expect((await patch(card, { due_at: null })).body).toMatchObject({
    due_at: null,
    dates: { due_at: null },
  })
})

test('dates may be flat or nested, but not contradict each other', async () => {
  const card = await board.add('Grouped')
  const due_at = '2026-05-01T12:00:00.000Z'
  expect((await patch(card, { dates: { due_at } })).body.due_at).toBe(due_at)
  expect((await patch(card, { due_at, dates: { due_at } })).status).toBe(200)
  expect((await patch(card, { due_at: null, dates: { due_at } })).status).toBe(422)
})

test('T55 members are accepted as ids or objects; an unchanged list changes nothing', async () => {
  const person = async (name: string) => (await owner.create('POST /members', { name })).id
  const [ada, bob] = [await person('Ada'), await person('Bob')]
  const card = await board.add('Shared', { members: [bob, ada] })
  expect(card.members.map(({ name }) => name)).toEqual(['Bob', 'Ada'])
  await owner.events()
  expect((await patch(card, { members: card.members })).body.version).toBe('1')
  expect((await patch(card, { member_ids: [bob, ada] })).body.version).toBe('1')
  expect(await owner.events()).toEqual([])
  expect((await patch(card, { members: ['mem_00000000000000000000000000'] })).status).toBe(404)
})

test('T56 a PATCH with current values emits no event and keeps the ETag', async () => {
  const card = await board.add('Same', { due_at: '2026-05-01T12:00:00Z' })
  await owner.events()
  const etag = (await owner.request(`GET /cards/${card.id}`)).headers.get('etag')
  const again = await patch(card, {
    name: ' Same ',
    due_at: '2026-05-01T14:00:00+02:00',
    completed: false,
  })
  expect([again.body.updated_at, again.headers.get('etag')]).toEqual([card.updated_at, etag])
  expect(await owner.events()).toEqual([])
})

test('T57 the second of two moves from one version is rejected with 412', async () => {
  const card = await board.add('Contested')
  const guarded = { 'If-Match': `"${card.version}"` }
  expect((await move(card, { list_id: board.done }, guarded)).status).toBe(200)
  expect((await move(card, { list_id: board.todo, position: 'top' }, guarded)).status).toBe(412)
  expect((await read(card)).list_id).toBe(board.done)
})

test('a PATCH emits one event per change, in order', async () => {
  const card = await board.add('Facts')
  await owner.events()
  await patch(card, { name: 'New', completed: true, status: 'archived' })
  expect(await owner.events()).toEqual(['card.updated', 'card.completed', 'card.archived'])
  await patch(card, { completed: false, status: 'open' })
  expect(await owner.events()).toEqual(['card.reopened', 'card.unarchived'])
})

test('T61 a board of 250 cards is paginated in display order', async () => {
  for (let index = 0; index < 250; index++)
    await board.add(`card ${index}`, { list_id: index % 2 ? board.done : board.todo })
  const seen: string[] = []
  for (let after = ''; ;) {
    const { body } = await owner.request(
      `GET /boards/${board.id}/cards?limit=100${after && `&starting_after=${after}`}`,
    )
    seen.push(...body.data.map(({ name }: Card) => name))
    if (body.paging.next === null) break
    after = body.paging.next
  }
  const inOrder = [0, 1].flatMap((odd) =>
    Array.from({ length: 125 }, (_, index) => `card ${index * 2 + odd}`),
  )
  expect(seen).toEqual(inOrder)
  const first = (await owner.request(`GET /boards/${board.id}/cards?limit=1`)).body.data[0]
  await move(first, { list_id: board.todo, position: 'bottom' })
  expect((await names(board.todo)).length).toBe(100)
  expect(
    (
      await owner.request(
        `GET /boards/${board.id}/cards?list_id=${board.todo}&include_total=true&limit=1`,
      )
    ).body.paging.total,
  ).toBe(125)
})

test('T63 cards of an archived list are unlisted, readable, and reject moves there', async () => {
  const card = await board.add('Hidden')
  const visible = await board.add('Visible', { list_id: board.done })
  await owner.request(`PATCH /boards/${board.id}/lists/${board.todo}`, { body: { archived: true } })
  expect(
    (await owner.request(`GET /boards/${board.id}/cards`)).body.data.map(({ name }: Card) => name),
  ).toEqual(['Visible'])
  expect((await read(card)).name).toBe('Hidden')
  expect(reason(await move(visible, { list_id: board.todo }))).toEqual([409, 'list_archived'])
  expect((await owner.request(`GET /boards/${board.id}/cards?status=all`)).body.data).toHaveLength(
    2,
  )
})

test('an archived card is unlisted, readable by id, and rejects moves', async () => {
  const card = await board.add('Put away')
  await patch(card, { status: 'archived' })
  expect(await names(board.todo)).toEqual([])
  expect((await read(card)).status).toBe('archived')
  expect(reason(await move(card, { list_id: board.done }))).toEqual([409, 'card_archived'])
  expect(
    (await owner.request(`GET /boards/${board.id}/cards?status=archived`)).body.data,
  ).toHaveLength(1)
})

test('a deleted card returns 404 and a restored one keeps its position', async () => {
  const [, b] = [await board.add('a'), await board.add('b'), await board.add('c')]
  await owner.events()
  expect((await owner.request(`DELETE /cards/${b.id}`)).status).toBe(204)
  expect([
    (await owner.request(`GET /cards/${b.id}`)).status,
    (await owner.request(`DELETE /cards/${b.id}`)).status,
  ]).toEqual([404, 404])
  expect(await names(board.todo)).toEqual(['a', 'c'])
  expect((await owner.request(`POST /cards/${b.id}/restore`)).status).toBe(200)
  expect(await names(board.todo)).toEqual(['a', 'b', 'c'])
  expect(reason(await owner.request(`POST /cards/${b.id}/restore`))).toEqual([409, 'not_deleted'])
  expect(await owner.events()).toEqual(['card.deleted', 'card.restored'])
})

test('card search ignores case and accents and matches punctuation literally', async () => {
  for (const name of ['Café opening', 'Cafeteria menu', '100% wool', '1000 sheep', "O'Brien"])
    await board.add(name)
  const found = async (search: string) =>
    (
      await owner.request(`GET /boards/${board.id}/cards?search=${encodeURIComponent(search)}`)
    ).body.data.map(({ name }: Card) => name)
  expect(await found('CAFE')).toEqual(['Café opening', 'Cafeteria menu'])
  expect(await found('open café')).toEqual(['Café opening'])
  expect(await found('100%')).toEqual(['100% wool'])
  expect(await found("o'brien")).toEqual(["O'Brien"])
  expect(await found("' | !")).toEqual([])
  expect((await owner.request(`GET /boards/${board.id}/cards?search=`)).status).toBe(422)
})

test('card filters combine, and a list of another board returns an empty page', async () => {
  const [copy] = board.labels.map(({ id }) => id)
  await board.add('one', { label_ids: [copy], due_at: '2026-01-01T00:00:00Z' })
  await board.add('two', { label_ids: [copy] })
  const count = async (query: string) =>
    (await owner.request(`GET /boards/${board.id}/cards?${query}`)).body.data.length
  expect(await count(`label_id=${copy}`)).toBe(2)
  expect(await count(`label_id=${copy}&due_before=2026-06-01T00:00:00Z`)).toBe(1)
  expect(await count(`list_id=${(await createTestBoard(owner)).lists[0]?.id}`)).toBe(0)
  expect(await count(`list_id=${board.todo},${board.done}`)).toBe(2)
  expect((await owner.request(`GET /boards/${board.id}/cards?status=closed`)).status).toBe(422)
})

test('per_list returns the first cards of each list, in pages of 200', async () => {
  const lists = ['one', 'two', 'three'].map((name) => ({ name }))
  const wide: Board = await owner.create('POST /boards', { name: 'Wide', lists })
  const create = (list_id: string, name: string) =>
    owner.request(`POST /boards/${wide.id}/cards`, { body: { list_id, name } })
  for (const { id, name } of wide.lists)
    await Promise.all(Array.from({ length: 72 }, (_, index) => create(id, `${name} ${index}`)))
  const page = async (query: string): Promise<{ data: Card[]; paging: { next: string | null } }> =>
    (await owner.request(`GET /boards/${wide.id}/cards?${query}`)).body
  const perList = (cards: readonly Card[]) =>
    wide.lists.map(({ id }) => cards.filter(({ list_id }) => list_id === id).length)

  const few = await page('per_list=2')
  expect([perList(few.data), few.paging.next]).toEqual([[2, 2, 2], null])
  const whole = (await page(`list_id=${wide.lists[1]?.id}`)).data
  expect(few.data.slice(2, 4)).toEqual(whole.slice(0, 2))

  const first = await page('per_list=70')
  const rest = await page(`per_list=70&starting_after=${first.paging.next}`)
  expect([perList(first.data), perList(rest.data)]).toEqual([
    [70, 70, 60],
    [0, 0, 10],
  ])
  expect(rest.paging.next).toBe(null)
  const latest = await page('per_list=1&sort=-updated_at')
  expect(perList(latest.data)).toEqual([1, 1, 1])
  expect((await owner.request(`GET /boards/${wide.id}/cards?per_list=0`)).status).toBe(422)
})

test.each(['limit', 'include_total'])('per_list is rejected with %s', async (field) => {
  const value = field === 'limit' ? 100 : true
  const path = `GET /boards/${board.id}/cards?per_list=2`
  const { status, body } = await owner.request(`${path}&${field}=${value}`)
  expect([status, body.error?.details[0]]).toMatchObject([422, { field, code: 'contradicts' }])
  expect((await owner.request(`${path}&include_total=false`)).status).toBe(200)
})

test('T9 T10 a cursor survives a deletion, and is rejected with another filter', async () => {
  const cards = [await board.add('a'), await board.add('b'), await board.add('c')]
  const page = (await owner.request(`GET /boards/${board.id}/cards?limit=2`)).body
  const next = page.paging.next
  expect(
    (await owner.request(`GET /boards/${board.id}/cards?completed=true&starting_after=${next}`))
      .status,
  ).toBe(422)
  await owner.request(`DELETE /cards/${cards[1]?.id}`)
  const rest = await owner.request(`GET /boards/${board.id}/cards?limit=2&starting_after=${next}`)
  expect(rest.body.data.map(({ name }: Card) => name)).toEqual(['c'])
})

test('T7 a full last page has no next cursor, one more row does', async () => {
  for (const name of ['a', 'b']) await board.add(name)
  const next = async () =>
    (await owner.request(`GET /boards/${board.id}/cards?limit=2`)).body.paging.next
  expect(await next()).toBeNull()
  await board.add('c')
  expect(await next()).toBeTypeOf('string')
})

test('three hundred concurrent moves keep each card exactly once', async () => {
  const cards = await Promise.all(
    Array.from({ length: 30 }, (_, index) => board.add(`card ${index}`)),
  )
  const moves = Array.from({ length: 300 }, (_, turn) => {
    const list_id = turn % 3 ? board.todo : board.done
    return move(cards[turn % 30] as Card, { list_id, position: turn % 2 ? 'top' : 'bottom' })
  })
  const answers = await Promise.all(moves)
  expect(answers.map((answer) => answer.status).filter((status) => status !== 200)).toEqual([])
  const left = [...(await names(board.todo)), ...(await names(board.done))]
  expect(left.toSorted(byText)).toEqual(cards.map(({ name }) => name).toSorted(byText))
  const { body } = await owner.request(`GET /boards/${board.id}`)
  expect(
    body.lists
      .map((list: { card_count: number }) => list.card_count)
      .reduce((a: number, b: number) => a + b),
  ).toBe(30)
})

test('a move between two neighbors without a gap renumbers the list', async () => {
  const { id, lists } = await owner.create('POST /boards', {
    name: 'Crowded',
    lists: [{ name: 'L' }],
  })
  const list_id = lists[0].id
  const cards: Record<string, string> = {}
  for (const name of ['X', 'Y', 'C', 'Z', 'W'])
    cards[name] = (await owner.create(`POST /boards/${id}/cards`, { list_id, name })).id
  const after = (name: string, above: string) =>
    owner.request(`POST /cards/${cards[name]}/move`, {
      body: { list_id, after_card_id: cards[above] },
    })
  for (let time = 0; time < 16; time++) await after(time % 2 === 0 ? 'W' : 'Z', 'X')
  await after('C', 'W')
  const moved = await after('C', 'X')
  const { data } = (await owner.request(`GET /boards/${id}/cards`)).body
  expect(data.map((card: { name: string }) => card.name).join('')).toBe('XCZWY')
  expect(data[1].position).toBe(moved.body.position)
})

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'])(
  'the due date %s is out of range and rejected',
  async (due_at) => {
    const { id, lists } = await owner.create('POST /boards', {
      name: 'Dates',
      lists: [{ name: 'L' }],
    })
    const body = { list_id: lists[0].id, name: 'Card', due_at }
    const { status } = await owner.request(`POST /boards/${id}/cards`, { body })
    expect(status).toBe(422)
  },
)
