import { expect, test } from 'vitest'

import { findJsonError } from './json-error-position.ts'

const sound = [
  '{}',
  '[]',
  ' {"a": [1, -0.5e+3, true, null, "x\\u00e9\\n"]} ',
  '"text"',
  '0',
  '[[],{}]',
]

test.each(sound)('%s is JSON from beginning to end', async (text) => {
  expect(await findJsonError(text)).toBeUndefined()
})

test.each([
  ['{"a":1', 1, 7, 'a comma or a closing brace', 'the end of the file'],
  ['[1,\n 2,\n]', 3, 1, 'a value', ']'],
  ['{"a" 1}', 1, 6, 'a colon', '1'],
  ['{a:1}', 1, 2, 'a name in double quotes or a closing brace', 'a'],
  ['{"a":1,}', 1, 8, 'a name in double quotes', '}'],
  ['{"a":undefined}', 1, 6, 'a value', 'undefined'],
  ['{"a":01}', 1, 7, 'a comma or a closing brace', '1'],
  ['{"a":1.}', 1, 6, 'a value', '1.'],
  ['{"a":1 // b\n}', 1, 8, 'a comma or a closing brace', '/'],
  ['[/* b */]', 1, 2, 'a value or a closing bracket', '/'],
  ['{"a":"one\ntwo"}', 1, 10, 'the closing quote of a text', 'the end of the line'],
  ['{"a":"\\x"}', 1, 7, 'the closing quote of a text', '\\'],
  ['{"a":"open', 1, 11, 'the closing quote of a text', 'the end of the file'],
  ['{} {}', 1, 4, 'the end of the file', '{'],
  ['', 1, 1, 'a value', 'the end of the file'],
  ['[1 2]', 1, 4, 'a comma or a closing bracket', '2'],
  ['{"a":1]', 1, 7, 'a comma or a closing brace', ']'],
])(
  'the syntax error of %j has its line and column',
  async (text, line, column, expected, found) => {
    expect(await findJsonError(text)).toEqual({ line, column, expected, found })
  },
)

test('a text has a syntax error exactly when JSON.parse rejects it', async () => {
  const whole = JSON.stringify({
    lists: [{ id: 'a', pos: -1.5e3 }],
    cards: [{ name: 'é"\\\u0007', due: null }],
  })
  for (let at = 0; at < whole.length; at += 1) {
    for (const broken of [whole.slice(0, at), whole.slice(0, at) + whole.slice(at + 1)]) {
      expect([broken, (await findJsonError(broken)) === undefined]).toEqual([
        broken,
        parses(broken),
      ])
    }
  }
})

test('deep nesting and long strings do not exhaust the stack', async () => {
  expect(await findJsonError('['.repeat(200_000))).toMatchObject({ column: 200_001 })
  expect(await findJsonError(`["${'\\n'.repeat(200_000)}"`)).toMatchObject({ column: 400_004 })
})

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
