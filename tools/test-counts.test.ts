import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

import { countPlaywright, countVitest, formatTimes } from './test-counts.mjs'

type Count = typeof countVitest

function countFile(count: Count, report: object, code: number) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'counts-'))
  const file = path.join(folder, 'report.json')
  fs.writeFileSync(file, JSON.stringify(report))
  const counts = count(file, { code, output: '' })
  fs.rmSync(folder, { recursive: true })
  return counts
}

function countReport(statuses: Record<string, string>, code: number) {
  const specs = Object.entries(statuses).map(([title, status]) => ({
    title,
    tests: [{ status, annotations: [], projectName: 'full', results: [{ duration: 1500 }] }],
  }))
  return countFile(countPlaywright, { suites: [{ specs }] }, code)
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

test('a component test that passed only when it was retried counts as passed and is named', () => {
  const resultOf = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  })
  const assertionResults = [
    resultOf('steady', 'passed'),
    resultOf('shaky', 'passed', ['expected 1 to be 2']),
    resultOf('broken', 'failed', ['expected 1 to be 2']),
    resultOf('other', 'skipped'),
  ]
  expect(countFile(countVitest, { testResults: [{ assertionResults }] }, 1)).toMatchObject({
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
