import { expect, test } from 'vitest'

import { parseNameList } from './name-list.ts'

test.each([
  ['a,b', ['a', 'b']],
  ['"a, b", c', ['a, b', 'c']],
  ['"say ""hi""",c', ['say "hi"', 'c']],
  ['the "big, one', ['the "big', 'one']],
  ['"a" b, c', ['"a" b', 'c']],
  ['VIP|Blog', ['VIP', 'Blog']],
  ['VIP; Blog', ['VIP', ' Blog']],
  ['Berlin, east|new', ['Berlin, east', 'new']],
  ['"a|b","c;d",e', ['a|b', 'c;d', 'e']],
  ['"a,b"|c', ['a,b', 'c']],
  ['["VIP","Blog, new",7]', ['VIP', 'Blog, new', '7']],
  ['[VIP', ['[VIP']],
  ['[["VIP"]]', ['[["VIP"]]']],
])('the cell %j names %j', (cell, names) => {
  expect(parseNameList(cell).filter((name) => name !== '')).toEqual(names)
})
