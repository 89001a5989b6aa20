import { expect, test } from 'vitest'

import { hueOf, formatInitials } from './avatar.tsx'

test.each([
  ['Eira Morgan', 'EM'],
  ['Demo', 'De'],
  ['Fern & Field', 'FF'],
  ['Ana de la Cruz', 'AC'],
  ['Ada Moss (ada@example.org)', 'AM'],
  ['  ', '?'],
  ['😀 Sam Oh', 'SO'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(formatInitials(name)).toBe(initials)
})

test('a hue is a whole number of degrees and the same each time', () => {
  expect(hueOf('usr_1')).toBe(hueOf('usr_1'))
  expect(hueOf('usr_1')).toBeGreaterThanOrEqual(0)
  expect(hueOf('usr_1')).toBeLessThan(360)
  expect(hueOf('usr_1')).not.toBe(hueOf('usr_2'))
})
