import { expect, test } from 'vitest'

import { findTag } from './tags.rules.ts'

test('a tag is found in whatever case and composition', () => {
  const tags = [{ name: 'VIP' }, { name: 'café, ☕' }]
  expect(findTag(tags, 'vip')).toBe(tags[0])
  expect(findTag(tags, 'CAFE\u0301, ☕')).toBe(tags[1])
  expect(findTag(tags, 'vi')).toBeUndefined()
})
