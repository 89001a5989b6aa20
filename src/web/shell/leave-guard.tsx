import { useEffect, useSyncExternalStore } from 'react'

import { observable } from '#web/external-store.ts'
import { shellText } from '#web/messages/en/shell.ts'
import { isRunning, jobsOf } from '#web/session/jobs.ts'
import { useSession, type KeySession } from '#web/session/session.ts'
import { Question } from '#web/ui/confirm-dialog.tsx'

const text = shellText.jobs.leave

/** Another connection is another session, which the jobs of this one do not outlive. */
export function LeaveQuestion() {
  const go = useSyncExternalStore(leaving.subscribe, leaving.get)
  const jobs = jobsOf(useSession())
  const running = useSyncExternalStore(jobs.subscribe, jobs.list).filter(isRunning)
  useEffect(() => stay, [])
  if (!go) return null

  const stopAndGo = () => {
    for (const { id } of running) jobs.stop(id)
    stay()
    go()
  }
  return (
    <Question
      title={text.title(running.length)}
      other={{ label: text.goOn(running.length), run: stopAndGo }}
      usual={{ label: text.stay, run: stay }}
      onClose={stay}
    >
      {running.length > 0 && (
        <>
          <ul className="grid gap-1">
            {running.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
          <p className="text-ink-2">{text.meaning}</p>
        </>
      )}
    </Question>
  )
}

const stay = () => leaving.set(null)

/** Where the person is about to go, which would stop what still runs; asked about by `leave-question.tsx`. */
const leaving = observable<(() => void) | null>(null)

/** Leaves this session at once, or asks first while a job runs. */
export function leave(session: KeySession, go: () => void) {
  const isBusy = jobsOf(session).list().some(isRunning)
  if (isBusy) leaving.set(go)
  else go()
}
