import { expect, test } from 'vitest'

import { moveCard } from '#contract/tasks/cards.rules.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import { findCard, patchInList, placeInLists, readList, showAsIs } from './card-cache.ts'
import { dealOut, doneCountQuery, isWhole, listCardsQuery } from './card-queries.data.ts'
import { lettersIn, sampleCache, sampleCard, sampleCards, sampleList } from './test-cards.ts'

type Cache = ReturnType<typeof sampleCache>
const get = (cache: Cache, list_id: string, id: string) => {
  const card = findCard(cache, 'board', list_id, id)
  if (!card) throw new Error(`${list_id} shows no ${id}`)
  return card
}
const move = (cache: Cache, from: string, id: string, to: string, place: object) => {
  const card = get(cache, from, id)
  return placeInLists(
    cache,
    card,
    moveCard(card, { list_id: to }, sampleList(to, 0, to === 'done')),
    place,
  )
}
const counts = (cache: Cache) =>
  cache.getQueryData(boardQuery('board').queryKey)?.lists.map((list) => list.card_count)

test.each([
  [{ position: 'top' }, 'bxyz'],
  [{ position: 'bottom' }, 'xyzb'],
  [{ after_card_id: 'x' }, 'xbyz'],
  [{ before_card_id: 'z' }, 'xybz'],
  [{ after_card_id: 'gone' }, 'xyzb'],
])('a card moved to %o of another list is shown there', (place, letters) => {
  const cache = sampleCache({ ready: 'abc', doing: 'xyz' })
  move(cache, 'ready', 'b', 'doing', place)
  expect([lettersIn(cache, 'ready'), lettersIn(cache, 'doing')]).toEqual(['ac', letters])
  expect(counts(cache)).toEqual([2, 4])
})

test('moving inside a list counts nothing twice', () => {
  const cache = sampleCache({ ready: 'abc' })
  move(cache, 'ready', 'a', 'ready', { after_card_id: 'c' })
  expect(lettersIn(cache, 'ready')).toBe('bca')
  expect(counts(cache)).toEqual([3])
})

test('the inverse puts the card back between its old neighbours and reopens what the move had ticked', () => {
  const cache = sampleCache({ ready: 'abc', done: 'x' })
  const putBack = move(cache, 'ready', 'b', 'done', { position: 'top' })
  expect(get(cache, 'done', 'b').completed).toBe(true)
  putBack()
  expect([lettersIn(cache, 'ready'), lettersIn(cache, 'done')]).toEqual(['abc', 'x'])
  expect(get(cache, 'ready', 'b').completed).toBe(false)
  expect(counts(cache)).toEqual([3, 1])
})

test('the inverse leaves alone what another move did meanwhile', () => {
  const cache = sampleCache({ ready: 'abc', doing: 'x' })
  const putBack = move(cache, 'ready', 'b', 'doing', { position: 'top' })
  move(cache, 'ready', 'a', 'doing', { position: 'bottom' })
  putBack()
  expect([lettersIn(cache, 'ready'), lettersIn(cache, 'doing')]).toEqual(['bc', 'xa'])
})

test('the inverse keeps a field that was changed after the move', () => {
  const cache = sampleCache({ ready: 'ab', doing: '' })
  const putBack = move(cache, 'ready', 'a', 'doing', { position: 'top' })
  patchInList(cache, get(cache, 'doing', 'a'), { name: 'Renamed' })
  putBack()
  expect(get(cache, 'ready', 'a').name).toBe('Renamed')
})

test("the service's answer keeps the card where it is shown", () => {
  const cache = sampleCache({ ready: 'ab', doing: 'xyz' })
  move(cache, 'ready', 'a', 'doing', { after_card_id: 'x' })
  const shown = get(cache, 'doing', 'a')
  showAsIs(cache, shown, { ...shown, position: 15, version: '2' })
  expect(lettersIn(cache, 'doing')).toBe('xayz')
  expect(get(cache, 'doing', 'a').version).toBe('2')
})

test('a card that somebody else put elsewhere is shown there', () => {
  const cache = sampleCache({ ready: 'ab', doing: 'xy', review: 'pq' })
  move(cache, 'ready', 'a', 'doing', { position: 'top' })
  showAsIs(cache, get(cache, 'doing', 'a'), sampleCard('a', 'review', 15))
  expect(lettersIn(cache, 'doing')).toBe('xy')
  expect(lettersIn(cache, 'review')).toBe('paq')
  expect(counts(cache)).toEqual([1, 2, 3])
})

test('a card dropped past the loaded part of a list stays last when the rest arrives', () => {
  const cache = sampleCache({ ready: 'a', doing: 'xy' }, ['doing'])
  move(cache, 'ready', 'a', 'doing', { position: 'bottom' })
  showAsIs(cache, get(cache, 'doing', 'a'), sampleCard('a', 'doing', 900))
  const key = listCardsQuery('board', 'doing').queryKey
  const rest = {
    data: [sampleCard('z', 'doing', 30), sampleCard('a', 'doing', 900)],
    paging: { next: null },
  }
  cache.setQueryData(key, (pages) => pages && { ...pages, pages: [...pages.pages, rest] })
  expect(lettersIn(cache, 'doing')).toBe('xyza')
})

test('a completion counts as done and its inverse takes it back', () => {
  const cache = sampleCache({ ready: 'ab' })
  const key = doneCountQuery('board').queryKey
  cache.setQueryData(key, { data: [], paging: { next: null, total: 4 } })
  const putBack = patchInList(cache, get(cache, 'ready', 'a'), { completed: true })
  expect(cache.getQueryData(key)?.paging.total).toBe(5)
  putBack()
  expect(cache.getQueryData(key)?.paging.total).toBe(4)
  expect(get(cache, 'ready', 'a').completed).toBe(false)
})

test('a list that shares nothing with a move keeps its very object', () => {
  const cache = sampleCache({ ready: 'ab', doing: 'x', review: 'p' })
  const before = readList(cache, 'board', 'review')
  move(cache, 'ready', 'a', 'doing', { position: 'top' })
  expect(readList(cache, 'board', 'review')).toBe(before)
})

test('the first page of a board is dealt to the lists it holds whole, and to no other', () => {
  const cache = sampleCache({})
  const board = {
    ...cache.getQueryData(boardQuery('board').queryKey)!,
    lists: [
      sampleList('ready', 2),
      sampleList('empty', 0),
      sampleList('doing', 9),
      sampleList('done', 1),
    ],
  }
  const data = [...sampleCards('ab', 'ready'), ...sampleCards('xyz', 'doing')]
  dealOut(cache, board, { data, paging: { next: 'cursor' } }, 1)
  expect(lettersIn(cache, 'ready')).toBe('ab')
  expect(isWhole(readList(cache, 'board', 'empty'))).toBe(true)
  expect(readList(cache, 'board', 'doing')).toBe(undefined)
  expect(readList(cache, 'board', 'done')).toBe(undefined)
})

test('a first page that is all there is fills every list', () => {
  const cache = sampleCache({})
  const board = {
    ...cache.getQueryData(boardQuery('board').queryKey)!,
    lists: [sampleList('ready', 1), sampleList('doing', 1), sampleList('done', 0)],
  }
  const data = [...sampleCards('a', 'ready'), ...sampleCards('x', 'doing')]
  dealOut(cache, board, { data, paging: { next: null } }, 1)
  expect(['ready', 'doing', 'done'].map((id) => isWhole(readList(cache, 'board', id)))).toEqual([
    true,
    true,
    true,
  ])
})
