import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { parseJsonFile } from '#client/importers/formats/json.ts'
import { withCompletingLists } from './board-plan.ts'
import { planTrello } from './trello-importer.ts'

const hex = (n: number) => n.toString(16).padStart(24, '5a1e685af39e7ba8a2450000').slice(-24)
const list = { id: hex(1), name: 'To do', pos: 1, closed: false }
const card = {
  id: hex(100),
  name: 'Write it',
  idList: list.id,
  pos: 1,
  idLabels: [],
  idMembers: [],
}
const board = {
  id: hex(9),
  name: 'Launch',
  closed: false,
  lists: [list],
  cards: [card],
  labels: [],
  members: [],
}

const plan = (changes: object = {}) => planTrello({ ...board, ...changes }, 'board.json')
const withCard = (change: object) => plan({ cards: [{ ...card, ...change }] })
const cardOf = (change: object) => withCard(change).cards[0]
const warnings = ({ findings }: ReturnType<typeof plan>) => findings.notes.map(formatNote)
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name)

test('every record keeps the id it had as its external ref', () => {
  const { board: result, lists, cards } = plan()
  expect([result.external_ref, lists[0]?.external_ref, cards[0]?.external_ref]).toEqual([
    `trello:${board.id}`,
    `trello:${list.id}`,
    `trello:${card.id}`,
  ])
  expect(cards[0]?.list_ref).toBe(`trello:${list.id}`)
})

test('ids that are not of Trello’s making are unique only on their board, and are named with it', () => {
  const { lists, cards } = plan({
    id: 'sample',
    lists: [{ id: 'l1', name: 'A' }],
    cards: [{ id: 7, name: 'B', idList: 'l1' }],
  })
  expect([lists[0]?.external_ref, cards[0]?.external_ref, cards[0]?.list_ref]).toEqual([
    'trello:sample/l1',
    'trello:sample/7',
    'trello:sample/l1',
  ])
})

test('a board without a name or id is named after its file, and says so', () => {
  const result = plan({ id: undefined, name: ' ' })
  expect(result.board).toMatchObject({ name: 'board', external_ref: 'trello:file/board.json' })
  expect(warnings(result)).toEqual([
    'id: missing, identified by the file name',
    'name: missing or blank, named after the file',
  ])
})

test('a board wrapped in an object is found, whether its lists are inside or beside it', () => {
  const { lists, cards, ...rest } = board
  for (const file of [{ board }, { board: rest, lists, cards }]) {
    expect(planTrello(file, 'x').cards).toHaveLength(1)
  }
})

test('a byte order mark is no part of the file', async () => {
  const file = await parseJsonFile(`\uFEFF${JSON.stringify(board)}`)
  expect(planTrello(file, 'x').board.name).toBe('Launch')
})

test('lists come in the order of their positions, whatever those look like', () => {
  const at = (name: string, pos: unknown) => ({ id: `l-${name}`, name, pos })
  const order = (...lists: object[]) => names(plan({ lists, cards: [] }).lists).join('')
  expect(order(at('c', 3), at('a', 0.5), at('b', 1))).toBe('abc')
  expect(order(at('a', 2), at('b', 2), at('c', 2))).toBe('abc')
  expect(order(at('a', undefined), at('b', undefined))).toBe('ab')
  expect(order(at('z', 'bottom'), at('b', '20'), at('c', 30), at('a', 'top'))).toBe('abcz')
  expect(order(at('c', 9), at('d', undefined), at('a', 1), at('b', null))).toBe('abcd')
})

test('an invalid position keeps the file order with a warning', () => {
  const result = plan({ cards: [{ ...card, pos: {} }] })
  expect(warnings(result)).toEqual(['cards[].pos: not a position, file order is kept'])
})

