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
])('a label the service calls %s is shown in %s', (value, color) => {
  expect(labelColor(value)).toBe(color)
})

test.each([
  ['#ff0000', 'red'],
  ['#0000ff', 'blue'],
  ['#00aa44', 'green'],
  ['#808080', 'gray'],
  ['#ff69b4', 'pink'],
])('a label with the colour value %s takes the nearest name, %s', (value, color) => {
  expect(labelColor(value)).toBe(color)
})

test.each([null, undefined, '', 'taupe', 'constructor', '#12'])(
  'a colour nobody knows, %s, is gray',
  (value) => {
    expect(labelColor(value)).toBe('gray')
  },
)
