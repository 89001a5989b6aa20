// Converts the report of a test runner into the counts that tools/test.mjs sums up.
import fs from 'node:fs'

const failedRun = (output) => ({
  passed: 0,
  failed: 1,
  failures: [],
  skipped: [],
  flaky: [],
  tests: [],
  output,
})
const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined)

/** A non-zero exit code counts as a failure even when no test failed. */
function countTests(tests, { code, output }) {
  const namesOf = (result) => tests.filter(({ state }) => state === result).map(({ name }) => name)
  const [passed, failures, skipped, flaky] = ['passed', 'failed', 'skipped', 'flaky'].map(namesOf)
  const ran = [...passed, ...flaky]
  const failed = failures.length === 0 && code !== 0 ? 1 : failures.length
  return { passed: ran.length, failed, skipped, flaky, ran, failures, output, tests }
}

const states = { passed: 'passed', failed: 'failed' }

export function countVitest(file, run) {
  const report = read(file)
  if (!report) return run.code === 0 ? countTests([], run) : failedRun(run.output)
  const tests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status, fullName, duration = 0, failureMessages = [] }) => ({
      name: fullName,
      seconds: duration / 1000,
      // A test that passed when it was retried keeps the messages of its first run.
      state:
        status === 'passed' && failureMessages.length > 0 ? 'flaky' : (states[status] ?? 'skipped'),
    })),
  )
  return countTests(tests, run)
}

const specs = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specs)]

export function countPlaywright(file, run) {
  const report = read(file)
  if (!report) return failedRun(run.output)
  const tests = report.suites.flatMap(specs).flatMap(({ title, tests: runs }) =>
    runs.map(({ status, annotations, projectName, results }) => ({
      name: [title, ...annotations.flatMap(({ description }) => description ?? [])].join(': '),
      project: projectName,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      // Flaky: failed at first and passed when it was retried.
      state: { expected: 'passed', skipped: 'skipped', flaky: 'flaky' }[status] ?? 'failed',
    })),
  )
  const errors = (report.errors ?? []).map(({ message }) => message ?? '').join('\n')
  return countTests(tests, { ...run, output: `${run.output}\n${errors}` })
}

const SLOWEST = 30

const table = (head, rows) =>
  [head, head.map((_, at) => (at < head.length - 1 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

/** Two tables in Markdown: the parts, in the order in which they ended, and the slowest tests of all parts. */
export function formatTimes({ parts, tests }) {
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const nameOf = ({ part, project }) => (project ? `${part}, ${project}` : part)
  return [
    table(
      ['Part', 'Tests', 'Seconds'],
      parts.map((part) => [part.name, part.tests, part.seconds]),
    ),
    table(
      ['Test', 'Part', 'Seconds'],
      slowest.map((test) => [
        test.name.replaceAll('|', String.raw`\|`),
        nameOf(test),
        test.seconds.toFixed(1),
      ]),
    ),
  ].join('\n\n')
}
