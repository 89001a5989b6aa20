import { useState, useSyncExternalStore } from 'react'

import { trelloImportText as text } from '#web/messages/en/trello-import.ts'
import { useSession } from '#web/session/session.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { ChooseFile } from '#web/ui/import/choose-file.tsx'
import { ImportSteps, Step } from '#web/ui/import/import-step.tsx'
import { getBoardImport } from './board-import.data.ts'
import { ImportPreview } from './import-preview.tsx'
import { ImportReportView } from './import-report-view.tsx'
import { ImportRun } from './import-run.tsx'
import '#web/ui/import/import.css'

/** One import from the file to its report. Its state belongs to the session, so the page can be left. */
export function ImportAssistant() {
  const boardImport = getBoardImport(useSession())
  const state = useSyncExternalStore(boardImport.subscribe, boardImport.get)
  // The first step is opened by a route change, which puts the focus on the h1.
  const [first] = useState(state)
  const startsFocused = state !== first

  return (
    <ImportSteps step={state.step}>
      {state.step === 'choose' && (
        <>
          {state.problem && (
            <Step key={state.problem.message} title={text.rejected(state.problem.name)} urgent>
              <p className="text-bad-ink">{state.problem.message}</p>
              <p className="text-ink-2">{text.nothingChanged}</p>
            </Step>
          )}
          <ChooseFile
            accept=".json,application/json"
            hint={text.drop}
            onRead={(source) => void boardImport.read(source)}
          />
          <section className="grid gap-2">
            <h2 className="font-medium">{text.howTo}</h2>
            <ol className="list-decimal ps-5 text-ink-2">
              {text.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        </>
      )}
      {state.step === 'read' && (
        <Step title={text.reading(state.name)} icon={<Spinner />}>
          <div>
            <Button onClick={state.cancel}>{text.cancel}</Button>
          </div>
        </Step>
      )}
      {state.step === 'preview' && (
        <Step title={state.file.plan.board.name} startsFocused={startsFocused}>
          <ImportPreview
            file={state.file}
            onStart={(choices) => boardImport.start(state.file, choices)}
            onReset={boardImport.reset}
          />
        </Step>
      )}
      {state.step === 'run' && (
        <ImportRun
          key={state.job}
          {...state}
          startsFocused={startsFocused}
          onResume={boardImport.resume}
          onReset={boardImport.reset}
        />
      )}
      {state.step === 'done' && (
        <ImportReportView
          report={state.report}
          job={state.job}
          startsFocused={startsFocused}
          onReset={boardImport.reset}
        />
      )}
    </ImportSteps>
  )
}
