import { type Connection, listConnections } from '#web/session/connections.ts'
import { type KeySession, openSession } from '#web/session/session.ts'
import { setServerTimeOffset } from '#web/ui/server-time.ts'

let open: KeySession | undefined

/** The one open session. Another connection closes it first: nothing of one key is seen by the next. */
export function sessionOf(connection: Connection): KeySession {
  if (open && isSame(open.connection, connection)) return open
  closeSession()
  const session = openSession(connection)
  open = session
  session.clock.subscribe(() => setServerTimeOffset(session.clock.offset()))
  setServerTimeOffset(0)
  globalThis.__prefetched = undefined // it holds a key, and is of use only to the session of that key
  return session
}

/** Ends the session of a connection that is kept no more. */
export function closeForgotten() {
  const kept = listConnections().map(({ fingerprint }) => fingerprint)
  if (open && !kept.includes(open.connection.fingerprint)) closeSession()
}

export function closeSession() {
  open?.close()
  open = undefined
}

// Being used again or renamed does not make it another session; the way it may write does.
const isSame = (one: Connection, other: Connection) =>
  one.fingerprint === other.fingerprint && one.read_only === other.read_only
