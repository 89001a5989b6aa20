import type { Rate } from '#service/config.ts'
import { type AuthenticatedContext, setHeader } from '#service/http/http-message.ts'
import { Refusal } from '#service/refusal.ts'

export interface TokenBuckets {
  /** Takes one from the bucket of `name`. Throws `rate_limited` when it is empty. */
  take(name: string, now: Date): { readonly remaining: number; readonly refillSeconds: number }
}

interface Bucket {
  remaining: number
  at: number
}

const unlimited: TokenBuckets = { take: () => ({ remaining: Infinity, refillSeconds: 0 }) }

/** A token bucket for each name: a key, or the address that sends wrong ones. */
export function createTokenBuckets(rate: Rate | null): TokenBuckets {
  if (rate === null) return unlimited
  const { refill, burst } = rate
  const buckets = new Map<string, Bucket>()

  function sweep(now: number) {
    // A bucket that is full again says nothing.
    for (const [name, { remaining, at }] of buckets)
      if (remaining + ((now - at) / 1000) * refill >= burst) buckets.delete(name)
  }

  return {
    take(name, now) {
      const moment = now.getTime()
      if (buckets.size > 10_000) sweep(moment)
      const { remaining, at } = buckets.get(name) ?? { remaining: burst, at: moment }
      const available = Math.min(burst, remaining + (Math.max(0, moment - at) / 1000) * refill)
      if (available < 1) {
        const wait = Math.max(1, Math.ceil((1 - available) / refill))
        throw new Refusal('rate_limited', `Too many requests. Try again in ${wait} s.`, {
          headers: { 'Retry-After': String(wait) },
        })
      }
      buckets.set(name, { remaining: available - 1, at: moment })
      return {
        remaining: Math.floor(available - 1),
        refillSeconds: Math.ceil((burst - available + 1) / refill),
      }
    },
  }
}

/** Takes one request from the bucket of its key, and tells how it stands. */
export function createRateLimiter(rate: Rate | null) {
  if (rate === null) return () => undefined
  const buckets = createTokenBuckets(rate)
  const policy = `"default";q=${rate.burst};w=${Math.ceil(rate.burst / rate.refill)}`
  return ({ caller, headers }: AuthenticatedContext, now: Date): void => {
    if (caller.key_id === null) return
    setHeader(headers, 'RateLimit-Policy', policy)
    const { remaining, refillSeconds } = buckets.take(caller.key_id, now)
    setHeader(headers, 'RateLimit', `"default";r=${remaining};t=${refillSeconds}`)
  }
}
