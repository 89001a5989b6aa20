import { shell } from '#web/messages/en/shell.ts'
import { percentOf, quarterOf } from '#web/session/job-progress.rules.ts'
import { isRunning, type Job, type Jobs } from '#web/session/jobs.ts'
import { announce } from '#web/ui/live-region.tsx'

const said = shell.jobs

/** Says when a job starts, each quarter, and how it ended; nothing twice. */
export function announceJobs(jobs: Jobs): () => void {
  const told = new Map<number, string>()
  const tell = () => {
    for (const job of jobs.list()) {
      const stage = isRunning(job) ? `quarter ${quarterOf(job)}` : job.state
      const before = told.get(job.id)
      if (before === stage) continue
      told.set(job.id, stage)
      if (before === undefined) announce(said.started(job.name))
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
      return said.progress(job.name, percentOf(job) ?? 0)
    case 'done':
      return job.result?.words ?? said.finished(job.name)
    case 'stopped':
      return said.stopped(job.name)
    case 'broken':
      return said.broke(job.name, job.problem ?? '')
  }
}
