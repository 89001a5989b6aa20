import { expect, test } from 'vitest'

import { countRows, cardHeight } from './card-height.rules.ts'

const text = {
  rem: 16,
  titleLineHeight: 20,
  cardPadding: 0.625,
  hasLabelBars: false,
  hasIds: false,
}
const bare = { labelRowCount: 0, titleLines: 1, hasFooter: false, hasError: false }

test.each([
  [bare, 42],
  [{ ...bare, titleLines: 2 }, 62],
  [{ ...bare, labelRowCount: 1, titleLines: 2 }, 84],
  [{ ...bare, labelRowCount: 1, titleLines: 2, hasFooter: true }, 114],
])('a card of %o is %i px high', (parts, height) => {
  expect(cardHeight(parts, text)).toBe(height)
})

test('a compact card is lower, with its footer nearer', () => {
  const compact = { ...text, cardPadding: 0.375 }
  expect(cardHeight(bare, compact)).toBe(34)
  expect(cardHeight({ ...bare, hasFooter: true }, compact)).toBe(34 + 26)
})

test('label bars and ids change the height of a card', () => {
  const labeled = { ...bare, labelRowCount: 2 }
  expect(cardHeight(labeled, text)).toBe(42 + 44)
  expect(cardHeight(labeled, { ...text, hasLabelBars: true })).toBe(42 + 24)
  expect(cardHeight(bare, { ...text, hasIds: true })).toBe(42 + 20)
})

test('a card grows with the font size', () => {
  const grown = cardHeight({ ...bare, titleLines: 2 }, { ...text, rem: 32, titleLineHeight: 40 })
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
  expect(countRows(widths, 200, 4)).toBe(rows)
})
