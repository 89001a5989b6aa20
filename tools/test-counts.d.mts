export interface TestTime {
  name: string
  /** Of Playwright. */
  project?: string
  seconds: number
}

export interface Counts {
  passed: number
  failed: number
  /** Names, as are all lists here. */
  failures: string[]
  skipped: string[]
  /** Passed when they were retried; part of `passed`. */
  flaky: string[]
  ran: string[]
  output: string
  tests: TestTime[]
}

interface Run {
  code: number
  output: string
}

export function countVitest(file: string, run: Run): Counts
export function countPlaywright(file: string, run: Run): Counts

interface Times {
  parts: { name: string; tests: number; seconds: string }[]
  tests: (TestTime & { part: string })[]
}

export function formatTimes(times: Times): string