test('cards come list by list, each in its own order', () => {
  const cards = [
    { ...card, id: hex(1), idList: 'b', name: 'b2', pos: 9 },
    { ...card, id: hex(2), idList: 'a', name: 'a1', pos: 4 },
    { ...card, id: hex(3), idList: 'b', name: 'b1', pos: 2 },
  ]
  const lists = [
    { id: 'a', name: 'A', pos: 1 },
    { id: 'b', name: 'B', pos: 2 },
  ]
  expect(names(plan({ lists, cards }).cards)).toEqual(['a1', 'b1', 'b2'])
})

test('two lists of one name are two lists', () => {
  const lists = [list, { ...list, id: hex(2) }]
  expect(plan({ lists }).lists).toHaveLength(2)
})

test('a closed list is an archived list, and an open card in it stays open and is counted', () => {
  const result = plan({ lists: [{ ...list, closed: true }] })
  expect(result.lists[0]?.archived).toBe(true)
  expect(result.cards[0]?.status).toBe('open')
  expect(warnings(result)).toEqual([
    'cards[].closed: open card in a closed list, kept open in the archived list',
  ])
})

test('cards whose list is not in the file go into one list "Imported cards"', () => {
  const cards = [
    { ...card, idList: 'gone' },
    { ...card, id: hex(2), idList: undefined },
    { ...card, id: hex(3) },
  ]
  const result = plan({ cards })
  expect(names(result.lists)).toEqual(['To do', 'Imported cards'])
  expect(result.cards.filter(({ list_ref }) => list_ref.endsWith('/imported-cards'))).toHaveLength(
    2,
  )
  expect(result.findings.notes[0]?.count).toBe(2)
})

test('a valid list limit becomes the WIP limit', () => {
  const limits = [3, 0, null, 'x'].map((softLimit, n) => ({ ...list, id: hex(n), softLimit }))
  const result = plan({ lists: limits, cards: [] })
  expect(result.lists.map(({ wip_limit }) => wip_limit)).toEqual([
    3,
    undefined,
    undefined,
    undefined,
  ])
  expect(result.findings.notes[0]?.count).toBe(2)
})

test('labels keep their name, even none, and their colour, even a foreign one', () => {
  const labels = [
    { id: hex(1), name: '', color: 'green_dark' },
    { id: hex(2), name: 'Plain', color: null },
    { id: hex(3), name: 'Odd', color: 'Not a colour!' },
    { id: hex(4), name: 'Odd', color: 'sky' },
  ]
  const result = plan({ labels })
  expect(result.labels.map(({ name, color }) => [name, color])).toEqual([
    ['', 'green_dark'],
    ['Plain', 'gray'],
    ['Odd', 'gray'],
    ['Odd', 'sky'],
  ])
  const note = { code: 'unknown_color', params: {} }
  expect(result.findings.notes).toEqual([{ ...note, count: 1, example: hex(3) }])
})

test('a board without labels of its own has those of its cards and its label names', () => {
  const labels = [
    { color: 'red', name: '' },
    { color: 'green', name: 'Client' },
  ]
  const result = plan({
    labels: undefined,
    labelNames: { red: '', green: 'Client', blue: '', yellow: 'Server' },
    cards: [
      { ...card, idLabels: undefined, labels },
      { ...card, id: hex(2), idLabels: undefined, labels },
    ],
  })
  expect(result.labels.map(({ name, color }) => `${color}:${name}`)).toEqual([
    'green:Client',
    'yellow:Server',
    'red:',
  ])
  expect(result.cards.map(({ label_refs }) => label_refs)).toEqual(
    [0, 1].map(() => [`trello:${board.id}/label/red/`, `trello:${board.id}/label/green/Client`]),
  )
})

