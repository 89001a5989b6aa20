import type { KeySession } from '#web/session/session.ts'
import { createSessionObservable } from './session-observable.ts'

/** Items of one kind whose delayed mutation is pending, for each session. */
export function createPendingIds() {
  const ids = createSessionObservable<ReadonlySet<string>>(new Set())
  return {
    has: (session: KeySession, id: string) => ids.of(session).get().has(id),
    add: (session: KeySession, id: string) =>
      ids.of(session).set(new Set([...ids.of(session).get(), id])),
    remove: (session: KeySession, id: string) =>
      ids.of(session).set(new Set([...ids.of(session).get()].filter((one) => one !== id))),
    useIds: ids.useValue,
  }
}
