import { useEffect, useSyncExternalStore } from 'react'

import { isRunning, jobsOf } from '#web/session/jobs.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { shell } from '#web/words/en-shell.ts'
import { leaving } from './leaving.ts'

const said = shell.jobs.leave

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
    <Dialog title={said.title(running.length)} onClose={stay}>
      <ul className="grid gap-1">
        {running.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <p className="text-ink-2">{said.meaning}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={stopAndGo}>{said.goOn}</Button>
        <Button look="primary" data-autofocus onClick={stay}>
          {said.stay}
        </Button>
      </div>
    </Dialog>
  )
}

const stay = () => leaving.set(null)
