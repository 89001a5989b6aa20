import { shellText } from '#web/messages/en/shell.ts'
import { MIN_ELAPSED_MS, percentDone, quartersDone } from '#web/session/job-progress.rules.ts'
import { isRunning, type Job, type Jobs } from '#web/session/jobs.ts'
import { announce } from '#web/ui/live-region.tsx'

const text = shellText.jobs

/** Announces the start, each quarter and the end of a job, each once; of a quiet one only what lasts or fails. */
export function announceJobs(jobs: Jobs): () => void {
  const announcedStages = new Map<number, string>()
  const update = () => {
    for (const job of jobs.list()) {
      const stage = isRunning(job) ? `quarter ${quartersDone(job)}` : job.state
      const previous = announcedStages.get(job.id)
      if (previous === stage) continue
      announcedStages.set(job.id, stage)
      if (isSilent(job)) continue
      if (previous === undefined) announce(text.started(job.name))
      else announce(formatJob(job), job.state === 'broken' ? 'assertive' : 'polite')
    }
  }
  update()
  return jobs.subscribe(update)
}

const isSilent = ({ isQuiet, state, failed, started_at }: Job): boolean =>
  isQuiet &&
  (state === 'running' || (state === 'done' && failed === 0)) &&
  Date.now() - started_at < MIN_ELAPSED_MS

export function formatJob(job: Job): string {
  switch (job.state) {
    case 'running':
    case 'stopping':
      return text.progress(job.name, percentDone(job) ?? 0)
    case 'done':
      return job.result?.label ?? text.finished(job.name)
    case 'stopped':
      return text.stopped(job.name)
    case 'broken':
      return text.broke(job.name, job.problem ?? '')
  }
}
