import { expect, test } from 'vitest'

import { findTag, joinTags, splitTags } from './tags.rules.ts'

test('a tag is found in whatever case and composition', () => {
  const tags = [{ name: 'VIP' }, { name: 'café, ☕' }]
  expect(findTag(tags, 'vip')).toBe(tags[0])
  expect(findTag(tags, 'CAFE\u0301, ☕')).toBe(tags[1])
  expect(findTag(tags, 'vi')).toBeUndefined()
})

test.each([[['a']], [['a,b', 'c']], [['\\', ',']], [['\\,', '\\\\', 'é☕']]])(
  'the names %j are one parameter',
  (names) => {
    expect(splitTags(joinTags(names))).toEqual(names)
  },
)

test('a backslash before any other character is dropped, and one at the end kept', () => {
  expect(splitTags(String.raw`\a,b\ `)).toEqual(['a', 'b '])
  expect(splitTags('a\\')).toEqual(['a\\'])
})
