import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

import { observable } from '#web/external-store.ts'
import { isRunning, getJobs } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'

/** The question before the session ends, from notices/leave-dialog.tsx, which is loaded with the menu that ends it. */
export const leaveQuestion = observable<ReactNode>(null)

/** Asks before the session or the tab ends while jobs run or changes are unsaved: they end with it. */
export function LeaveGuard() {
  const question = useSyncExternalStore(leaveQuestion.subscribe, leaveQuestion.get)
  const session = useSession()
  const { mutate } = session
  const jobs = getJobs(session)
  const running = useSyncExternalStore(jobs.subscribe, jobs.list).filter(isRunning)
  const unsaved = useSyncExternalStore(mutate.subscribe, mutate.pendingCount)
  useUnloadWarning(running.length + unsaved > 0)
  useEffect(() => () => leaveQuestion.set(null), [])
  return question
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
