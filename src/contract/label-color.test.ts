import { expect, test } from 'vitest'

import { labelColor } from './label-color.rules.ts'

test.each([
  ['green', 'green'],
  ['Green_Dark', 'green'],
  ['sky_light', 'sky'],
  ['grey', 'gray'],
  ['amber', 'yellow'],
  ['cyan', 'teal'],
  ['turquoise', 'teal'],
  ['violet', 'purple'],
  ['magenta', 'pink'],
  ['rose', 'pink'],
  ['black_dark', 'black'],
])('label color %s is shown as %s', (value, color) => {
  expect(labelColor(value)).toBe(color)
})

test.each([
  ['#ff0000', 'red'],
  ['#0000ff', 'blue'],
  ['#00aa44', 'green'],
  ['#808080', 'gray'],
  ['#ff69b4', 'pink'],
])('hex color %s maps to the nearest hue %s', (value, color) => {
  expect(labelColor(value)).toBe(color)
})

test.each([null, undefined, '', 'taupe', 'constructor', '#12'])(
  'unknown label color %s is gray',
  (value) => {
    expect(labelColor(value)).toBe('gray')
  },
)
