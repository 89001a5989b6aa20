import { observable } from '#web/external-store.ts'
import { isRunning, jobsOf } from '#web/session/jobs.ts'
import type { KeySession } from '#web/session/session.ts'

/** Where the person is about to go, which would stop what still runs; asked about by `leave-question.tsx`. */
export const leaving = observable<(() => void) | null>(null)

/** Leaves this session at once, or asks first while a job runs. */
export function leave(session: KeySession, go: () => void) {
  const isBusy = jobsOf(session).list().some(isRunning)
  if (isBusy) leaving.set(go)
  else go()
}
