// What a test runner's report says, in the one shape that tools/test.mjs adds up.
import fs from 'node:fs'

const broken = (output) => ({ passed: 0, failed: 1, failures: [], skipped: [], output })
const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined)

/** A run that ends badly counts as a failure even when no single test says so. */
function counted(tests, { code, output }) {
  const named = (wanted) => tests.filter(({ state }) => state === wanted).map(({ name }) => name)
  const [ran, failures, skipped] = ['passed', 'failed', 'skipped'].map(named)
  const failed = failures.length === 0 && code !== 0 ? 1 : failures.length
  return { passed: ran.length, failed, skipped, ran, failures, output }
}

export function countVitest(file, run) {
  const report = read(file)
  if (!report) return run.code === 0 ? counted([], run) : broken(run.output)
  const tests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({
      name: fullName,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
    })),
  )
  return counted(tests, run)
}

const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]

export function countPlaywright(file, run) {
  const report = read(file)
  if (!report) return broken(run.output)
  const tests = report.suites.flatMap(specs).flatMap(({ title, tests: runs }) =>
    runs.map(({ status, annotations }) => ({
      name: [title, ...annotations.flatMap(({ description }) => description ?? [])].join(': '),
      // A test that needed a second try counts as failed: nothing here retries.
      state: { expected: 'passed', skipped: 'skipped' }[status] ?? 'failed',
    })),
  )
  const errors = (report.errors ?? []).map(({ message }) => message ?? '').join('\n')
  return counted(tests, { ...run, output: `${run.output}\n${errors}` })
}
