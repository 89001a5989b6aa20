import { expect, test } from 'vitest'

import { type Command, UsageError, parseArguments } from './command.ts'

const command: Command = {
  name: 'bake',
  description: 'Bakes.',
  operand: 'FILE…',
  options: {
    oven: { description: 'which', placeholder: 'N', required: true },
    salt: { description: 'with salt' },
    tag: { description: 'marks', placeholder: 'T', multiple: true },
  },
  run: async () => 0,
}
const parse = (...args: string[]) => parseArguments(command, args)

test('options and operands may come in any order, values after a space or =', () => {
  const args = parse(
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
  expect(args.operands).toEqual(['a.json', 'b.json', '--odd'])
  expect([args.get('oven'), args.has('salt'), args.getAll('tag')]).toEqual([
    '7',
    true,
    ['x=y', 'z'],
  ])
  expect([args.get('none'), args.has('none'), args.getAll('none')]).toEqual([undefined, false, []])
})

test.each([
  [
    ['a', '--oven', '1', '--pepper'],
    'Unknown option: --pepper. Run `npm run cli -- bake --help` for a list.',
  ],
  [
    ['a', '--oven', '1', '--pepper=much'],
    'Unknown option: --pepper. Run `npm run cli -- bake --help` for a list.',
  ],
  [['a', '--oven', '1', '-x'], 'Unknown option: -x. Run `npm run cli -- bake --help` for a list.'],
  [
    ['a', '--oven', '1', '--toString'],
    'Unknown option: --toString. Run `npm run cli -- bake --help` for a list.',
  ],
  [['a', '--oven', '--salt'], 'Missing value: --oven N'],
  [['a', '--oven'], 'Missing value: --oven N'],
  [['a', '--oven', '1', '--oven', '2'], 'Duplicate option: --oven'],
  [['a', '--oven', '1', '--salt=yes'], '--salt takes no value.'],
  [['a'], 'Missing option: --oven N'],
  [['--oven', '1'], 'Missing argument: FILE'],
])('the arguments %j are rejected with one sentence', (args, message) => {
  expect(() => parse(...args)).toThrow(new UsageError(message))
})

test('a command without operand rejects an argument', () => {
  const { operand: _, ...rest } = command
  expect(() => parseArguments(rest, ['--oven', '1', 'loaf'])).toThrow('Unexpected argument: loaf')
})
