import type { EndpointName } from '#contract/endpoints.ts'
import type { WorkspaceDb } from '#service/db/db.ts'
import type { HttpRequest } from '#service/http/http-message.ts'
import { createVersionReader } from '#service/outbox/outbox.ts'
import { matchesAny } from './etag.ts'
import type { StoredResponse } from './idempotency.store.ts'

/** The ETag of a response, and the version of its workspace before it was read. */
interface CachedEtag {
  readonly version: string
  readonly etag: string
}

/** Calls `markNotCacheable` when the response depends on more than the database: the time, or the caller. */
type Read = (markNotCacheable: () => void) => Promise<StoredResponse>

/** Every change of these resources emits an event. Others change without one: names of voters, progress of imports, uses of keys, event numbers. */
export const emitsEvents = (name: EndpointName): boolean =>
  /^GET \/(boards|cards|lists)\b(?!.*\/(segments|imports|export)\b)/.test(name)

const maxCached = 10_000

/**
 * Responds 304 without reading a resource again. Safe because a change commits together with its event: while the
 * workspace has no new event since the response was read, no process has changed the data it was read from.
 */
export function createConditionalReads() {
  const readVersion = createVersionReader()
  const cache = new Map<string, CachedEtag>()

  function remember(key: string, entry: CachedEtag): void {
    cache.delete(key)
    cache.set(key, entry)
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
  }

  return (name: EndpointName) => {
    let isCacheable = emitsEvents(name)
    const markNotCacheable = () => void (isCacheable = false)

    return async (db: WorkspaceDb, { path, search, headers }: HttpRequest, read: Read) => {
      const ifNoneMatch = headers['if-none-match']
      if (ifNoneMatch === undefined || !isCacheable) return read(markNotCacheable)
      const version = await readVersion(db)
      const key = `${db.workspace_id} ${path}${search}`
      const cached = cache.get(key)
      // `respond` turns a matching ETag into a 304, so the body is not needed.
      if (cached?.version === version && matchesAny(ifNoneMatch, cached.etag))
        return { status: 200, body: '', headers: { ETag: cached.etag } }
      const response = await read(markNotCacheable)
      const etag = response.headers['ETag']
      if (etag !== undefined && isCacheable) remember(key, { version, etag })
      return response
    }
  }
}

export type ConditionalReads = ReturnType<typeof createConditionalReads>
