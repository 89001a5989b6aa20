import { expect, test } from 'vitest'

import { plural } from './plural.ts'

const cards = { one: '# card', other: '# cards' }

test.each([
  [0, '0 cards'],
  [1, '1 card'],
  [2, '2 cards'],
  [1200, '1,200 cards'],
])('%i is said as "%s"', (count, sentence) => {
  expect(plural(count, cards)).toBe(sentence)
})
