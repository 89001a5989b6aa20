import type { EndpointName } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { HttpRequest } from '#service/http/http-message.ts'
import { createVersionReader } from '#service/outbox/workspace-version.ts'
import { matchesAny } from './etag.ts'
import type { StoredResponse } from './idempotency.store.ts'

/** What was answered, and the version of its workspace before it was read. */
interface Known {
  readonly version: string
  readonly etag: string
}

/** Reads, and tells `beside` when the answer hangs on more than the database: on the moment, or on who asks. */
type Read = (markNotCacheable: () => void) => Promise<StoredResponse>

/** Every change of these writes an event. Elsewhere some do not: a voter's new name, a use of a key, an event's number. */
export const emitsEvents = (name: EndpointName): boolean =>
  /^GET \/(boards|cards|lists)\b(?!.*\/segments)/.test(name)

const mostKnown = 10_000

/**
 * Says that an answer is unchanged without reading it again. Sound because a change and its event are one commit: while
 * no event came since before the answer was read, nothing it was read from has changed, in whichever process.
 */
export function createConditionalReads() {
  const versionOf = createVersionReader()
  const known = new Map<string, Known>()

  function remember(place: string, answered: Known): void {
    known.delete(place)
    known.set(place, answered)
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  }

  /** Of one row of the table. */
  return (name: EndpointName) => {
    let isTold = emitsEvents(name)
    const markNotCacheable = () => void (isTold = false)

    return async (db: WorkspaceDb, { path, search, headers }: HttpRequest, read: Read) => {
      const seen = headers['if-none-match']
      if (seen === undefined || !isTold) return read(markNotCacheable)
      const version = await versionOf(db)
      const place = `${db.workspace_id} ${path}${search}`
      const before = known.get(place)
      // Whoever has seen the body is not sent it again, so it is left out.
      if (before?.version === version && matchesAny(seen, before.etag))
        return { status: 200, body: '', headers: { ETag: before.etag } }
      const answered = await read(markNotCacheable)
      const etag = answered.headers['ETag']
      if (etag !== undefined && isTold) remember(place, { version, etag })
      return answered
    }
  }
}

export type ConditionalReads = ReturnType<typeof createConditionalReads>
