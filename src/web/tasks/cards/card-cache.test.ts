import { expect, test } from 'vitest'

import { applyCardMove } from '#contract/tasks/cards.rules.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import {
  findCard,
  patchCardInCache,
  applyMovesToCache,
  getCachedPages,
  removeFromList,
  replaceCardInCache,
} from './card-cache.ts'
import {
  cardQuery,
  firstCardsQuery,
  seedListQueries,
  doneCountQuery,
  isFullyLoaded,
  listCardsQuery,
} from './card-queries.data.ts'
import { lettersIn, sampleCache, sampleCard, sampleCards, sampleList } from './test-cards.ts'

type Cache = ReturnType<typeof sampleCache>
const get = (queryClient: Cache, list_id: string, id: string) => {
  const card = findCard(queryClient, 'board', list_id, id)
  if (!card) throw new Error(`${list_id} shows no ${id}`)
  return card
}
const move = (queryClient: Cache, from: string, id: string, to: string, place: object) => {
  const card = get(queryClient, from, id)
  const moved = applyCardMove(card, { list_id: to }, sampleList(to, 0, to === 'done'))
  const [result] = applyMovesToCache(queryClient, [{ from: card, to: moved }], place)
  return () => result?.rollback()
}
const counts = (queryClient: Cache) =>
  queryClient.getQueryData(boardQuery('board').queryKey)?.lists.map((list) => list.card_count)

test.each([
  [{ position: 'top' }, 'bxyz'],
  [{ position: 'bottom' }, 'xyzb'],
  [{ after_card_id: 'x' }, 'xbyz'],
  [{ before_card_id: 'z' }, 'xybz'],
  [{ after_card_id: 'gone' }, 'xyzb'],
])('an optimistic move to %o shows the card there', (place, letters) => {
  const queryClient = sampleCache({ ready: 'abc', doing: 'xyz' })
  move(queryClient, 'ready', 'b', 'doing', place)
  expect([lettersIn(queryClient, 'ready'), lettersIn(queryClient, 'doing')]).toEqual([
    'ac',
    letters,
  ])
  expect(counts(queryClient)).toEqual([2, 4])
})

test('a move inside a list keeps its count', () => {
  const queryClient = sampleCache({ ready: 'abc' })
  move(queryClient, 'ready', 'a', 'ready', { after_card_id: 'c' })
  expect(lettersIn(queryClient, 'ready')).toBe('bca')
  expect(counts(queryClient)).toEqual([3])
})

test('cards moved together write each list once and roll back alone', () => {
  const queryClient = sampleCache({ ready: 'abcd', doing: 'xyz', review: 'p' })
  const writes: unknown[] = []
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated') writes.push(query.queryKey)
  })
  const cards = [
    get(queryClient, 'ready', 'b'),
    get(queryClient, 'ready', 'c'),
    get(queryClient, 'review', 'p'),
  ]
  const moves = cards.map((from) => ({ from, to: { ...from, list_id: 'doing' } }))
  const [b, c, p] = applyMovesToCache(queryClient, moves, {
    after_card_id: 'x',
  })
  const shown = () => ['ready', 'doing', 'review'].map((id) => lettersIn(queryClient, id))
  expect(shown()).toEqual(['ad', 'xbcpyz', ''])
  expect(counts(queryClient)).toEqual([2, 6, 0])
  expect(writes).toHaveLength(4) // and one of the board
  expect(c?.rollback()).toBe(true)
  expect(shown()).toEqual(['acd', 'xbpyz', ''])
  expect([p?.rollback(), b?.rollback()]).toEqual([true, true])
  expect(shown()).toEqual(['abcd', 'xyz', 'p'])
  expect(counts(queryClient)).toEqual([4, 3, 1])
})

test('a rollback restores the position and reopens the card', () => {
  const queryClient = sampleCache({ ready: 'abc', done: 'x' })
  const rollback = move(queryClient, 'ready', 'b', 'done', { position: 'top' })
  expect(get(queryClient, 'done', 'b').completed).toBe(true)
  rollback()
  expect([lettersIn(queryClient, 'ready'), lettersIn(queryClient, 'done')]).toEqual(['abc', 'x'])
  expect(get(queryClient, 'ready', 'b').completed).toBe(false)
  expect(counts(queryClient)).toEqual([3, 1])
})

