import { expect, test } from 'vitest'

import { progressOn } from './progress.ts'

function shown(isTTY: boolean, total: number): string[] {
  const texts: string[] = []
  const tell = progressOn({ isTTY, write: (text) => texts.push(text) }, 'records')
  for (let done = 1; done <= total; done += 1) tell({ done, total })
  return texts
}

test('on a terminal one line fills up and ends with a line break', () => {
  expect(shown(true, 2)).toEqual([
    `\r[${'#'.repeat(15)}${'-'.repeat(15)}] 1 of 2 records`,
    `\r[${'#'.repeat(30)}] 2 of 2 records\n`,
  ])
})

test('in a pipe there are at most ten plain lines, the last one when all is done', () => {
  const lines = shown(false, 1000)
  expect(lines).toHaveLength(10)
  expect([lines[0], lines.at(-1)]).toEqual(['100 of 1000 records\n', '1000 of 1000 records\n'])
  expect(shown(false, 3)).toEqual(['1 of 3 records\n', '2 of 3 records\n', '3 of 3 records\n'])
})
