import { hash as digest } from 'node:crypto'

import type { Caller } from '#service/context.ts'
import type { Database } from '#service/db/db.ts'
import { isWellFormed } from '#service/developers/key-format.rules.ts'
import { findKeyByHash, recordKeyUse } from '#service/developers/keys.store.ts'
import type { HttpRequest } from '#service/http/http-message.ts'
import { Refusal } from '#service/refusal.ts'
import { clientNetwork } from './client-network.rules.ts'
import type { TokenBuckets } from './rate-limit.ts'

interface Authenticator {
  /** The caller behind this header. Throws `unauthenticated`, or `rate_limited` for an address that guesses keys. */
  readonly authenticate: (
    authorization: string | undefined,
    address: string,
    now: Date,
  ) => Promise<Caller>
  /** Makes a revocation effective for the next request of this process. */
  readonly clearCache: () => void
}

interface CachedKey {
  readonly caller: Caller
  /** As `performance.now()`, as is the other: with the time of day a key would be valid again when that is set back. */
  readonly validUntil: number
  readonly cachedUntil: number
}

// Also the delay after which a revocation takes effect in other processes.
const cacheMs = 1000

/** `trusted` are keys of this process alone, by hash: the command line has the owner's permissions. */
export function createAuthenticator(
  database: Database,
  invalidKeyBuckets: TokenBuckets,
  trusted: ReadonlyMap<string, Caller> = new Map(),
): Authenticator {
  const cache = new Map<string, CachedKey>()
  const pending = new Map<string, Promise<CachedKey | undefined>>()
  const lastUseMinute = new Map<string, number>()

  /** Concurrent requests with one key share a look-up, unless the cache was cleared since it began. */
  async function findKey(key: string, hash: string): Promise<CachedKey | undefined> {
    const cached = cache.get(hash)
    if (cached && cached.cachedUntil > performance.now()) return cached
    // A wrong checksum was never one of our keys: most guesses do not reach the database.
    if (!isWellFormed(key)) return undefined
    const shared = pending.get(hash)
    if (shared) return shared
    const lookUp = fetchKey(hash)
    pending.set(hash, lookUp)
    try {
      const result = await lookUp
      if (pending.get(hash) === lookUp) updateCache(hash, result)
      return result
    } finally {
      if (pending.get(hash) === lookUp) pending.delete(hash)
    }
  }

  function updateCache(hash: string, result: CachedKey | undefined): void {
    if (cache.size > 10_000) cache.clear()
    if (result) cache.set(hash, result)
    else cache.delete(hash)
  }

  async function fetchKey(hash: string): Promise<CachedKey | undefined> {
    // By the hash of the whole key, so that timing reveals nothing about the key.
    const startedAt = performance.now()
    const row = await findKeyByHash(database.pool, hash)
    if (!row) return undefined
    const { id, workspace_id, scope, admin, member_id, expires_in } = row
    return {
      caller: { key_id: id, member_id, workspace_id, scope, admin },
      validUntil: expires_in === null ? Infinity : startedAt + expires_in,
      cachedUntil: startedAt + cacheMs,
    }
  }

  function recordUse({ workspace_id, key_id }: Caller, now: Date) {
    const minute = Math.floor(now.getTime() / 60_000)
    if (key_id === null || lastUseMinute.get(key_id) === minute) return
    lastUseMinute.set(key_id, minute)
    // Not awaited: the request must neither wait for this write nor fail with it.
    void recordKeyUse(database.pool, workspace_id, key_id, new Date(minute * 60_000)).catch(
      () => undefined,
    )
  }

  return {
    async authenticate(authorization, address, now) {
      const key = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
      if (authorization === undefined || authorization === '') throw missingKey()
      const hash = key === undefined ? undefined : digest('sha256', key)
      const trustedCaller = hash === undefined ? undefined : trusted.get(hash)
      if (trustedCaller) return trustedCaller
      const match = key === undefined || hash === undefined ? undefined : await findKey(key, hash)
      if (!match || match.validUntil <= performance.now()) {
        invalidKeyBuckets.take(clientNetwork(address))
        throw invalidKey()
      }
      recordUse(match.caller, now)
      return match.caller
    },
    clearCache() {
      cache.clear()
      pending.clear()
    },
  }
}

const unauthenticated = (message: string, challenge: string) =>
  new Refusal('unauthenticated', message, { headers: { 'WWW-Authenticate': challenge } })

const missingKey = () =>
  unauthenticated(
    'Missing API key. Send it as Authorization: Bearer <API_KEY>.',
    'Bearer realm="workspace"',
  )

const invalidKey = () =>
  unauthenticated('Invalid API key.', 'Bearer realm="workspace", error="invalid_token"')

/** The client's address. Reads only the hops that `TRUST_PROXY` vouches for; callers can forge the others. */
export function clientAddress({ headers, peer }: HttpRequest, trustProxy: number): string {
  if (trustProxy === 0) return peer
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim())
  return hops.filter(Boolean).at(-trustProxy) ?? peer
}
