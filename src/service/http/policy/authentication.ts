import { hash as hashOf } from 'node:crypto'

import type { Caller } from '#service/context.ts'
import type { Database } from '#service/db/db.ts'
import { isWellFormed } from '#service/developers/key-format.rules.ts'
import { findKeyByHash, noteKeyUse } from '#service/developers/keys.store.ts'
import type { HttpRequest } from '#service/http/http-message.ts'
import { Refusal } from '#service/refusal.ts'
import type { TokenBuckets } from './rate-limit.ts'

interface Authenticator {
  /** Who sent this header. Throws `unauthenticated`, or `rate_limited` for an address that guesses. */
  authenticate(authorization: string | undefined, address: string, now: Date): Promise<Caller>
  /** Revocation acts on the next request of this process. */
  clearCache(): void
}

interface CachedKey {
  readonly caller: Caller
  readonly expires_at: Date | null
  readonly until: number
}

// Other processes hear of a revocation within this time, and not through a message.
const rememberedMs = 1000

const refused = (sent: boolean) =>
  new Refusal(
    'unauthenticated',
    sent ? 'This API key is not accepted.' : 'Send an API key: Authorization: Bearer <API_KEY>.',
    {
      headers: {
        'WWW-Authenticate': `Bearer realm="workspace"${sent ? ', error="invalid_token"' : ''}`,
      },
    },
  )

/** `trusted` are keys of this process alone, by hash: the command line acts with the owner's rights. */
export function createAuthenticator(
  database: Database,
  wrongKeys: TokenBuckets,
  trusted: ReadonlyMap<string, Caller> = new Map(),
): Authenticator {
  const known = new Map<string, CachedKey>()
  const looking = new Map<string, Promise<CachedKey | undefined>>()
  const usedIn = new Map<string, number>()

  /** Whoever comes while a key is looked up waits for that look, unless keys were forgotten since it began. */
  async function find(key: string, hash: string, now: Date): Promise<CachedKey | undefined> {
    const remembered = known.get(hash)
    if (remembered && remembered.until > now.getTime()) return remembered
    // A wrong checksum was never a key of ours: whoever guesses does not reach the database.
    if (!isWellFormed(key)) return undefined
    const begun = looking.get(hash)
    if (begun) return begun
    const own = look(hash, now)
    looking.set(hash, own)
    try {
      const found = await own
      if (looking.get(hash) === own) remember(hash, found)
      return found
    } finally {
      if (looking.get(hash) === own) looking.delete(hash)
    }
  }

  function remember(hash: string, found: CachedKey | undefined): void {
    if (known.size > 10_000) known.clear()
    if (found) known.set(hash, found)
    else known.delete(hash)
  }

  async function look(hash: string, now: Date): Promise<CachedKey | undefined> {
    // Looked up by the hash of the whole key: how long this takes tells nothing about the key itself.
    const row = await findKeyByHash(database.pool, hash)
    if (!row) return undefined
    const { id, workspace_id, scope, admin, expires_at } = row
    return {
      caller: { key_id: id, workspace_id, scope, admin },
      expires_at,
      until: now.getTime() + rememberedMs,
    }
  }

  function noteUse({ workspace_id, key_id }: Caller, now: Date) {
    const minute = Math.floor(now.getTime() / 60_000)
    if (key_id === null || usedIn.get(key_id) === minute) return
    usedIn.set(key_id, minute)
    // Beside the request, which must neither wait for it nor fail with it.
    void noteKeyUse(database.pool, workspace_id, key_id, new Date(minute * 60_000)).catch(
      () => undefined,
    )
  }

  return {
    async authenticate(authorization, address, now) {
      const key = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
      if (authorization === undefined || authorization === '') throw refused(false)
      const hash = key === undefined ? undefined : hashOf('sha256', key)
      const own = hash === undefined ? undefined : trusted.get(hash)
      if (own) return own
      const found = key === undefined || hash === undefined ? undefined : await find(key, hash, now)
      if (!found || (found.expires_at !== null && found.expires_at <= now)) {
        wrongKeys.take(address, now)
        throw refused(true)
      }
      noteUse(found.caller, now)
      return found.caller
    },
    clearCache() {
      known.clear()
      looking.clear()
    },
  }
}

/** Where a request came from. Only the hops that `TRUST_PROXY` vouches for are read; the rest anyone could write. */
export function clientAddress({ headers, peer }: HttpRequest, trustProxy: number): string {
  if (trustProxy === 0) return peer
  const hops = (headers['x-forwarded-for'] ?? '').split(',').map((hop) => hop.trim())
  return hops.filter(Boolean).at(-trustProxy) ?? peer
}
