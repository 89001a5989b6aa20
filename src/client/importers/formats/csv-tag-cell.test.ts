import { expect, test } from 'vitest'

import { namesInCell } from './csv.ts'

test.each([
  ['a,b', ['a', 'b']],
  ['"a, b", c', ['a, b', 'c']],
  ['"say ""hi""",c', ['say "hi"', 'c']],
  ['the "big, one', ['the "big', 'one']],
  ['"a" b, c', ['"a" b', 'c']],
])('the cell %j names %j', (cell, names) => {
  expect(namesInCell(cell).filter((name) => name !== '')).toEqual(names)
})
