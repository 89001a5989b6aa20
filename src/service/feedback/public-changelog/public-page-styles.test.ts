import { expect, test } from 'vitest'

import { formatStyles } from './public-page-styles.ts'

const styleOf = (color: string) => {
  const base = formatStyles([])
  return formatStyles([{ id: 'lbl_1', name: 'A', color, uses: 1 }]).slice(base.length)
}

test.each([
  ['green', 150],
  ['teal', 185],
  ['yellow', 98],
  ['amber', 98],
  ['orange', 62],
  ['red', 25],
  ['rose', 352],
  ['pink', 352],
  ['magenta', 352],
  ['purple', 305],
  ['violet', 305],
  ['blue', 258],
  ['blue_dark', 258],
  ['indigo', 281],
  ['sky', 228],
  ['cyan', 185],
  ['turquoise', 185],
  ['lime', 126],
  ['gray', 222],
  ['grey', 222],
])('label color %s has the hue %i on the public page', (color, hue) => {
  expect(styleOf(color)).toMatch(/^\.l0::before\{background:oklch\(var\(--dot\) \S+ \d+\)\}$/)
  expect(styleOf(color)).toContain(` ${hue})`)
})

test('black and hex label colors keep their value on the public page', () => {
  expect(styleOf('black')).toBe('.l0::before{background:oklch(var(--black) .016 222)}')
  expect(styleOf('#12ab9f')).toBe('.l0::before{background:#12ab9f}')
})

test.each(['#12', 'taupe', 'constructor', 'red}body{display:none'])(
  'unknown label color %s is gray on the public page',
  (color) => {
    expect(styleOf(color)).toBe('.l0::before{background:oklch(var(--dot) .016 222)}')
  },
)

test('light and dark pages set how light label colors are', () => {
  const [light = '', dark = ''] = formatStyles([]).split('prefers-color-scheme:dark')
  for (const name of ['--dot:', '--black:']) {
    expect(light).toContain(name)
    expect(dark).toContain(name)
  }
})

test('a link without an address, which was refused, looks like the text around it', () => {
  const selectors = [...formatStyles([]).matchAll(/([^{}]+)\{[^{}]*(?:color|underline)[^{}]*\}/g)]
  const names = selectors.flatMap(([, list = '']) => list.trim().split(','))
  expect(names).toContain('a[href]')
  expect(names).not.toContain('a')
})
