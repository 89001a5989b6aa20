import { useSyncExternalStore } from 'react'

import { type Observable, observable } from '#web/external-store.ts'
import { type KeySession, useSession } from '#web/session/session.ts'

/** A value for each session, which is dropped with it. */
export function createSessionObservable<Value>(initial: Value) {
  const bySession = new WeakMap<KeySession, Observable<Value>>()
  const of = (session: KeySession): Observable<Value> => {
    const value = bySession.get(session) ?? observable(initial)
    bySession.set(session, value)
    return value
  }
  return {
    of,
    useValue: (): Value => {
      const value = of(useSession())
      return useSyncExternalStore(value.subscribe, value.get)
    },
  }
}
