import { expect, test } from 'vitest'

import { eventKinds } from '#contract/event-kinds.ts'
import { staleQueries, queriesAffectedBy } from './event-invalidation.rules.ts'

const moved = { event: 'card.moved', data: { id: 'crd_1', board_id: 'brd_1', version: '3' } }
const read = (data: unknown) => ({ state: { data } })
const pages = (...versions: string[]) =>
  read({ pages: [{ data: versions.map((version) => ({ id: 'crd_1', version })) }] })

test('a card that moved touches its board and itself, and no other board', () => {
  expect(queriesAffectedBy(moved)).toEqual([
    { name: 'GET /boards/:board_id', input: { board_id: 'brd_1' } },
    { name: 'GET /boards/:board_id/cards', input: { board_id: 'brd_1' } },
    { name: 'GET /cards/:card_id', input: { card_id: 'crd_1' } },
    { name: 'GET /boards', input: {} },
  ])
})

test('every kind of event but a test touches something', () => {
  const data = { id: 'x', type: 'status' }
  expect(eventKinds.filter((event) => queriesAffectedBy({ event, data }).length === 0)).toEqual([])
})

test('an event that tells what the cache knows already, as after an own write, touches nothing', () => {
  const board = read({ id: 'brd_1', version: '9' })
  expect(staleQueries([pages('3'), board], moved)).toEqual([])
  expect(staleQueries([pages('4'), board], moved)).toEqual([])
})

test('an event that tells something new makes all of it stale', () => {
  const reads = [pages('2'), pages(), read({ id: 'brd_1', version: '9' }), read(undefined)]
  expect(staleQueries(reads, moved)).toEqual(reads)
})

test('what was deleted has no version, so whatever could hold it is asked for again', () => {
  const gone = { event: 'card.deleted', data: { id: 'crd_1', board_id: 'brd_1' } }
  const list = pages('3')
  expect(staleQueries([list, pages()], gone)).toHaveLength(2)
})
