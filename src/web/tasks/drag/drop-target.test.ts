import { expect, test } from 'vitest'

import { nearestMove } from '#web/tasks/cards/card-conflicts.ts'
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
])('dropped at place %i of another list the card asks for %o', (index, move) => {
  expect(resolveDrop(guest, { list_id: 'doing', index }, open)).toEqual(move)
})

test('dropped where it was, nothing is asked', () => {
  expect(resolveDrop(b, { list_id: 'doing', index: 1 }, open)).toBe(null)
})

test('inside its own list the place is counted without the card itself', () => {
  expect(resolveDrop(a, { list_id: 'doing', index: 2 }, open)).toEqual({
    list_id: 'doing',
    after_card_id: 'c',
  })
})

test('into an empty list a card goes to the bottom', () => {
  expect(resolveDrop(guest, { list_id: 'doing', index: 0 }, { ...open, cards: [] })).toEqual({
    list_id: 'doing',
    position: 'bottom',
  })
})

test.each([
  [0, { list_id: 'doing', before_card_id: 'b' }],
  [2, { list_id: 'doing', after_card_id: 'd' }],
])('among hidden cards a drop at %i goes beside a card that is seen', (index, move) => {
  const target = { ...open, cards: [b, d], filtered: true }
  expect(resolveDrop(guest, { list_id: 'doing', index }, target)).toEqual(move)
})

test.each([
  [0, 'top'],
  [2, 'bottom'],
  [4, 'bottom'],
])('a service that knows only the ends is asked for one: place %i is the %s', (index, position) => {
  const target = { ...open, relative: false }
  expect(resolveDrop(guest, { list_id: 'doing', index }, target)).toEqual({
    list_id: 'doing',
    position,
  })
})

test('a step up or down goes past one neighbour and stops at the ends', () => {
  expect(resolveStep(b, -1, open)).toEqual({ list_id: 'doing', position: 'top' })
  expect(resolveStep(b, 1, open)).toEqual({ list_id: 'doing', after_card_id: 'c' })
  expect(resolveStep(a, -1, open)).toBe(null)
  expect(resolveStep(d, 1, open)).toBe(null)
})

test('a neighbour that left is replaced by the nearest that stayed', () => {
  const move = { list_id: 'doing', after_card_id: 'c' }
  const withoutC = doing.filter(({ id }) => id !== 'c')
  expect(nearestMove(move, doing, withoutC, 'g')).toEqual({ list_id: 'doing', after_card_id: 'b' })
  expect(nearestMove(move, doing, [d], 'g')).toEqual({ list_id: 'doing', before_card_id: 'd' })
  expect(nearestMove(move, doing, [], 'g')).toEqual({ list_id: 'doing', position: 'bottom' })
})
