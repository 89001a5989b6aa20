import type { FirstAnswers } from '#client/first-answers.ts'
import type { Connection } from '#web/session/connections.ts'
import { type KeySession, openSession } from '#web/session/session.ts'

declare global {
  interface Window {
    /** Left by the inline script of index.html. */
    __first?: FirstAnswers
  }
}

let open: { connection: Connection; session: KeySession } | undefined

/** The one open session. Another connection closes it first: nothing of one key is seen by the next. */
export function sessionOf(connection: Connection): KeySession {
  if (open && isSame(open.connection, connection)) return open.session
  closeSession()
  open = { connection, session: openSession(connection, { first: window.__first }) }
  delete window.__first // to be taken once, by the key it was asked for with
  return open.session
}

export function closeSession() {
  open?.session.close()
  open = undefined
}

// Being used again or renamed does not make it another session; the way it may write does.
const isSame = (one: Connection, other: Connection) =>
  one.fingerprint === other.fingerprint && one.read_only === other.read_only
