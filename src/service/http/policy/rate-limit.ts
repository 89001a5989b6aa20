import type { Rate } from '#service/config.ts'
import { type AuthenticatedContext, setHeader } from '#service/http/http-message.ts'
import { Refusal } from '#service/refusal.ts'

export interface TokenBuckets {
  /** Takes one token from the bucket of `name`. Throws `rate_limited` when it is empty. */
  take(name: string): { readonly remaining: number; readonly refillSeconds: number }
}

interface Bucket {
  tokens: number
  /** As `performance.now()`: the time of day may be set back, and then nothing would refill. */
  updatedAt: number
}

const unlimited: TokenBuckets = { take: () => ({ remaining: Infinity, refillSeconds: 0 }) }

/** One token bucket per name: an API key, or an address that sends invalid keys. */
export function createTokenBuckets(rate: Rate | null): TokenBuckets {
  if (rate === null) return unlimited
  const { refill, burst } = rate
  const buckets = new Map<string, Bucket>()

  /** Deletes full buckets, which are the same as new ones. */
  function sweep(now: number) {
    for (const [name, { tokens, updatedAt }] of buckets)
      if (tokens + ((now - updatedAt) / 1000) * refill >= burst) buckets.delete(name)
  }

  return {
    take(name) {
      const now = performance.now()
      if (buckets.size > 10_000) sweep(now)
      const { tokens, updatedAt } = buckets.get(name) ?? { tokens: burst, updatedAt: now }
      const available = Math.min(burst, tokens + ((now - updatedAt) / 1000) * refill)
      if (available < 1) {
        const wait = Math.max(1, Math.ceil((1 - available) / refill))
        throw new Refusal('rate_limited', `Too many requests. Try again in ${wait} s.`, {
          headers: { 'Retry-After': String(wait) },
        })
      }
      buckets.set(name, { tokens: available - 1, updatedAt: now })
      return {
        remaining: Math.floor(available - 1),
        refillSeconds: Math.ceil((burst - available + 1) / refill),
      }
    },
  }
}

/** Takes one token of the caller's key and reports the state of its bucket in headers. */
export function createRateLimiter(rate: Rate | null) {
  if (rate === null) return () => undefined
  const buckets = createTokenBuckets(rate)
  const policy = `"default";q=${rate.burst};w=${Math.ceil(rate.burst / rate.refill)}`
  return ({ caller, headers }: AuthenticatedContext): void => {
    if (caller.key_id === null) return
    setHeader(headers, 'RateLimit-Policy', policy)
    const { remaining, refillSeconds } = buckets.take(caller.key_id)
    setHeader(headers, 'RateLimit', `"default";r=${remaining};t=${refillSeconds}`)
  }
}