test('a label that cards name by id is the one of the label names', () => {
  const client = { id: hex(7), color: 'green', name: 'Client' }
  const result = plan({
    labels: undefined,
    labelNames: { green: 'Client', yellow: 'Server' },
    cards: [
      { ...card, idLabels: [client.id], labels: [client] },
      { ...card, id: hex(2), idLabels: [client.id], labels: [] },
    ],
  })
  expect(names(result.labels)).toEqual(['Client', 'Server'])
  expect(result.cards.map(({ label_refs }) => label_refs)).toEqual(
    [0, 1].map(() => [`trello:${board.id}/label/green/Client`]),
  )
})

test('two ids of one color and name are two labels, one of the label names', () => {
  const clients = [7, 8].map((id) => ({ id: hex(id), color: 'green', name: 'Client' }))
  const result = plan({
    labels: undefined,
    labelNames: { green: 'Client' },
    cards: [{ ...card, idLabels: clients.map(({ id }) => id), labels: clients }],
  })
  expect(names(result.labels)).toEqual(['Client', 'Client'])
  expect(result.cards[0]?.label_refs).toHaveLength(2)
})

test('label ids take precedence over label objects, unknown ids are warned about', () => {
  const labels = [{ id: 'x', name: 'X', color: 'red' }]
  const result = plan({
    labels,
    cards: [
      {
        ...card,
        idLabels: ['x', 'described', 'nowhere', 'x'],
        labels: [
          { id: 'described', name: 'D', color: 'blue' },
          { id: 'other', name: 'O' },
        ],
      },
    ],
  })
  expect(names(result.labels)).toEqual(['X', 'D'])
  expect(result.cards[0]?.label_refs).toHaveLength(2)
  expect(warnings(result)).toEqual([
    'cards[].idLabels: unknown label, omitted',
    'cards[].labels: not among the label ids of its card, omitted',
  ])
})

test('unknown members are omitted from the card with a warning', () => {
  const members = [
    { id: 'm1', fullName: 'Ada Moss', username: 'ada' },
    { id: 'm2', username: 'ben' },
  ]
  const result = plan({ members, cards: [{ ...card, idMembers: ['m2', 'who', 'm1'] }] })
  expect(names(result.members)).toEqual(['Ada Moss', 'ben'])
  expect(result.cards[0]?.member_refs).toEqual([`trello:${board.id}/m2`, `trello:${board.id}/m1`])
  expect(warnings(result)).toEqual(['cards[].idMembers: unknown member, omitted'])
})

test.each(['---', '\u200b', '\u2066\u2069', '...', 'עברית ✋🏿'])(
  'the name %j is imported as it is',
  (name) => {
    expect(cardOf({ name })?.name).toBe(name)
  },
)

test.each([undefined, null, '', ' \n ', 7])('a card named %j is imported as "Untitled"', (name) => {
  const result = withCard({ name })
  expect(result.cards[0]?.name).toBe('Untitled')
  expect(warnings(result)).toContain('cards[].name: missing or blank, imported as "Untitled"')
})

test('a name of 513 characters is rejected with its card id', () => {
  expect(cardOf({ name: 'é'.repeat(246) })?.name).toHaveLength(246)
  const { cards, findings } = withCard({ name: '😀'.repeat(513) })
  expect(cards).toEqual([])
  expect(findings.rejected).toEqual([
    {
      kind: 'cards',
      path: 'cards[0]',
      id: card.id,
      reason: 'the name has 513 characters (at most 512)',
    },
  ])
  expect(findings.read.cards).toBe(1)
})

test('control characters are removed with a warning, direction marks and tabs stay', () => {
  const result = withCard({ name: 'a\u0000b\u200f', desc: 'one\r\ntwo\tthree\u0007 \ud800' })
  expect(result.cards[0]).toMatchObject({ name: 'ab\u200f', description: 'one\ntwo\tthree \ufffd' })
  expect(warnings(result)).toEqual([
    'cards[].name: control characters removed',
    'cards[].desc: control characters removed',
  ])
})

test('texts are normalized to NFC, so a second import changes nothing', () => {
  expect(cardOf({ name: ' e\u0301clair ', desc: '' })).toMatchObject({
    name: 'éclair',
    description: null,
  })
  expect(cardOf({ name: 'two\nlines' })?.name).toBe('two lines')
})

