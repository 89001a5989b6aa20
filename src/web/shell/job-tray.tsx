import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { createCsv } from '#client/csv-text.ts'
import { messages } from '#web/messages/en/app.ts'
import { jobsText as text } from '#web/messages/en/jobs.ts'
import { downloadFile } from '#web/session/download-file.ts'
import { isRunning, getJobs, type Job, type JobFailures, type Jobs } from '#web/session/jobs.ts'
import { isSilent, percentDone, quartersDone } from '#web/session/jobs/job-progress.rules.ts'
import { useSession } from '#web/session/session.ts'
import { useRemainingTime } from '#web/session/use-remaining-time.ts'
import { Button, IconButton, Spinner } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import { announce } from '#web/ui/live-region.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useLift } from '#web/ui/toast-list.tsx'

/** Running and finished jobs, kept across pages; without those that the page itself shows. */
export function JobTray() {
  const jobs = getJobs(useSession())
  const { pathname } = useLocation()
  const list = useSyncExternalStore(jobs.subscribe, jobs.list).filter(
    ({ page }) => page !== pathname,
  )
  useEffect(() => announceJobs(jobs), [jobs])

  return list.length > 0 && <Tray jobs={jobs} list={list} />
}

function Tray({ jobs, list }: { jobs: Jobs; list: readonly Job[] }) {
  const tray = useRef<HTMLElement>(null)
  useLift(tray, makeRoom)
  useEffect(() => () => void document.documentElement.style.removeProperty(ROOM), [])
  return (
    <section
      ref={tray}
      aria-label={text.label}
      data-no-print
      data-job-tray
      className="pointer-events-none fixed end-0 bottom-[calc(var(--bottom-bar,0px)+var(--lift,0px))] z-20 grid max-h-[50dvh] w-[min(24.5rem,100vw)] gap-2 overflow-y-auto p-3 md:p-5"
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

const ROOM = '--tray-room'

/** A table that the tray covers can be scrolled further, so that the controls of its last rows are reachable. */
function makeRoom(tray: HTMLElement) {
  const { top, left, height } = tray.getBoundingClientRect()
  const isCovered = [...document.querySelectorAll('.data-table')].some((table) => {
    const frame = table.parentElement?.getBoundingClientRect()
    return frame && frame.bottom > top && frame.right > left
  })
  if (isCovered) document.documentElement.style.setProperty(ROOM, `${height}px`)
}

interface JobTileProps {
  job: Job
  onStop: () => void
  onDismiss: () => void
}

/** As long as a toast with an action. */
const RESULT_MS = 10_000

function JobTile({ job, onStop, onDismiss }: JobTileProps) {
  const remainingTime = useRemainingTime(job)
  const [isRead, setRead] = useState(false)
  const dismiss = useEffectEvent(onDismiss)
  const isTitled = job.state === 'done' && !job.result?.to
  // What has nothing to press may not cover the page for good.
  const isOver = isTitled && !job.failures
  useEffect(() => {
    if (!isOver || isRead) return undefined
    const timer = setTimeout(() => dismiss(), RESULT_MS)
    return () => clearTimeout(timer)
  }, [isOver, isRead])
  return (
    <div
      data-testid="job"
      data-progress={percentDone(job)}
      data-state={job.state}
      data-surface
      data-avoid-toasts
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
      className="pointer-events-auto grid gap-2 rounded-card border border-line bg-raised p-3 shadow-float"
    >
      <div className="flex items-center justify-between gap-2">
        <p className="flex min-w-0 flex-1 items-center gap-2 font-medium">
          {isRunning(job) && job.total === undefined && <Spinner />}
          <span className="min-w-0 break-words">{isTitled ? formatJob(job) : job.name}</span>
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
      {(job.state === 'stopped' || job.state === 'broken') && (
        <p className="text-cell">{formatJob(job)}</p>
      )}
      <p className="text-meta text-ink-3">
        {[formatCounts(job), remainingTime].filter(Boolean).join(', ')}
      </p>
      {!isRunning(job) && job.failures && (
        <Failures job={job.name} failures={job.failures} onDismiss={onDismiss} />
      )}
      {job.result?.to && (
        <Link to={job.result.to} className="rounded-chip text-accent-ink hover:underline">
          {job.result.label}
        </Link>
      )}
    </div>
  )
}

const MAX_FAILURES = 3

interface FailuresProps {
  job: string
  failures: JobFailures
  onDismiss: () => void
}

/** The first failures with their reasons; the whole list is a file. */
function Failures({ job, failures, onDismiss }: FailuresProps) {
  const { items, retry } = failures
  if (items.length === 0)
    return (
      <div>
        <Button
          size="small"
          onClick={() => {
            onDismiss()
            retry()
          }}
        >
          {messages.app.tryAgain}
        </Button>
      </div>
    )
  const save = () =>
    downloadFile({
      name: `${text.failuresFile(job)}.csv`,
      type: 'text/csv;charset=utf-8',
      text: createCsv(
        [text.failedItem, text.reason],
        items.map(({ name, error }) => [name, error]),
      ),
    })
  return (
    <>
      <ul aria-label={text.failuresOf(job)} className="grid gap-1 text-meta">
        {items.slice(0, MAX_FAILURES).map(({ name, error }) => (
          <li key={name} className="min-w-0 break-words">
            <bdi className="font-medium">{name}</bdi> <span className="text-bad-ink">{error}</span>
          </li>
        ))}
        {items.length > MAX_FAILURES && <li>{text.moreFailures(items.length - MAX_FAILURES)}</li>}
      </ul>
      <div className="flex gap-2">
        <Button size="small" onClick={retry}>
          {text.retryFailed(items.length)}
        </Button>
        <Button size="small" onClick={save}>
          {text.saveFailures}
        </Button>
      </div>
    </>
  )
}

function formatCounts({ done, failed, total, isEstimate, activity }: Job): string {
  if (total === undefined && activity !== undefined) return activity
  const processed = formatNumber(done + failed)
  const progress =
    total === undefined
      ? text.doneOnly(processed)
      : text.counts(processed, formatNumber(total), isEstimate)
  return failed > 0 ? `${progress}, ${text.failed(failed)}` : progress
}

/** Announces the start, each quarter and the end of a job, each once; of a quiet one only what lasts or fails. */
function announceJobs(jobs: Jobs): () => void {
  const announcedStages = new Map<number, string>()
  const update = () => {
    for (const job of jobs.list()) {
      const stage = isRunning(job) ? `quarter ${quartersDone(job)}` : job.state
      const previous = announcedStages.get(job.id)
      if (previous === stage) continue
      announcedStages.set(job.id, stage)
      if (isSilent(job, Date.now())) continue
      if (previous === undefined && isRunning(job)) announce(text.started(job.name))
      else announce(formatJob(job), job.state === 'broken' ? 'assertive' : 'polite')
    }
  }
  update()
  return jobs.subscribe(update)
}

function formatJob(job: Job): string {
  switch (job.state) {
    case 'running':
    case 'stopping':
      return text.progress(job.name, percentDone(job) ?? 0)
    case 'done':
      return job.result?.label ?? text.finished(job.name)
    case 'stopped':
      return job.result?.remainder ?? text.stopped(job.name)
    case 'broken':
      return text.broke(job.name, job.problem ?? '')
  }
}
