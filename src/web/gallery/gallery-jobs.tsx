import { useRef } from 'react'

import { paths } from '#web/paths.ts'
import { getJobs } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const TOTAL = 8

/** A job in the real shell, step by step. Development only; the texts are samples. */
export function Component() {
  const jobs = getJobs(useSession())
  const step = useRef((_went: boolean) => {})
  const start = () =>
    jobs.start('Import of people.csv', async ({ signal, report }) => {
      const progress = { done: 0, failed: 0 }
      report({ total: TOTAL })
      while (progress.done + progress.failed < TOTAL) {
        const succeeded = await new Promise<boolean>((resolve, reject) => {
          step.current = resolve
          signal.addEventListener('abort', () => reject(new Error('Stopped')), { once: true })
        })
        progress[succeeded ? 'done' : 'failed'] += 1
        report(progress)
      }
      return { label: `${progress.done} people added`, to: paths.boards() }
    })

  return (
    <>
      <PageHeader title="Long work" />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" onClick={start}>
          Start
        </Button>
        <Button onClick={() => step.current(true)}>One step</Button>
        <Button onClick={() => step.current(false)}>One failure</Button>
      </div>
    </>
  )
}