test('an invalid date is omitted with a warning and the card kept', () => {
  expect(cardOf({ due: '2026-08-10T17:00:00+02:00' })?.due_at).toBe('2026-08-10T15:00:00.000Z')
  for (const due of ['soon', '2026-08-10', '2026-08-10T17:00:00', '2026-02-30T10:00:00Z', 12]) {
    const result = withCard({ due })
    expect([due, result.cards[0]?.due_at]).toEqual([due, null])
    expect(warnings(result)).toEqual(['cards[].due: not a date and time with an offset, omitted'])
  }
})

test('a start after the due date is omitted with a warning', () => {
  const due = '2026-08-10T17:00:00.000Z'
  expect(cardOf({ due, start: '2026-08-09T00:00:00Z' })?.start_at).toBe('2026-08-09T00:00:00.000Z')
  const result = withCard({ due, start: '2026-08-11T00:00:00Z' })
  expect(result.cards[0]).toMatchObject({ start_at: null, due_at: due })
  expect(warnings(result)).toEqual(['cards[].start: after the due date, omitted'])
})

test('a card is complete when the file says so, with or without a due date', () => {
  const complete = [true, false, undefined, null].map(
    (dueComplete) => cardOf({ dueComplete })?.completed,
  )
  expect(complete).toEqual([true, false, false, false])
})

test('a record keeps its creation time from its id and last change', () => {
  const dateLastActivity = '2020-05-29T21:01:12.997Z'
  expect(cardOf({ id: '5e20e0dcc014133d08a75c9f', dateLastActivity })).toMatchObject({
    created_at: '2020-01-16T22:17:00.000Z',
    updated_at: dateLastActivity,
  })
  expect(cardOf({ id: 'c1' })).toMatchObject({ created_at: undefined, updated_at: undefined })
  const earlier = { id: '5e20e0dcc014133d08a75c9f', dateLastActivity: '2019-01-01T00:00:00.000Z' }
  expect(cardOf(earlier)?.created_at).toBeUndefined()
})

const action = (date: string, data: object, type = 'updateCard') => ({
  type,
  date,
  data: { card: { id: card.id }, ...data },
})
const marked = (date: string, dueComplete: boolean) => ({
  type: 'updateCard',
  date,
  data: { card: { id: card.id, dueComplete }, old: { dueComplete: !dueComplete } },
})

test('a complete card keeps when it was marked complete, else its last activity', () => {
  const dateLastActivity = '2020-05-29T21:01:12.997Z'
  const completedAt = (change: object, actions: object[] = []) =>
    plan({ cards: [{ ...card, dateLastActivity, ...change }], actions }).cards[0]?.completed_at
  const actions = [
    marked('2020-03-03T10:00:00.000Z', true),
    marked('2020-04-04T10:00:00.000Z', true),
    marked('2020-03-30T10:00:00.000Z', false),
  ]
  expect(completedAt({ dueComplete: true }, actions)).toBe('2020-04-04T10:00:00.000Z')
  expect(completedAt({ dueComplete: true })).toBe(dateLastActivity)
  expect(completedAt({ dueComplete: true, dateCompleted: '2020-05-05T00:00:00.000Z' })).toBe(
    '2020-05-05T00:00:00.000Z',
  )
  expect(completedAt({ dueComplete: false }, actions)).toBeUndefined()
  expect(warnings(withCard({ dateCompleted: 'soon' }))).toEqual([
    'cards[].dateCompleted: not a date and time with an offset, omitted',
  ])
})

