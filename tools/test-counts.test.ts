import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { countPlaywright, formatTimes } from './test-counts.mjs'

function countReport(statuses: Record<string, string>, code: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'counts-'))
  const file = path.join(folder, 'report.json')
  const specs = Object.entries(statuses).map(([title, status]) => ({
    title,
    tests: [{ status, annotations: [], projectName: 'full', results: [{ duration: 1500 }] }],
  }))
  fs.writeFileSync(file, JSON.stringify({ suites: [{ specs }] }))
  const counts = countPlaywright(file, { code, output: '' })
  fs.rmSync(folder, { recursive: true })
  return counts
}

test('a browser test that passed only when it was retried counts as passed and is named', () => {
  const statuses = { steady: 'expected', shaky: 'flaky', broken: 'unexpected', other: 'skipped' }
  expect(countReport(statuses, 1)).toMatchObject({
    passed: 2,
    failed: 1,
    flaky: ['shaky'],
    failures: ['broken'],
    skipped: ['other'],
  })
})

test('a browser run that ends with an error and no failed test counts as failed', () => {
  expect(countReport({ steady: 'expected' }, 1)).toMatchObject({ passed: 1, failed: 1 })
})

test('the table of times lists the parts and the thirty slowest tests', () => {
  const { tests } = countReport({ 'a | b': 'expected' }, 0)
  const quick = Array.from({ length: 40 }, (_, at) => ({ name: `quick ${at}`, seconds: at / 100 }))
  const text = formatTimes({
    parts: [{ name: 'browser', tests: 41, seconds: '2.0' }],
    tests: [...quick, ...tests].map((one) => ({ ...one, part: 'browser' })),
  })
  const lines = text.split('\n')
  expect(lines).toContain('| browser | 41 | 2.0 |')
  expect(lines).toContain(String.raw`| a \| b | browser, full | 1.5 |`)
  expect(lines).toContain('| quick 11 | browser | 0.1 |')
  expect(text).not.toContain('quick 10 ')
})
