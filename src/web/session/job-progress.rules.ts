import type { Job } from './jobs.ts'

const TOO_EARLY = 5000

type Counted = Pick<Job, 'done' | 'failed' | 'total' | 'started_at'>

/** From 0 to 100; undefined until the total is known. */
export function percentDone({ done, failed, total }: Counted): number | undefined {
  if (total === undefined) return undefined
  return total === 0 ? 100 : Math.min(100, Math.floor(((done + failed) / total) * 100))
}

/** Seconds that are left at the pace so far; nothing is said in the first five. */
export function secondsLeft(job: Counted, now: number): number | undefined {
  const passed = now - job.started_at
  const through = job.done + job.failed
  if (passed < TOO_EARLY || through === 0 || job.total === undefined) return undefined
  return Math.ceil((passed / through) * Math.max(0, job.total - through)) / 1000
}

/** The quarter a job has reached: each is announced once. */
export const quartersDone = (job: Counted): number => Math.floor((percentDone(job) ?? 0) / 25)
