import { expect, test } from 'vitest'

import { formatFieldValue } from './format-field.ts'

const start = 'Keep the jar. '.repeat(20)

test.each([
  ['a short text', 'Short', 'Other', '“Short”'],
  ['no text', '', 'Other', 'nothing'],
  ['another end', `${start}We send it.`, `${start}Bring it.`, '“… jar. Keep the jar. We send it.”'],
  ['the beginning of the other', start, `${start}Bring it.`, '“… jar. Keep the jar. ”'],
  ['a long text alone', start, undefined, `“${start.slice(0, 80)}…”`],
])('%s is quoted from where it differs', (_name, value, other, quoted) => {
  expect(formatFieldValue(value, { other })).toBe(quoted)
})