test('a list that completes its cards did so when they came into it', () => {
  const lists = [list, { id: hex(2), name: 'Done', pos: 2 }]
  const moved = (date: string, id: string) => action(date, { listAfter: { id } })
  const cards = [
    { ...card, idList: hex(2), dateLastActivity: '2020-05-29T00:00:00.000Z' },
    { ...card, id: hex(101), idList: hex(2), dateLastActivity: '2020-05-28T00:00:00.000Z' },
  ]
  const actions = [
    moved('2020-05-05T10:00:00.000Z', hex(2)),
    moved('2020-05-04T10:00:00.000Z', hex(1)),
    moved('2020-05-03T10:00:00.000Z', hex(2)),
  ]
  const chosen = withCompletingLists(
    plan({ lists, cards, actions }),
    new Map([[`trello:${hex(2)}`, true]]),
  )
  expect(chosen.cards.map(({ completed_at }) => completed_at)).toEqual([
    '2020-05-05T10:00:00.000Z',
    '2020-05-28T00:00:00.000Z',
  ])
})

test('a card whose id tells no time was created when its actions say', () => {
  const cards = [{ ...card, id: 'c1' }]
  const created = (type: string) => ({
    type,
    date: '2020-01-02T10:00:00.000Z',
    data: { card: { id: 'c1' }, list: { id: list.id } },
  })
  for (const type of ['createCard', 'copyCard', 'convertToCardFromCheckItem'])
    expect(plan({ cards, actions: [created(type)] }).cards[0]?.created_at).toBe(
      '2020-01-02T10:00:00.000Z',
    )
  expect(plan({ cards, actions: [created('updateCard')] }).cards[0]?.created_at).toBeUndefined()
})

test('invalid and duplicate records are rejected with their path', () => {
  const { findings, cards } = plan({ cards: [null, 'x', { name: 'No id' }, card, card] })
  expect(cards).toHaveLength(1)
  expect(findings.rejected.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
    'cards[0]: expected an object, found null',
    'cards[1]: expected an object, found "x"',
    'cards[2]: missing id',
    'cards[4]: duplicate: the first one is used',
  ])
  expect(findings.read.cards).toBe(5)
})

test('a key named like a part of every object is an ordinary key', () => {
  const text = JSON.stringify(board).replace(
    '"name":"Launch"',
    '"name":"Launch","__proto__":{"closed":true},"toString":"x"',
  )
  const { board: result, findings } = planTrello(JSON.parse(text), 'x')
  expect(result.archived).toBe(false)
  expect(findings.not_mapped.map(({ path }) => path)).toEqual(['__proto__', 'toString'])
})

test('every unmapped field is reported with a count and an example', () => {
  const checkItems = Array.from({ length: 7 }, (_, n) => ({ name: `Item ${n}` }))
  const result = plan({
    checklists: [
      { name: 'Before launch', idCard: 'a', checkItems },
      { name: 'After', idCard: 'b', checkItems },
    ],
    shortUrl: 'https://example.com/b',
    starred: false,
    invitations: [],
    someday: { more: 1 },
    actions: [
      { type: 'commentCard', data: { text: 'Well done' } },
      { type: 'commentCard', data: { text: 'Thanks' } },
      { type: 'updateCard', date: '2020-01-01' },
    ],
    cards: [
      {
        ...card,
        checklistStates: [{ name: 'logo.png' }],
        cover: { color: null, size: 'normal' },
        votes: 2,
      },
    ],
  })
  const lines = result.findings.not_mapped.map(
    ({ path, amount, example }) => `${path}: ${amount}, ${example}`,
  )
  expect(lines).toEqual([
    'actions (commentCard): 2 items, "Well done"',
    'checklists: 14 items in 2 cards, "Before launch"',
    'someday: 1 value, {more}',
    'cards[].checklistStates: 1 item in 1 card, "logo.png"',
    'cards[].votes: 1 card, 2',
    'actions (updateCard): 1 item, "2020-01-01"',
    'shortUrl: 1 value, "https://example.com/b"',
  ])
  expect(result.findings.empty).toEqual(['starred', 'invitations', 'cards[].cover'])
})
