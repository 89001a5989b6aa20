import { expect, test } from 'vitest'

import { splitTags, unquoteTag } from './split-tags.rules.ts'

test.each([
  ['VIP', [], 'VIP'],
  ['VIP,', ['VIP'], ''],
  ['VIP; press\tnew', ['VIP', 'press'], 'new'],
  ['"Cardiff, Wales 🎉"', [], '"Cardiff, Wales 🎉"'],
  ['"Cardiff, Wales 🎉",', ['Cardiff, Wales 🎉'], ''],
  ['VIP, "a; b", c', ['VIP', 'a; b'], ' c'],
  ['"a, b', [], '"a, b'],
  ['5" pot, 7" pot', ['5" pot'], ' 7" pot'],
])('a text of tags is split outside of quotes: %s', (text, tags, rest) => {
  expect(splitTags(text)).toEqual({ tags, rest })
})

test('quotes around a tag go, those in it stay', () => {
  expect(['"a, b"', '"a, b', ' "a" ', '5" pot', 'a "b"'].map(unquoteTag)).toEqual([
    'a, b',
    'a, b',
    'a',
    '5" pot',
    'a "b"',
  ])
})
