import { useSyncExternalStore } from 'react'

import { trelloImportText as text } from '#web/messages/en/trello-import.ts'
import { getJobs, isRunning } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { useRemainingTime } from '#web/session/use-remaining-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Step } from '#web/ui/import/import-step.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import type { ImportState } from './board-import.data.ts'

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
  const remainingTime = useRemainingTime(job)

  const progress = job?.total !== undefined && text.progress(job.done, job.total)

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
          <span className="text-ink-2">{[progress, remainingTime].filter(Boolean).join(', ')}</span>
        </div>
      </Step>
    )
  }
  // The tray can dismiss a stopped job.
  const isBroken = job?.state === 'broken'
  return (
    <Step key="end" title={isBroken ? text.broken : text.stopped} urgent={isBroken}>
      {isBroken && <p className="text-bad-ink">{job.problem}</p>}
      {progress && <p className="text-ink-2">{progress}</p>}
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