test('a rollback keeps another move made since', () => {
  const queryClient = sampleCache({ ready: 'abc', doing: 'x' })
  const rollback = move(queryClient, 'ready', 'b', 'doing', { position: 'top' })
  move(queryClient, 'ready', 'a', 'doing', { position: 'bottom' })
  rollback()
  expect([lettersIn(queryClient, 'ready'), lettersIn(queryClient, 'doing')]).toEqual(['bc', 'xa'])
})

test('a rollback keeps a field changed since', () => {
  const queryClient = sampleCache({ ready: 'ab', doing: '' })
  const rollback = move(queryClient, 'ready', 'a', 'doing', { position: 'top' })
  patchCardInCache(queryClient, get(queryClient, 'doing', 'a'), { name: 'Renamed' })
  rollback()
  expect(get(queryClient, 'ready', 'a').name).toBe('Renamed')
})

test('a rollback below a later move leaves the card where that one put it', () => {
  const queryClient = sampleCache({ ready: 'abc', doing: 'xyz', done: '' })
  const rollback = move(queryClient, 'ready', 'b', 'doing', { position: 'top' })
  move(queryClient, 'doing', 'b', 'done', { position: 'top' })
  expect(rollback()).toBe(false)
  expect(['ready', 'doing', 'done'].map((id) => lettersIn(queryClient, id))).toEqual([
    'ac',
    'xyz',
    'b',
  ])
})

test('a rollback of a field finds the card where a later move put it', () => {
  const queryClient = sampleCache({ ready: 'a', doing: '' })
  const rollback = patchCardInCache(queryClient, get(queryClient, 'ready', 'a'), { name: 'New' })
  move(queryClient, 'ready', 'a', 'doing', { position: 'top' })
  expect(rollback()).toBe(true)
  expect(get(queryClient, 'doing', 'a').name).toBe('Card a')
})

test('a rollback of a field keeps its later value', () => {
  const queryClient = sampleCache({ ready: 'a' })
  const rollback = patchCardInCache(queryClient, get(queryClient, 'ready', 'a'), { name: 'New' })
  patchCardInCache(queryClient, get(queryClient, 'ready', 'a'), { name: 'Newer' })
  expect(rollback()).toBe(false)
  expect(get(queryClient, 'ready', 'a').name).toBe('Newer')
})

test('the response keeps the card where it is shown', () => {
  const queryClient = sampleCache({ ready: 'ab', doing: 'xyz' })
  move(queryClient, 'ready', 'a', 'doing', { after_card_id: 'x' })
  const shown = get(queryClient, 'doing', 'a')
  replaceCardInCache(queryClient, shown, { ...shown, position: 15, version: '2' })
  expect(lettersIn(queryClient, 'doing')).toBe('xayz')
  expect(get(queryClient, 'doing', 'a').version).toBe('2')
})

test('a card moved by someone else is shown in its new list', () => {
  const queryClient = sampleCache({ ready: 'ab', doing: 'xy', review: 'pq' })
  move(queryClient, 'ready', 'a', 'doing', { position: 'top' })
  replaceCardInCache(queryClient, get(queryClient, 'doing', 'a'), sampleCard('a', 'review', 15))
  expect(lettersIn(queryClient, 'doing')).toBe('xy')
  expect(lettersIn(queryClient, 'review')).toBe('paq')
  expect(counts(queryClient)).toEqual([1, 2, 3])
})

test('a card moved past the loaded pages stays last after the next page', () => {
  const queryClient = sampleCache({ ready: 'a', doing: 'xy' }, ['doing'])
  move(queryClient, 'ready', 'a', 'doing', { position: 'bottom' })
  replaceCardInCache(queryClient, get(queryClient, 'doing', 'a'), sampleCard('a', 'doing', 900))
  const key = listCardsQuery('board', 'doing').queryKey
  const rest = {
    data: [sampleCard('z', 'doing', 30), sampleCard('a', 'doing', 900)],
    paging: { next: null },
  }
  queryClient.setQueryData(key, (pages) => pages && { ...pages, pages: [...pages.pages, rest] })
  expect(lettersIn(queryClient, 'doing')).toBe('xyza')
})

test('without ranks a card that was removed returns to its position', () => {
  const queryClient = sampleCache({ ready: 'abc' })
  const key = listCardsQuery('board', 'ready').queryKey
  const data = sampleCards('abc', 'ready').map(({ position: _position, ...card }) => card)
  queryClient.setQueryData(key, { pages: [{ data, paging: { next: null } }], pageParams: [null] })
  const rollback = removeFromList(queryClient, get(queryClient, 'ready', 'b'))
  expect(lettersIn(queryClient, 'ready')).toBe('ac')
  rollback()
  expect(lettersIn(queryClient, 'ready')).toBe('abc')
})

