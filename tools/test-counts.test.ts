import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { countPlaywright } from './test-counts.mjs'

function countReport(statuses: Record<string, string>, code: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'counts-'))
  const file = path.join(folder, 'report.json')
  const specs = Object.entries(statuses).map(([title, status]) => ({
    title,
    tests: [{ status, annotations: [] }],
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
