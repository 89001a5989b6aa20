import X from 'lucide-react/icons/x'
import { useEffect, useSyncExternalStore, useReducer } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { shellText } from '#web/messages/en/shell.ts'
import { percentDone, secondsLeft } from '#web/session/job-progress.rules.ts'
import { isRunning, getJobs, type Job } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { Button, IconButton, Spinner } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { announceJobs, formatJob } from './job-announcements.ts'

/** Running and finished jobs, kept across pages; without those that the page itself shows. */
export function JobTray() {
  const jobs = getJobs(useSession())
  const { pathname } = useLocation()
  const list = useSyncExternalStore(jobs.subscribe, jobs.list).filter(
    ({ page }) => page !== pathname,
  )
  useEffect(() => announceJobs(jobs), [jobs])

  if (list.length === 0) return null
  return (
    <section
      aria-label={shellText.jobs.label}
      data-no-print
      data-job-tray
      className="pointer-events-none fixed end-0 bottom-[var(--bottom-bar,0px)] z-20 grid max-h-[50dvh] w-[min(24.5rem,100vw)] gap-2 overflow-y-auto p-3 md:p-5"
    >
      {list.map((job) => (
        <JobTile
          key={job.id}
          job={job}
          onStop={() => jobs.stop(job.id)}
          onDismiss={() => jobs.dismiss(job.id)}
        />
      ))}
    </section>
  )
}

const text = shellText.jobs

interface JobTileProps {
  job: Job
  onStop: () => void
  onDismiss: () => void
}

function JobTile({ job, onStop, onDismiss }: JobTileProps) {
  useRerenderEverySecond(isRunning(job))
  return (
    <div
      data-testid="job"
      data-progress={percentDone(job)}
      data-state={job.state}
      data-surface
      data-avoid-toasts
      className="pointer-events-auto grid gap-2 rounded-card border border-line bg-raised p-3 shadow-float"
    >
      <div className="flex items-center justify-between gap-2">
        <p className="flex min-w-0 flex-1 items-center gap-2 font-medium">
          {isRunning(job) && job.total === undefined && <Spinner />}
          <span className="truncate">{job.name}</span>
        </p>
        {isRunning(job) ? (
          <Button
            size="small"
            busy={job.state === 'stopping'}
            aria-label={text.stopOf(job.name)}
            onClick={onStop}
          >
            {job.state === 'stopping' ? text.stopping : text.stop}
          </Button>
        ) : (
          <IconButton icon={X} label={text.dismissOf(job.name)} onClick={onDismiss} />
        )}
      </div>
      {isRunning(job) && job.total !== undefined && (
        <ProgressBar
          label={job.name}
          done={job.done + job.failed}
          of={job.total}
          text={formatCounts(job)}
        />
      )}
      {!isRunning(job) && !(job.state === 'done' && job.result?.to) && (
        <p className="text-cell">{formatJob(job)}</p>
      )}
      <p className="text-meta text-ink-3">
        {[formatCounts(job), isRunning(job) && formatTimeLeft(job)].filter(Boolean).join(', ')}
      </p>
      {job.result?.to && (
        <Link to={job.result.to} className="rounded-chip text-accent-ink hover:underline">
          {job.result.label}
        </Link>
      )}
    </div>
  )
}

function formatCounts({ done, failed, total }: Job): string {
  const processed = formatNumber(done + failed)
  const progress =
    total === undefined ? text.doneOnly(processed) : text.counts(processed, formatNumber(total))
  return failed > 0 ? `${progress}, ${text.failed(failed)}` : progress
}

function formatTimeLeft(job: Job): string | undefined {
  const now = Date.now()
  const pause = ((job.paused_until ?? 0) - now) / 1000
  if (pause > 0) return text.paused(formatSeconds(pause))
  const seconds = secondsLeft(job, now)
  return seconds === undefined ? undefined : text.timeLeft(formatSeconds(seconds))
}

function formatSeconds(seconds: number): string {
  const rounded = Math.ceil(seconds)
  return rounded < 90 ? text.seconds(rounded) : text.minutes(Math.ceil(rounded / 60))
}

function useRerenderEverySecond(enabled: boolean) {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!enabled) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [enabled])
}
