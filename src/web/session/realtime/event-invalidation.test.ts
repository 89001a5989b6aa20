import { expect, test } from 'vitest'

import { eventKinds } from '#contract/event-kinds.ts'
import { staleQueries, queriesAffectedBy } from './event-invalidation.rules.ts'

const moved = { event: 'card.moved', data: { id: 'crd_1', board_id: 'brd_1', version: '3' } }
const read = (data: unknown, input: object = {}) => ({ queryKey: ['name', input], state: { data } })
const pages = (...versions: string[]) =>
  read({ pages: [{ data: versions.map((version) => ({ id: 'crd_1', version })) }] })

test('card.moved affects the queries of its card and board only', () => {
  expect(queriesAffectedBy(moved)).toEqual([
    { name: 'GET /boards/:board_id', input: { board_id: 'brd_1' } },
    { name: 'GET /boards/:board_id/cards', input: { board_id: 'brd_1' } },
    { name: 'GET /cards/:card_id', input: { card_id: 'crd_1' } },
    { name: 'GET /boards', input: {} },
    { name: 'GET /feedback/posts/:post_id/cards', input: {} },
    { name: 'GET /cards', input: {} },
    { name: 'GET /cards/summary', input: {} },
  ])
})

test.each([
  ['automation.completed', { id: 'enr_1', automation_id: 'aut_1' }, { automation_id: 'aut_1' }, 1],
  ['settings.changed', { id: 'enr_1', type: 'enrollment' }, {}, 1],
  ['settings.changed', { id: 'aut_1', type: 'automation' }, {}, 0],
])('%s of %j affects the automation and its enrollments', (event, data, input, contacts) => {
  const affected = queriesAffectedBy({ event, data })
  expect(affected).toHaveLength(3 + contacts)
  const activity = { name: 'GET /lists/:list_id/contacts/:contact_id/activity', input: {} }
  if (contacts) expect(affected).toContainEqual(activity)
  expect(affected).toContainEqual({ name: 'GET /automations/:automation_id', input })
  expect(affected).toContainEqual({ name: 'GET /automations/:automation_id/enrollments', input })
})

test.each([
  ['post_tag', 'updated', true],
  ['post_status', 'deleted', true],
  ['feedback_board', 'deleted', true],
  ['post_tag', 'created', false],
  ['member', 'updated', false],
  ['member', 'deleted', true],
])('a %s that is %s makes posts stale: %s', (type, action, expected) => {
  const affected = queriesAffectedBy({ event: 'settings.changed', data: { id: 'x', type, action } })
  expect(affected.some(({ name }) => name === 'GET /feedback/posts')).toBe(expected)
})

test.each([
  ['settings.changed', { id: 'viw_1', type: 'view' }],
  ['settings.changed', { id: 'mem_1', type: 'member' }],
  ['board.deleted', { id: 'brd_1' }],
  ['list.deleted', { id: 'lst_1' }],
])('%s of %j makes shared views stale', (event, data) => {
  expect(queriesAffectedBy({ event, data })).toContainEqual({ name: 'GET /views', input: {} })
})

test.each([
  [{ event: 'post.merged', data: { id: 'pst_a', merged_into_id: 'pst_b' } }],
  [
    {
      event: 'post.updated',
      data: { id: 'pst_a', merged_into_id: null },
      changes: { merged_into_id: { from: 'pst_b' } },
    },
  ],
])('a merge and its undo affect the votes of both posts: %j', (event) => {
  const affected = queriesAffectedBy(event)
  for (const post_id of ['pst_a', 'pst_b']) {
    expect(affected).toContainEqual({ name: 'GET /feedback/posts/:post_id', input: { post_id } })
    expect(affected).toContainEqual({
      name: 'GET /feedback/posts/:post_id/votes',
      input: { post_id },
    })
    expect(affected).toContainEqual({
      name: 'GET /feedback/posts/:post_id/activity',
      input: { post_id },
    })
  }
})

test('every event kind except the test event affects a query', () => {
  const data = { id: 'x', type: 'status' }
  expect(eventKinds.filter((event) => queriesAffectedBy({ event, data }).length === 0)).toEqual([])
})

test('an event with a cached version invalidates nothing', () => {
  const board = read({ id: 'brd_1', version: '9' })
  expect(staleQueries([pages('3'), board], moved)).toEqual([])
  expect(staleQueries([pages('4'), board], moved)).toEqual([])
})

test('a cached version invalidates older copies, but not of cards', () => {
  const old = pages('2')
  const reads = [pages('3'), old, pages()]
  expect(staleQueries(reads, { ...moved, event: 'changelog.updated' })).toEqual([old])
  expect(staleQueries(reads, moved)).toEqual([])
})

test('a card that a list of all boards has makes the counts and other such lists stale', () => {
  const list = (...versions: string[]) => ({ ...pages(...versions), queryKey: ['GET /cards', {}] })
  const counts = { queryKey: ['GET /cards/summary', {}], state: { data: { overdue: 1 } } }
  const [known, other, board] = [list('3'), list(), pages('2')]
  expect(staleQueries([known, other, counts, board], moved)).toEqual([board, other, counts])
  expect(staleQueries([known, other, counts, pages('3')], moved)).toEqual([other, counts])
})

test('a board that was read before its event makes the counts of all boards stale', () => {
  const counts = { queryKey: ['GET /cards/summary', {}], state: { data: { overdue: 1 } } }
  const [known, old] = [pages('3'), pages('2')]
  const archived = { ...moved, event: 'board.updated' }
  expect(staleQueries([known, old, counts], archived)).toEqual([old, counts])
})

test('an event with a newer version invalidates every affected query', () => {
  const reads = [pages('2'), pages(), read({ id: 'brd_1', version: '9' }), read(undefined)]
  expect(staleQueries(reads, moved)).toEqual(reads)
})

test('an event of a card invalidates its list and those that have the card', () => {
  const event = { ...moved, data: { ...moved.data, list_id: 'bls_new' } }
  const page = (id: string, list_id: string) => read({ data: [{ id, version: '2' }] }, { list_id })
  const [old, other] = [page('crd_1', 'bls_old'), page('crd_2', 'bls_other')]
  const [next, whole] = [page('crd_3', 'bls_new'), read({ data: [] }, { board_id: 'brd_1' })]
  expect(staleQueries([old, other, next, whole], event)).toEqual([old, next, whole])
})

test('a deletion event invalidates every query that may contain the resource', () => {
  const gone = { event: 'card.deleted', data: { id: 'crd_1', board_id: 'brd_1' } }
  const list = pages('3')
  expect(staleQueries([list, pages()], gone)).toHaveLength(2)
})
