import { type Connection, listConnections } from '#web/session/connections.ts'
import { type KeySession, openSession } from '#web/session/session.ts'
import { setServerTimeOffset } from '#web/ui/server-time.ts'

let open: KeySession | undefined

/** The one open session. Opening another connection closes it first: sessions share nothing. */
export function sessionOf(connection: Connection): KeySession {
  if (open && isSame(open.connection, connection)) return open
  closeSession()
  const session = openSession(connection)
  open = session
  session.clock.subscribe(() => setServerTimeOffset(session.clock.offset()))
  setServerTimeOffset(0)
  globalThis.__prefetched = undefined // holds a key, and is useful to its session only
  return session
}

/** Closes the session if its connection is no longer saved. */
export function closeForgottenSession() {
  const saved = listConnections().map(({ fingerprint }) => fingerprint)
  if (open && !saved.includes(open.connection.fingerprint)) closeSession()
}

export function closeSession() {
  open?.close()
  open = undefined
}

// Another read-only choice needs another session; a rename or a later use does not.
const isSame = (a: Connection, b: Connection) =>
  a.fingerprint === b.fingerprint && a.read_only === b.read_only
