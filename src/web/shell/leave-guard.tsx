import { useEffect, useSyncExternalStore } from 'react'

import { observable } from '#web/external-store.ts'
import { shellText } from '#web/messages/en/shell.ts'
import { isRunning, getJobs } from '#web/session/jobs.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const text = shellText.leave

/** Asks before the session or the tab ends while jobs run or changes are unsaved: they end with it. */
export function LeaveGuard() {
  const proceed = useSyncExternalStore(pendingLeave.subscribe, pendingLeave.get)
  const session = useSession()
  const jobs = getJobs(session)
  const running = useSyncExternalStore(jobs.subscribe, jobs.list).filter(isRunning)
  const { mutate } = session
  const unsaved = useSyncExternalStore(mutate.subscribe, mutate.pendingCount)
  useUnloadWarning(running.length + unsaved > 0)
  useEffect(() => stay, [])
  if (!proceed) return null

  const stopJobsAndProceed = () => {
    for (const { id } of running) jobs.stop(id)
    stay()
    proceed()
  }
  return (
    <ConfirmDialog
      title={unsaved > 0 ? text.unsaved(unsaved) : text.title(running.length)}
      secondary={{ label: text.continue(running.length), run: stopJobsAndProceed }}
      primary={{ label: text.stay, run: stay }}
      onClose={stay}
    >
      {unsaved > 0 && <p className="text-ink-2">{text.unsavedText}</p>}
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

/** The browser asks before it closes or reloads the page. */
function useUnloadWarning(enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [enabled])
}

const stay = () => pendingLeave.set(null)

const pendingLeave = observable<(() => void) | null>(null)

/** Leaves this session at once, or opens the leave guard while a job runs or a change is unsaved. */
export function leave(session: KeySession, proceed: () => void) {
  const isBusy = getJobs(session).list().some(isRunning) || session.mutate.isMutating()
  if (isBusy) pendingLeave.set(proceed)
  else proceed()
}
