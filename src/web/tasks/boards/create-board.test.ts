import { expect, test } from 'vitest'

import { parseLists } from './create-board.rules.ts'

test('each non-empty line becomes a list and the last completes', () => {
  expect(parseLists(' To do \n\nDone\n', true)).toEqual([
    { name: 'To do', completes_cards: false },
    { name: 'Done', completes_cards: true },
  ])
})

test('a single list does not complete its cards', () => {
  expect(parseLists('Ideas', true)).toEqual([{ name: 'Ideas', completes_cards: false }])
})

test('an empty text creates no lists', () => {
  expect(parseLists('', true)).toEqual([])
})
