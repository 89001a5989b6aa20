import { shellText } from '#web/messages/en/shell.ts'
import { percentOf, quarterOf } from '#web/session/job-progress.rules.ts'
import { isRunning, type Job, type Jobs } from '#web/session/jobs.ts'
import { announce } from '#web/ui/live-region.tsx'

const text = shellText.jobs

/** Says when a job starts, each quarter, and how it ended; nothing twice. */
export function announceJobs(jobs: Jobs): () => void {
  const told = new Map<number, string>()
  const tell = () => {
    for (const job of jobs.list()) {
      const stage = isRunning(job) ? `quarter ${quarterOf(job)}` : job.state
      const before = told.get(job.id)
      if (before === stage) continue
      told.set(job.id, stage)
      if (before === undefined) announce(text.started(job.name))
      else announce(jobSentence(job), job.state === 'broken' ? 'assertive' : 'polite')
    }
  }
  tell()
  return jobs.subscribe(tell)
}

export function jobSentence(job: Job): string {
  switch (job.state) {
    case 'running':
    case 'stopping':
      return text.progress(job.name, percentOf(job) ?? 0)
    case 'done':
      return job.result?.label ?? text.finished(job.name)
    case 'stopped':
      return text.stopped(job.name)
    case 'broken':
      return text.broke(job.name, job.problem ?? '')
  }
}
