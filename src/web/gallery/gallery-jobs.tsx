import { useRef } from 'react'

import { paths } from '#web/paths.ts'
import { getJobs } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const TOTAL = 8

/** Long work in the real shell, step by step; in development only. Its texts are samples, not words of the product. */
export function Component() {
  const jobs = getJobs(useSession())
  const step = useRef((_went: boolean) => {})
  const start = () =>
    jobs.start('Import of people.csv', async ({ signal, report: tell }) => {
      const through = { done: 0, failed: 0 }
      tell({ total: TOTAL })
      while (through.done + through.failed < TOTAL) {
        const went = await new Promise<boolean>((resolve, reject) => {
          step.current = resolve
          signal.addEventListener('abort', () => reject(new Error('Stopped')), { once: true })
        })
        through[went ? 'done' : 'failed'] += 1
        tell(through)
      }
      return { label: `${through.done} people added`, to: paths.boards() }
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
