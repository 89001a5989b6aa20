import type { KeySession } from '#web/session/session.ts'

/** Sends what an editor has not sent yet; resolves once that has succeeded or failed. */
type Flush = () => Promise<unknown> | undefined

const bySession = new WeakMap<KeySession, Set<Flush>>()

/** Registers an editor that sends its text a while after the last key. Returns how to stop. */
export function registerFlush(session: KeySession, flush: Flush): () => void {
  const flushes = bySession.get(session) ?? new Set()
  bySession.set(session, flushes.add(flush))
  return () => void flushes.delete(flush)
}

/** Sends the texts of all open editors now, before the session ends. */
export const flushDrafts = (session: KeySession): Promise<unknown> =>
  Promise.all([...(bySession.get(session) ?? [])].map(async (flush) => flush()))
