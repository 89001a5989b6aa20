import { useEffect, useSyncExternalStore } from 'react'

import { observable } from '#web/external-store.ts'
import { shellText } from '#web/messages/en/shell.ts'
import { isRunning, getJobs } from '#web/session/jobs.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const text = shellText.jobs.leave

/** Asks before the session ends while its jobs run: they end with it. */
export function LeaveGuard() {
  const proceed = useSyncExternalStore(pendingLeave.subscribe, pendingLeave.get)
  const jobs = getJobs(useSession())
  const running = useSyncExternalStore(jobs.subscribe, jobs.list).filter(isRunning)
  useEffect(() => stay, [])
  if (!proceed) return null

  const stopJobsAndProceed = () => {
    for (const { id } of running) jobs.stop(id)
    stay()
    proceed()
  }
  return (
    <ConfirmDialog
      title={text.title(running.length)}
      secondary={{ label: text.continue(running.length), run: stopJobsAndProceed }}
      primary={{ label: text.stay, run: stay }}
      onClose={stay}
    >
      {running.length > 0 && (
        <>
          <ul className="grid gap-1">
            {running.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
          <p className="text-ink-2">{text.text}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

const stay = () => pendingLeave.set(null)

const pendingLeave = observable<(() => void) | null>(null)

/** Leaves this session at once, or opens the leave guard while a job runs. */
export function leave(session: KeySession, proceed: () => void) {
  const isBusy = getJobs(session).list().some(isRunning)
  if (isBusy) pendingLeave.set(proceed)
  else proceed()
}
