import type { ApiError } from './api-error.ts'

// A repeated request returns what the first one created.
const naturallyIdempotent = new Set<string>([
  'POST /lists/:list_id/contacts',
  'POST /feedback/users/identify',
  'POST /feedback/posts/:post_id/votes',
  'POST /feedback/changelog/subscribers',
])

// Their responses contain a secret, so the server stores none: a retry would create a second key.
const secretResponses = /^POST \/(api-keys|webhooks(\/:\w+\/rotate-secret)?)$/

const READ_RETRIES = 2
const WRITE_RETRIES = 4
// The server frees the key of a request that it crashed in after 60 s, and asks for a second between attempts.
const STILL_RUNNING_RETRIES = 90
// Seconds. A longer wait is shown as an error, so that people decide.
const MAX_RETRY_AFTER = 120

/** The service did not begin the request, so any request may be repeated once the time that it asks for is over. */
export const isRateLimited = ({ status, retry_after }: ApiError) =>
  status === 429 && retry_after !== undefined && retry_after <= MAX_RETRY_AFTER

/** `failures` includes this one: 1 after the first attempt. */
export const canRetryRead = (error: ApiError, failures: number) =>
  error.isTransient && failures <= READ_RETRIES && (error.retry_after ?? 0) <= MAX_RETRY_AFTER

/** Whether the server replays the response of this mutation for its `Idempotency-Key`. */
export const storesResponse = (name: string) => !secretResponses.test(name)

// They set a state, so a repeated request changes nothing.
const setsState = /^(PATCH|DELETE) |\/(move|publish|unpublish|restore)$/

/** Whether sending a mutation again after a lost response may apply it twice. */
export const canDuplicate = (name: string, hasKey: boolean) =>
  !hasKey && !naturallyIdempotent.has(name) && !setsState.test(name)

// They set fields or a position, and a repeated request returns the same.
const isRepeatable = (name: string) => naturallyIdempotent.has(name) || /^PATCH |\/move$/.test(name)

/**
 * A mutation is retried only when it cannot be applied twice: with an idempotency key, or when naturally idempotent.
 * `failures` may omit those of a server that nobody can reach; see docs/decisions/030-pending-mutations.md.
 */
export function canRetryWrite(
  name: string,
  error: ApiError,
  failures: number,
  hasKey: boolean,
): boolean {
  if ((error.retry_after ?? 0) > MAX_RETRY_AFTER || !(hasKey || isRepeatable(name))) return false
  if (hasKey && isStillRunning(error)) return failures <= STILL_RUNNING_RETRIES
  if (failures > WRITE_RETRIES) return false
  return error.code === 'unreachable' || error.status === 429 || error.status === 503
}

/** The first request with this idempotency key is still running; its response will be available soon. */
export const isStillRunning = ({ code, retry_after, details }: ApiError) =>
  code === 'conflict' &&
  retry_after !== undefined &&
  details.every((detail) => detail.code === 'in_progress')

/** Milliseconds before the next attempt: at least `Retry-After`, else exponential back-off with jitter across tabs. */
export function retryDelay(error: ApiError, failures: number, random = Math.random): number {
  if (error.retry_after !== undefined) return error.retry_after * 1000 + random() * 500
  const step = Math.min(1000 * 2 ** (failures - 1), 30_000)
  return step / 2 + (random() * step) / 2
}

/** `Retry-After` in seconds; a date is compared with the server's own clock. */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const date = Date.parse(value)
  if (Number.isNaN(date)) return undefined
  const serverNow = Date.parse(headers.get('date') ?? '')
  return Math.max(0, Math.ceil((date - (Number.isNaN(serverNow) ? now : serverNow)) / 1000))
}
