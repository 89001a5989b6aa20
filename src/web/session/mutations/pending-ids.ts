import { useSyncExternalStore } from 'react'

import { type Observable, observable } from '#web/external-store.ts'
import { type KeySession, useSession } from '#web/session/session.ts'

type Ids = ReadonlySet<string>

/** Items of one kind whose delayed mutation is pending, for each session. */
export function createPendingIds() {
  const bySession = new WeakMap<KeySession, Observable<Ids>>()

  function idsOf(session: KeySession): Observable<Ids> {
    const ids = bySession.get(session) ?? observable<Ids>(new Set())
    bySession.set(session, ids)
    return ids
  }

  return {
    has: (session: KeySession, id: string) => idsOf(session).get().has(id),
    add: (session: KeySession, id: string) =>
      idsOf(session).set(new Set([...idsOf(session).get(), id])),
    remove: (session: KeySession, id: string) =>
      idsOf(session).set(new Set([...idsOf(session).get()].filter((one) => one !== id))),
    useIds(): Ids {
      const ids = idsOf(useSession())
      return useSyncExternalStore(ids.subscribe, ids.get)
    },
  }
}
