import { expect, test } from 'vitest'

import { type Command, readArguments } from './command.ts'

const command: Command = {
  words: 'bake',
  about: 'Bakes.',
  takes: 'FILE…',
  options: {
    oven: { about: 'which', value: 'N', required: true },
    salt: { about: 'with salt' },
    tag: { about: 'marks', value: 'T', repeats: true },
  },
  run: async () => 0,
}
const read = (...words: string[]) => readArguments(command, words)

test('options and operands come in any order, with a value beside or behind an equals sign', () => {
  const given = read(
    'a.json',
    '--oven',
    '7',
    '--salt',
    'b.json',
    '--tag=x=y',
    '--tag',
    'z',
    '--',
    '--odd',
  )
  expect(given.operands).toEqual(['a.json', 'b.json', '--odd'])
  expect([given.text('oven'), given.has('salt'), given.texts('tag')]).toEqual([
    '7',
    true,
    ['x=y', 'z'],
  ])
  expect([given.text('none'), given.has('none'), given.texts('none')]).toEqual([
    undefined,
    false,
    [],
  ])
})

test.each([
  [['a', '--oven', '1', '--pepper'], 'bake has no option --pepper.'],
  [['a', '--oven', '1', '--pepper=much'], 'bake has no option --pepper.'],
  [['a', '--oven', '1', '-x'], 'bake has no option -x.'],
  [['a', '--oven', '1', '--toString'], 'bake has no option --toString.'],
  [['a', '--oven'], '--oven needs a value: --oven N.'],
  [['a', '--oven', '1', '--oven', '2'], '--oven may be given once.'],
  [['a', '--oven', '1', '--salt=yes'], '--salt stands alone and takes no value.'],
  [['a'], 'bake needs --oven N.'],
  [['--oven', '1'], 'bake needs FILE….'],
])('the words %j are refused with one sentence', (words, message) => {
  expect(() => read(...words)).toThrow(message)
})

test('a command that takes nothing refuses what stands behind it', () => {
  const { takes: _, ...none } = command
  expect(() => readArguments(none, ['--oven', '1', 'loaf'])).toThrow('bake takes no "loaf".')
})