test('a response also updates the card that was requested by itself', () => {
  const queryClient = sampleCache({ ready: 'a', doing: '' })
  const detail = sampleCard('a', 'ready', 10)
  const { queryKey } = cardQuery('a')
  queryClient.setQueryData(queryKey, detail)
  move(queryClient, 'ready', 'a', 'doing', { position: 'top' })
  const saved = { name: 'Named by others', version: '3', updated_at: '2025-11-02T09:00:00.000Z' }
  const shown = get(queryClient, 'doing', 'a')
  replaceCardInCache(queryClient, shown, { ...shown, ...saved })
  expect(queryClient.getQueryData(queryKey)).toMatchObject({ ...saved, list_id: 'doing' })
})

test('a completion raises the done count and its rollback lowers it', () => {
  const queryClient = sampleCache({ ready: 'ab' })
  const key = doneCountQuery('board').queryKey
  queryClient.setQueryData(key, { data: [], paging: { next: null, total: 4 } })
  const rollback = patchCardInCache(queryClient, get(queryClient, 'ready', 'a'), {
    completed: true,
  })
  expect(queryClient.getQueryData(key)?.paging.total).toBe(5)
  rollback()
  expect(queryClient.getQueryData(key)?.paging.total).toBe(4)
  expect(get(queryClient, 'ready', 'a').completed).toBe(false)
})

test('a list without part in a move keeps its object identity', () => {
  const queryClient = sampleCache({ ready: 'ab', doing: 'x', review: 'p' })
  const before = getCachedPages(queryClient, 'board', 'review')
  move(queryClient, 'ready', 'a', 'doing', { position: 'top' })
  expect(getCachedPages(queryClient, 'board', 'review')).toBe(before)
})

const firstPage = firstCardsQuery('board', {})
const firstOfEach = firstCardsQuery('board', { scope: 'read' })

test('the first page seeds the lists it contains; the last of them begins anew', () => {
  const queryClient = sampleCache({})
  const board = {
    ...queryClient.getQueryData(boardQuery('board').queryKey)!,
    lists: [
      sampleList('ready', 2),
      sampleList('empty', 0),
      sampleList('doing', 9),
      sampleList('done', 1),
    ],
  }
  const data = [...sampleCards('ab', 'ready'), ...sampleCards('xyz', 'doing')]
  seedListQueries(queryClient, board, firstPage, { data, paging: { next: 'cursor' } }, 1)
  expect(lettersIn(queryClient, 'ready')).toBe('ab')
  expect(isFullyLoaded(getCachedPages(queryClient, 'board', 'empty'))).toBe(true)
  expect(lettersIn(queryClient, 'doing')).toBe('xyz')
  expect(isFullyLoaded(getCachedPages(queryClient, 'board', 'doing'))).toBe(false)
  expect(getCachedPages(queryClient, 'board', 'done')).toBe(undefined)
})

test('a list with as many cards as per_list begins anew', () => {
  const queryClient = sampleCache({})
  const board = {
    ...queryClient.getQueryData(boardQuery('board').queryKey)!,
    lists: [sampleList('ready', 40), sampleList('doing', 2)],
  }
  const letters = String.fromCodePoint(...Array.from({ length: 40 }, (_, index) => 256 + index))
  const data = [...sampleCards(letters, 'ready'), ...sampleCards('xy', 'doing')]
  seedListQueries(queryClient, board, firstOfEach, { data, paging: { next: null } }, 1)
  expect(
    ['ready', 'doing'].map((id) => isFullyLoaded(getCachedPages(queryClient, 'board', id))),
  ).toEqual([false, true])
})

test('a first page without a next page seeds every list', () => {
  const queryClient = sampleCache({})
  const board = {
    ...queryClient.getQueryData(boardQuery('board').queryKey)!,
    lists: [sampleList('ready', 1), sampleList('doing', 1), sampleList('done', 0)],
  }
  const data = [...sampleCards('a', 'ready'), ...sampleCards('x', 'doing')]
  seedListQueries(queryClient, board, firstPage, { data, paging: { next: null } }, 1)
  expect(
    ['ready', 'doing', 'done'].map((id) => isFullyLoaded(getCachedPages(queryClient, 'board', id))),
  ).toEqual([true, true, true])
})
