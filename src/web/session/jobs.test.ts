import { expect, test, vi } from 'vitest'

import {
  isSilent,
  percentDone,
  quartersDone,
  secondsLeft,
} from '#web/session/jobs/job-progress.rules.ts'
import { waitFor } from '#web/test-time.ts'
import { createJobs } from './jobs.ts'

const open = () => createJobs(new AbortController().signal)

/** Work that goes on until the test lets it end. */
function endless() {
  let finish = () => {}
  const ended = new Promise<void>((resolve) => (finish = resolve))
  return { ended, finish: () => finish() }
}

test('a job reports progress and keeps its result until dismissed', async () => {
  const jobs = open()
  const { ended, finish } = endless()
  const id = jobs.start('Import of people.csv', async ({ report: tell }) => {
    tell({ total: 4, done: 1 })
    await ended
    tell({ done: 3, failed: 1 })
    return { label: '3 contacts added', to: '/email/lists' }
  })
  expect(jobs.list()).toMatchObject([{ id, state: 'running', done: 1, total: 4 }])
  jobs.dismiss(id)
  expect(jobs.list()).toHaveLength(1)
  finish()
  await waitFor(() =>
    expect(jobs.list()).toMatchObject([
      { state: 'done', failed: 1, result: { label: '3 contacts added' } },
    ]),
  )
  jobs.dismiss(id)
  expect(jobs.list()).toEqual([])
})

test('a stopped job keeps its completed count', async () => {
  const jobs = open()
  const id = jobs.start('Export', async ({ signal, report: tell }) => {
    tell({ done: 2, total: 10 })
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    return undefined
  })
  jobs.stop(id)
  await waitFor(() => expect(jobs.list()).toMatchObject([{ state: 'stopped', done: 2 }]))
})

test('a brief job leaves the list unless its result is kept', async () => {
  const jobs = open()
  const end = async (isKept: boolean) => ({ label: '3 contacts changed back', isKept })
  jobs.start('Undo', () => end(false), { isBrief: true })
  const kept = jobs.start('Undo', () => end(true), { isBrief: true })
  await waitFor(() => expect(jobs.list().map(({ id }) => id)).toEqual([kept]))
})

test('a failed job has its error', async () => {
  const jobs = open()
  jobs.start('Export', async () => {
    throw new Error('The disk is full.')
  })
  await waitFor(() => expect(jobs.list()).toMatchObject([{ state: 'broken' }]))
})

test('closing the session ends its jobs', async () => {
  const session = new AbortController()
  const jobs = createJobs(session.signal)
  let reason: unknown
  jobs.start('Export', async ({ signal }) => {
    signal.addEventListener('abort', () => (reason = signal.reason))
    return undefined
  })
  session.abort('closed')
  expect(reason).toBe('closed')
})

test('the remaining time is estimated after five seconds', () => {
  const job = { done: 20, failed: 5, total: 100, started_at: 0 }
  expect(secondsLeft(job, 4999)).toBeUndefined()
  expect(secondsLeft(job, 10_000)).toBe(30)
  expect(secondsLeft({ ...job, total: undefined }, 10_000)).toBeUndefined()
})

test.each([
  [0, 0],
  [24, 0],
  [25, 1],
  [99, 3],
  [100, 4],
])('%i of 100 is in quarter %i', (done, quarter) => {
  expect(quartersDone({ done, failed: 0, total: 100, started_at: 0 })).toBe(quarter)
})

test('a job with a total of 0 is at 100 percent', () => {
  expect(percentDone({ done: 0, failed: 0, total: 0, started_at: 0 })).toBe(100)
})

test.each([
  [100, true],
  [5000, false],
])('a quiet job of %i ms is silent: %s', async (duration, expected) => {
  vi.useFakeTimers({ now: 0 })
  try {
    const jobs = open()
    const { ended, finish } = endless()
    jobs.start('Move of 200 cards', () => ended.then(() => undefined), { isQuiet: true })
    await vi.advanceTimersByTimeAsync(duration)
    finish()
    // The tray may load long after.
    await vi.advanceTimersByTimeAsync(10_000)
    expect(jobs.list().map((job) => isSilent(job, Date.now()))).toEqual([expected])
  } finally {
    vi.useRealTimers()
  }
})
