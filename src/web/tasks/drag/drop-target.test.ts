import { expect, test } from 'vitest'

import { nearestMove } from '#web/tasks/cards/card-queries.data.ts'
import { sampleCard, sampleCards } from '#web/tasks/cards/test-cards.ts'
import { resolveDrop, resolveStep } from './drop-target.ts'

const doing = sampleCards('abcd', 'doing')
const [a, b, , d] = doing as [Card, Card, Card, Card]
type Card = (typeof doing)[number]
const guest = sampleCard('g', 'ready', 10)
const open = { cards: doing, filtered: false, relative: true }

test.each([
  [0, { list_id: 'doing', position: 'top' }],
  [1, { list_id: 'doing', after_card_id: 'a' }],
  [4, { list_id: 'doing', position: 'bottom' }],
  [99, { list_id: 'doing', position: 'bottom' }],
])('a drop at index %i of another list moves to %o', (index, move) => {
  expect(resolveDrop(guest, { list_id: 'doing', index }, open)).toEqual(move)
})

test('a drop on a collapsed or sorted list goes to its bottom', () => {
  const target = { ...open, filtered: true, landsAtBottom: true }
  const bottom = { list_id: 'doing', position: 'bottom' }
  expect(resolveDrop(guest, { list_id: 'doing', index: 1 }, target)).toEqual(bottom)
  expect(resolveDrop(guest, { list_id: 'doing', index: 0 }, { ...target, cards: [] })).toEqual(
    bottom,
  )
  expect(resolveDrop(b, { list_id: 'doing', index: 3 }, target)).toBe(null)
  expect(resolveStep(b, 1, target)).toBe(null)
})

test('a drop at the original position sends no move', () => {
  expect(resolveDrop(b, { list_id: 'doing', index: 1 }, open)).toBe(null)
})

test('a drop in the same list does not count the card itself', () => {
  expect(resolveDrop(a, { list_id: 'doing', index: 2 }, open)).toEqual({
    list_id: 'doing',
    after_card_id: 'c',
  })
})

test('a drop into an empty list moves to the bottom', () => {
  expect(resolveDrop(guest, { list_id: 'doing', index: 0 }, { ...open, cards: [] })).toEqual({
    list_id: 'doing',
    position: 'bottom',
  })
})

test.each([
  [0, { list_id: 'doing', before_card_id: 'b' }],
  [2, { list_id: 'doing', after_card_id: 'd' }],
])('a drop at %i among hidden cards is relative to a visible one', (index, move) => {
  const target = { ...open, cards: [b, d], filtered: true }
  expect(resolveDrop(guest, { list_id: 'doing', index }, target)).toEqual(move)
})

test.each([
  [0, 'top'],
  [2, 'bottom'],
  [4, 'bottom'],
])('without relative moves a drop at %i is the %s', (index, position) => {
  const target = { ...open, relative: false }
  expect(resolveDrop(guest, { list_id: 'doing', index }, target)).toEqual({
    list_id: 'doing',
    position,
  })
})

test('a keyboard step passes one neighbor and stops at the ends', () => {
  expect(resolveStep(b, -1, open)).toEqual({ list_id: 'doing', position: 'top' })
  expect(resolveStep(b, 1, open)).toEqual({ list_id: 'doing', after_card_id: 'c' })
  expect(resolveStep(a, -1, open)).toBe(null)
  expect(resolveStep(d, 1, open)).toBe(null)
})

test('a missing neighbor is replaced by the nearest remaining one', () => {
  const move = { list_id: 'doing', after_card_id: 'c' }
  const withoutC = doing.filter(({ id }) => id !== 'c')
  expect(nearestMove(move, doing, withoutC, 'g')).toEqual({ list_id: 'doing', after_card_id: 'b' })
  expect(nearestMove(move, doing, [d], 'g')).toEqual({ list_id: 'doing', before_card_id: 'd' })
  expect(nearestMove(move, doing, [], 'g')).toEqual({ list_id: 'doing', position: 'bottom' })
})
