import type { Connection } from '#web/session/connections.ts'
import { type KeySession, openSession } from '#web/session/session.ts'

let open: { connection: Connection; session: KeySession } | undefined

/** The one open session. Another connection closes it first: nothing of one key is seen by the next. */
export function sessionOf(connection: Connection): KeySession {
  if (open && isSame(open.connection, connection)) return open.session
  closeSession()
  open = { connection, session: openSession(connection) }
  globalThis.__first = undefined // it holds a key, and is of use only to the session of that key
  return open.session
}

export function closeSession() {
  open?.session.close()
  open = undefined
}

// Being used again or renamed does not make it another session; the way it may write does.
const isSame = (one: Connection, other: Connection) =>
  one.fingerprint === other.fingerprint && one.read_only === other.read_only
