import { useEffect } from 'react'

import { getJobs, isRunning } from './jobs.ts'
import { useSession } from './session.ts'

/** Takes a job out of the tray once it has ended: its result is on this page. */
export function useDismissedJob(id: number | undefined) {
  const jobs = getJobs(useSession())
  useEffect(() => {
    const dismiss = () => {
      if (id !== undefined && jobs.list().some((job) => job.id === id && !isRunning(job)))
        jobs.dismiss(id)
    }
    dismiss()
    return jobs.subscribe(dismiss)
  }, [jobs, id])
}
