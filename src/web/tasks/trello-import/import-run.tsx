import { useEffect, useReducer, useSyncExternalStore } from 'react'

import { trelloImportText as text } from '#web/messages/en/trello-import.ts'
import { secondsLeft } from '#web/session/job-progress.rules.ts'
import { getJobs, isRunning, type Job } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { ImportState } from './board-import.data.ts'
import { Step } from './import-step.tsx'

type ImportRunProps = Extract<ImportState, { step: 'run' }> & {
  startsFocused: boolean
  onResume: () => void
  onReset: () => void
}

/** The import while it runs, and after it was stopped or interrupted. */
export function ImportRun({ plan, job: id, startsFocused, onResume, onReset }: ImportRunProps) {
  const jobs = getJobs(useSession())
  const job = useSyncExternalStore(jobs.subscribe, jobs.list).find((one) => one.id === id)
  const offlineProps = useOfflineProps()
  const { name } = plan.board
  useRerenderEverySecond(job !== undefined && isRunning(job))

  if (job && (isRunning(job) || job.state === 'done')) {
    return (
      <Step title={text.running(name)} startsFocused={startsFocused}>
        <p className="-mt-2 text-ink-2">{text.runningHint}</p>
        {job.total !== undefined && (
          <ProgressBar
            label={text.running(name)}
            done={job.done}
            of={job.total}
            text={text.progress(job.done, job.total)}
          />
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Button busy={job.state === 'stopping'} onClick={() => jobs.stop(id)}>
            {job.state === 'stopping' ? text.stopping : text.stop}
          </Button>
          <span className="text-ink-2">{formatProgress(job)}</span>
        </div>
      </Step>
    )
  }
  // The tray can dismiss a stopped job.
  const isBroken = job?.state === 'broken'
  return (
    <Step key="end" title={isBroken ? text.broken : text.stopped} urgent={isBroken}>
      {isBroken && <p className="text-bad-ink">{job.problem}</p>}
      {job?.total !== undefined && (
        <p className="text-ink-2">{text.progress(job.done, job.total)}</p>
      )}
      <p className="text-ink-2">{isBroken ? text.brokenHint : text.stoppedHint}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button {...offlineProps} variant="primary" onClick={onResume}>
          {text.continue}
        </Button>
        <Button variant="quiet" onClick={onReset}>
          {text.another}
        </Button>
      </div>
    </Step>
  )
}

function formatProgress(job: Job): string {
  const now = Date.now()
  const pause = Math.ceil(((job.paused_until ?? 0) - now) / 1000)
  const seconds = secondsLeft(job, now)
  const rest = pause > 0 ? text.paused(pause) : seconds !== undefined && text.timeLeft(seconds)
  const progress = job.total !== undefined && text.progress(job.done, job.total)
  return [progress, rest].filter(Boolean).join(', ')
}

function useRerenderEverySecond(enabled: boolean) {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!enabled) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [enabled])
}
