import { createSessionObservable } from '#web/session/mutations/session-observable.ts'
import type { KeySession } from '#web/session/session.ts'

/** A resource that someone else has changed, before a change of the person was sent. */
interface Conflict {
  /** The name of the resource. */
  readonly title: string
  /** Fields that both have changed, to different values; none where the person deletes the resource. */
  readonly fields: readonly {
    readonly label: string
    readonly mine: string
    readonly theirs: string
  }[]
}

interface OpenConflict extends Conflict {
  readonly choose: (choice: 'mine' | 'theirs') => void
}

/** The conflicts of a session that wait for a decision, oldest first. */
export const { of: getConflicts } = createSessionObservable<readonly OpenConflict[]>([])

/** Asks whether the change of the person or that of someone else is kept. Never resolves once the session has ended. */
export const askForVersion = (session: KeySession, conflict: Conflict) =>
  new Promise<'mine' | 'theirs'>((resolve) => {
    const conflicts = getConflicts(session)
    const open: OpenConflict = {
      ...conflict,
      choose: (choice) => {
        conflicts.set(conflicts.get().filter((one) => one !== open))
        resolve(choice)
      },
    }
    conflicts.set([...conflicts.get(), open])
  })
