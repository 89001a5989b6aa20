import { onlineManager } from '@tanstack/react-query'

import { asApiError, type ApiError } from '#client/api-error.ts'
import { canRetryWrite, retryDelay } from '#client/retry-policy.ts'
import { observable, type Observable } from '#web/external-store.ts'

interface RetryableRequest<T> {
  readonly name: string
  readonly hasIdempotencyKey: boolean
  readonly send: () => Promise<T>
  /** A newer mutation supersedes this one, so a request that certainly did nothing is not retried. */
  readonly isSuperseded: () => boolean
  /** Ends its waits and retries. */
  readonly stop?: AbortSignal | undefined
  /** Called before it waits for the rate limit, with the time at which that ends. */
  readonly onPause?: ((until: number) => void) | undefined
}

/**
 * Sends the mutations of one session: waits while offline or rate limited, and retries with back-off where that is safe.
 * A mutation that is safe to repeat stays pending while the server is unreachable, however long that is.
 */
export function createRetryingSender(
  signal: AbortSignal,
  /** Asks for a replacement of a rejected API key. Resolves to whether there is one. */
  requestReplacementKey: () => Promise<boolean> = () => Promise.resolve(false),
  /** Whether the last request of the session got a response. */
  reachable: Observable<boolean> = observable(true),
) {
  let rateLimitedUntil = 0

  async function waitUntilSendable(end: AbortSignal, onPause?: (until: number) => void) {
    end.throwIfAborted() // a queued mutation may have been stopped before its turn
    await untilOnline(end)
    // The rate limit is per key, so it holds for every mutation.
    while (Date.now() < rateLimitedUntil) {
      onPause?.(rateLimitedUntil)
      await sleep(rateLimitedUntil - Date.now(), end)
    }
  }

  return async function sendWithRetry<T>({
    name,
    hasIdempotencyKey,
    send,
    isSuperseded,
    stop,
    onPause,
  }: RetryableRequest<T>): Promise<T> {
    const end = stop ? AbortSignal.any([signal, stop]) : signal
    let lastError: ApiError | undefined
    // A stopped request that may have been applied fails with its error; one that was never sent with the reason.
    const onEnd = (reason: unknown) => {
      signal.throwIfAborted()
      throw lastError ?? reason
    }
    let failures = 0
    // A request of ours that still runs on the server has a longer limit, which must not use up the other one.
    let conflicts = 0
    for (let attempts = 1; ; attempts++) {
      await waitUntilSendable(end, onPause).catch(onEnd)
      const wasReachable = reachable.get()
      try {
        return await send()
      } catch (cause) {
        signal.throwIfAborted()
        const error = asApiError(cause)
        // A 401 did nothing and is not stored under the idempotency key: a new API key can send the same request.
        if (error.code === 'unauthenticated' && (await requestReplacementKey())) continue
        signal.throwIfAborted()
        const delay = retryDelay(error, attempts)
        // Where other requests get responses this one is at fault, and its retries end.
        if (error.code === 'conflict') conflicts++
        else if (wasReachable || error.code !== 'unreachable') failures++
        if (hasRetryAfter(error)) {
          rateLimitedUntil = Math.max(rateLimitedUntil, Date.now() + delay)
          onPause?.(rateLimitedUntil)
        }
        const count = error.code === 'conflict' ? conflicts : failures
        if (!canRetryWrite(name, error, count, hasIdempotencyKey)) throw error
        if (error.code !== 'unreachable' && isSuperseded()) throw error
        if (!lastError?.isOutcomeUnknown) lastError = error
        await sleep(delay, end, reachable).catch(onEnd)
      }
    }
  }
}

const hasRetryAfter = (error: ApiError) =>
  error.retry_after !== undefined && (error.status === 429 || error.status === 503)

function untilOnline(signal: AbortSignal): Promise<void> {
  if (onlineManager.isOnline()) return Promise.resolve()
  return abortable(signal, (done) =>
    onlineManager.subscribe((online) => {
      if (online) done()
    }),
  )
}

/** Ends early when the server is reachable again; rejects when it is aborted. */
export const sleep = (
  milliseconds: number,
  signal: AbortSignal,
  reachable?: Observable<boolean>,
): Promise<void> =>
  abortable(signal, (done) => {
    const timer = setTimeout(done, milliseconds)
    const stop = reachable?.subscribe(() => reachable.get() && done())
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  })

/** Waits for a promise; rejects when the session closes first. */
export const rejectOnAbort = (promise: Promise<void>, signal: AbortSignal): Promise<void> =>
  abortable(signal, (done) => {
    const follow = async () => {
      await promise
      done()
    }
    void follow()
    return () => {}
  })

/** Waits until `subscribe` calls back, or rejects when the session closes; unsubscribes either way. */
function abortable(
  signal: AbortSignal,
  subscribe: (done: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const finish = (settle: () => void) => () => {
      stop()
      signal.removeEventListener('abort', end)
      settle()
    }
    const end = finish(() => reject(signal.reason))
    signal.addEventListener('abort', end)
    const stop = subscribe(finish(resolve))
  })
}
