import { expect, test } from 'vitest'

import { rowsOf, tileHeight } from './card-height.rules.ts'

const text = { rem: 16, line: 20 }
const bare = { labelRows: 0, lines: 1, footer: false, trouble: false }

test.each([
  [bare, 42],
  [{ ...bare, lines: 2 }, 62],
  [{ ...bare, labelRows: 1, lines: 2 }, 84],
  [{ ...bare, labelRows: 1, lines: 2, footer: true }, 114],
])('a card of %o is %i px high', (parts, height) => {
  expect(tileHeight(parts, text)).toBe(height)
})

test('a card grows with the text of the person', () => {
  const grown = tileHeight({ ...bare, lines: 2 }, { rem: 32, line: 40 })
  expect(grown).toBe(2 + 40 + 80)
})

test.each([
  [[], 0],
  [[100], 1],
  [[100, 96], 1],
  [[100, 97], 2],
  [[100, 90, 100], 2],
  [[900, 10], 2],
])('labels of widths %o wrap into %i rows', (widths, rows) => {
  expect(rowsOf(widths, 200, 4)).toBe(rows)
})
