import { beforeEach, expect, test, vi } from 'vitest'

import { run } from './run.ts'

let out: string
let err: string
beforeEach(() => {
  out = ''
  err = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
})

const form = 'seed needs --size small|large|huge, or --trello FILE and --cards N.'
const moment = '--now is a moment with its offset from UTC, such as 2026-06-01T09:00:00Z.'

test.each([
  [[], form],
  [['--size', 'small', '--trello', 'x'], form],
  [['--size', 'tiny'], '--size is small, large or huge.'],
  [['--size', 'small', '--cards', '5'], '--cards does not go with --size.'],
  [['--size', 'small', '--seed', '0'], '--seed is a whole number from 1 to 1,000,000,000.'],
  [['--size', 'small', '--now', 'yesterday'], moment],
  [['--size', 'small', '--now', '2026-06-01T09:00:00'], moment],
  [['--trello', 'x'], 'seed --trello needs --cards N.'],
  [
    ['--trello', 'x', '--cards', '5', '--now', '2026-06-01T09:00:00Z'],
    '--now does not go with --trello.',
  ],
])('seed %j is answered with one sentence and exit code 2', async (words, message) => {
  expect(await run(['seed', ...words], {})).toBe(2)
  expect([out, err]).toEqual(['', `${message}\n`])
})

test('seed --help tells of both forms', async () => {
  expect(await run(['seed', '--help'], {})).toBe(0)
  for (const option of [
    '--size small|large|huge',
    '--seed N',
    '--now T',
    '--trello FILE',
    '--cards N',
  ])
    expect(out).toContain(option)
})
