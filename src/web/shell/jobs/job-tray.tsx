import { useEffect, useSyncExternalStore } from 'react'

import { shell } from '#web/messages/en/shell.ts'
import { isRunning, jobsOf } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { announceJobs } from './job-announcements.ts'
import { JobTile } from './job-tile.tsx'

/** Long work, over the page and whatever page comes next; closing the tab meanwhile is asked about by the browser. */
export function JobTray() {
  const jobs = jobsOf(useSession())
  const list = useSyncExternalStore(jobs.subscribe, jobs.list)
  const running = list.filter(isRunning).length
  useEffect(() => announceJobs(jobs), [jobs])
  useEffect(() => {
    if (running === 0) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [running])

  if (list.length === 0) return null
  return (
    <section
      aria-label={shell.jobs.label}
      data-no-print
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
