import { observable } from '#web/external-store.ts'
import type { KeySession } from '#web/session/session.ts'

const bySession = new WeakMap<KeySession, ReturnType<typeof observable<ReadonlySet<string>>>>()

/** Entries that are about to be deleted: hidden until the delay is over or undone. */
export function getDeletedEntries(session: KeySession) {
  const ids = bySession.get(session) ?? observable<ReadonlySet<string>>(new Set())
  bySession.set(session, ids)
  return ids
}
