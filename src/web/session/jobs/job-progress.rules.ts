import type { Job } from '#web/session/jobs.ts'

/** What takes less time is over before its progress could be read. */
const MIN_ELAPSED_MS = 5000

type Progress = Pick<Job, 'done' | 'failed' | 'total' | 'started_at'>

/** From 0 to 100; undefined until the total is known. */
export function percentDone({ done, failed, total }: Progress): number | undefined {
  if (total === undefined) return undefined
  return total === 0 ? 100 : Math.min(100, Math.floor(((done + failed) / total) * 100))
}

/** Seconds that are left at the pace so far; nothing is said in the first five. */
export function secondsLeft(job: Progress, now: number): number | undefined {
  const elapsed = now - job.started_at
  const processed = job.done + job.failed
  if (elapsed < MIN_ELAPSED_MS || processed === 0 || job.total === undefined) return undefined
  return Math.ceil((elapsed / processed) * Math.max(0, job.total - processed)) / 1000
}

/** The quarter a job has reached: each is announced once. */
export const quartersDone = (job: Progress): number => Math.floor((percentDone(job) ?? 0) / 25)

/** The page announces this change itself, and it ends well before its progress could be read. */
export const isSilent = (job: Job, now: number): boolean =>
  job.isQuiet !== false &&
  (job.state === 'running' ||
    (job.state === 'done' && job.failed === 0 && job.isQuiet !== 'start')) &&
  (job.ended_at ?? now) - job.started_at < MIN_ELAPSED_MS
