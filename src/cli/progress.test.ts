import { expect, test } from 'vitest'

import { createProgressReporter } from './progress.ts'

function reports(isTTY: boolean, total: number): string[] {
  const texts: string[] = []
  const report = createProgressReporter({ isTTY, write: (text) => texts.push(text) }, 'records')
  for (let done = 1; done <= total; done += 1) report({ done, total })
  return texts
}

test('a terminal gets one progress bar that ends with a line break', () => {
  expect(reports(true, 2)).toEqual([
    `\r[${'#'.repeat(15)}${'-'.repeat(15)}] 1 of 2 records`,
    `\r[${'#'.repeat(30)}] 2 of 2 records\n`,
  ])
})

test('a pipe gets at most ten lines, the last at the end', () => {
  const lines = reports(false, 1000)
  expect(lines).toHaveLength(10)
  expect([lines[0], lines.at(-1)]).toEqual(['100 of 1000 records\n', '1000 of 1000 records\n'])
  expect(reports(false, 3)).toEqual(['1 of 3 records\n', '2 of 3 records\n', '3 of 3 records\n'])
})
