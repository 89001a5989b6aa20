import { expect, test } from 'vitest'

import { parseLists } from './create-board.rules.ts'

test('each line that holds something becomes a list, and the last completes', () => {
  expect(parseLists(' To do \n\nDone\n', true)).toEqual([
    { name: 'To do', completes_cards: false },
    { name: 'Done', completes_cards: true },
  ])
})

test('a single list completes nothing: a card made in it would be done at once', () => {
  expect(parseLists('Ideas', true)).toEqual([{ name: 'Ideas', completes_cards: false }])
})

test('a board may start without lists', () => {
  expect(parseLists('', true)).toEqual([])
})
