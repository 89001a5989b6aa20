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

const missing = 'Missing option: --size small|large|huge, or --trello FILE and --cards N'
const invalidNow = '--now must be a date and time with an offset, such as 2026-06-01T09:00:00Z.'

test.each([
  [[], missing],
  [['--size', 'small', '--trello', 'x'], missing],
  [['--size', 'tiny'], '--size must be small, large or huge.'],
  [['--size', 'small', '--cards', '5'], '--cards cannot be used with --size.'],
  [['--size', 'small', '--seed', '0'], '--seed must be a whole number from 1 to 1,000,000,000.'],
  [['--size', 'small', '--now', 'yesterday'], invalidNow],
  [['--size', 'small', '--now', '2026-06-01T09:00:00'], invalidNow],
  [['--trello', 'x'], 'Missing option: --cards N'],
  [
    ['--trello', 'x', '--cards', '5', '--now', '2026-06-01T09:00:00Z'],
    '--now cannot be used with --trello.',
  ],
])('seed %j is rejected with one sentence and exit code 2', async (args, message) => {
  expect(await run(['seed', ...args], {})).toBe(2)
  expect([out, err]).toEqual(['', `seed: ${message}\n`])
})

test('seed --help lists the options of both forms', async () => {
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
