import type { ApiError } from './api-error.ts'

// Repeating these finds what the first one made.
const naturallyIdempotent = new Set<string>([
  'POST /lists/:list_id/contacts',
  'POST /feedback/users/identify',
  'POST /feedback/posts/:post_id/votes',
  'POST /feedback/changelog/subscribers',
])

// They show a secret, so the service keeps no answer of theirs: a second one would make a second key.
const neverKept = /^POST \/(api-keys|webhooks(\/:\w+\/rotate-secret)?)$/

const READ_RETRIES = 2
const WRITE_RETRIES = 4
// Longer than this is not a pause but an answer: say it and let the person decide.
const LONGEST_WAIT = 120

/** `failures` counts this one: 1 after the first try. */
export const canRetryRead = (error: ApiError, failures: number) =>
  error.isTransient && failures <= READ_RETRIES && (error.retry_after ?? 0) <= LONGEST_WAIT

/** Whether an `Idempotency-Key` on this write tells a lost answer again. */
export const storesResponse = (name: string) => !neverKept.test(name)

// They say how a thing is to be, so saying it again changes nothing.
const sets = /^(PATCH|DELETE) |\/(move|publish|unpublish|restore)$/

/** Whether a person who sends a write again after a lost answer may do it a second time. */
export const canDuplicate = (name: string, keyed: boolean) =>
  !keyed && !naturallyIdempotent.has(name) && !sets.test(name)

/** A write is repeated only when nothing can happen twice: with an idempotency key, or when its nature allows. */
export function canRetryWrite(
  name: string,
  error: ApiError,
  failures: number,
  keyed: boolean,
): boolean {
  if (failures > WRITE_RETRIES || (error.retry_after ?? 0) > LONGEST_WAIT) return false
  if (!keyed && !naturallyIdempotent.has(name)) return false
  if (keyed && isStillRunning(error)) return true
  return error.code === 'unreachable' || error.status === 429 || error.status === 503
}

/** The first request of this idempotency key has not ended; its answer can be had in a moment. */
const isStillRunning = (error: ApiError) =>
  error.code === 'conflict' && error.retry_after !== undefined && error.details.length === 0

/** Milliseconds before the next try: what the service said, never less; else growing, and jittered so that tabs spread. */
export function retryDelay(error: ApiError, failures: number, random = Math.random): number {
  if (error.retry_after !== undefined) return error.retry_after * 1000 + random() * 500
  const step = Math.min(1000 * 2 ** (failures - 1), 30_000)
  return step / 2 + (random() * step) / 2
}

/** `Retry-After` in seconds, from seconds or from a date read against the service's own clock. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const given = headers.get('retry-after')?.trim()
  if (!given) return undefined
  if (/^\d+$/.test(given)) return Number(given)
  const until = Date.parse(given)
  if (Number.isNaN(until)) return undefined
  const clock = Date.parse(headers.get('date') ?? '')
  return Math.max(0, Math.ceil((until - (Number.isNaN(clock) ? now : clock)) / 1000))
}
