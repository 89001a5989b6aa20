import { useEffect, useState, useSyncExternalStore } from 'react'

import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { getJobs } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { useRemainingTime } from '#web/session/use-remaining-time.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/import/choose-file.tsx'
import { ImportSteps, Step } from '#web/ui/import/import-step.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Stepper } from '#web/ui/steps.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { CheckStep } from './check-step.tsx'
import { ChooseStep } from './choose-step.tsx'
import { findColumnProblem, isConsentAnswered, stepsOf } from './columns.rules.ts'
import { ConsentStep } from './consent-step.tsx'
import { getContactImport, type StepProps } from './contact-import.data.ts'
import { ImportResult } from './import-result.tsx'
import { type ImportState, type StepId, steps } from './import-state.ts'
import { MatchStep } from './match-step.tsx'
import '#web/ui/import/import.css'
import './contact-import.css'

/** Five steps from a file to its contacts. The state belongs to the session, so the page can be left. */
export function ImportAssistant({
  list_id,
  list_name,
  asksForConfirmation,
}: Pick<StepProps, 'list_id' | 'list_name' | 'asksForConfirmation'>) {
  const contactImport = getContactImport(useSession(), list_id)
  const state = useSyncExternalStore(contactImport.subscribe, contactImport.get)
  // The first step is opened by a route change, which puts the focus on the h1.
  const [first] = useState(state.step)
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && state.step !== first) setMoved(true)
  const { step, result, job, saved } = state
  const isWatchable = saved?.by_service === true
  useEffect(() => {
    // The service went on during the reload.
    if (isWatchable) void contactImport.restore()
  }, [isWatchable, contactImport])
  const props = {
    list_id,
    list_name,
    asksForConfirmation,
    state,
    contactImport,
    startsFocused: hasMoved,
  }

  return (
    <ImportSteps step={result ? 'done' : step}>
      <Stepper
        label={text.stepList}
        steps={stepsOf(state).map((id) => toStep(id, state))}
        current={step}
        onChoose={(id) => contactImport.open(toStepId(id))}
      />
      {step === 'file' && <FileStep {...props} />}
      {step === 'match' && <MatchStep {...props} />}
      {step === 'consent' && <ConsentStep {...props} />}
      {step === 'check' && <CheckStep {...props} />}
      {step === 'choose' && <ChooseStep {...props} />}
      {step === 'run' && !result && <RunStep key={job} {...props} />}
      {step === 'run' && result && <ImportResult key={job} {...props} result={result} />}
    </ImportSteps>
  )
}

const toStepId = (id: string): StepId => steps.find((one) => one === id) ?? 'file'

/** Every step can be opened again until the import starts. */
function toStep(id: StepId, state: ImportState) {
  const { step, file, job, result, reading } = state
  const isMatched =
    file !== undefined &&
    state.consent?.isCurrent === true &&
    findColumnProblem(state) === undefined
  const isReady = isMatched && isConsentAnswered(state)
  const canOpen =
    job === undefined &&
    reading === undefined &&
    (id === 'file' ||
      (id === 'match' && file !== undefined) ||
      (id === 'consent' && isMatched) ||
      (id !== 'run' && isReady))
  const isDone =
    steps.indexOf(id) < steps.indexOf(step) || (id === 'run' && result?.state === 'done')
  const hasFailed = id === 'run' && result?.state === 'failed'
  return {
    id,
    label: text.steps[id],
    state: hasFailed ? ('failed' as const) : isDone ? ('done' as const) : ('upcoming' as const),
    disabled: id !== step && !canOpen,
  }
}

function FileStep({ state, contactImport, startsFocused }: StepProps) {
  const { problem, reading, saved, file } = state
  const offlineProps = useOfflineProps()
  if (reading !== undefined)
    return (
      <Step title={text.reading(reading)} icon={<Spinner />}>
        <div>
          <Button onClick={contactImport.reset}>{text.cancel}</Button>
        </div>
      </Step>
    )
  return (
    <>
      {saved && (
        <Step title={text.savedTitle(saved.name)} startsFocused={false}>
          <p className="-mt-2 text-ink-2">{text.savedHint}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              {...offlineProps}
              variant="primary"
              onClick={() => void contactImport.restore()}
            >
              {text.continue}
            </Button>
            <Button onClick={contactImport.discard}>{text.discard}</Button>
          </div>
        </Step>
      )}
      {problem && (
        <Step key={problem.message} title={text.rejected(problem.name)} urgent>
          <p className="text-bad-ink">{problem.message}</p>
          <p className="text-ink-2">{text.nothingChanged}</p>
        </Step>
      )}
      <Step title={text.heading} startsFocused={startsFocused && !problem}>
        <ChooseFile
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          hint={text.drop}
          onRead={(source) => void contactImport.read(source)}
        />
        <p className="text-meta text-ink-3">{text.formats}</p>
      </Step>
      {file && (
        <div>
          <Button onClick={() => contactImport.open('match')}>{text.next}</Button>
        </div>
      )}
    </>
  )
}

/** The import while it runs. */
function RunStep({ state, contactImport, startsFocused }: StepProps) {
  const { file, job: id, isPaused, isByService, isSent } = state
  const jobs = getJobs(useSession())
  const job = useSyncExternalStore(jobs.subscribe, jobs.list).find((one) => one.id === id)
  const remainingTime = useRemainingTime(job)
  const title = text.running(file?.name ?? '')
  const progress = job?.total !== undefined && text.progress(job.done + job.failed, job.total)
  const details = [
    progress,
    job !== undefined && job.failed > 0 && text.failures(job.failed),
    isPaused ? text.paused : remainingTime,
  ]
  return (
    <Step title={title} startsFocused={startsFocused}>
      <p className="-mt-2 text-ink-2">{isSent ? text.runningOnServer : text.runningHint}</p>
      {job?.total !== undefined && (
        <ProgressBar
          label={title}
          done={job.done + job.failed}
          of={job.total}
          text={text.progress(job.done + job.failed, job.total)}
        />
      )}
      <p className="text-ink-2">{details.filter(Boolean).join(' · ')}</p>
      <div className="flex flex-wrap items-center gap-2">
        {!isByService && (
          <Button onClick={() => contactImport.pause(!isPaused)}>
            {isPaused ? text.resume : text.pause}
          </Button>
        )}
        <Button busy={job?.state === 'stopping'} onClick={() => id !== undefined && jobs.stop(id)}>
          {job?.state === 'stopping' ? text.stopping : text.stop}
        </Button>
      </div>
    </Step>
  )
}
