// How the many requests of a job share the server with other tabs, and the page with other changes.
import type { ApiError } from '#client/api-error.ts'
import { retryDelay } from '#client/retry-policy.ts'
import { sleep } from '#web/session/mutations/mutation-retry.ts'
import type { KeySession } from '#web/session/session.ts'

/** Milliseconds between two refetches while many requests change things, as without the event stream. */
const REFETCH_INTERVAL = 60_000
/** Milliseconds in which the events of the last request arrive. */
const SETTLE = 500

/** Sends as many requests at the same time as there are slots, until none is left. */
export async function runInSlots(
  session: KeySession,
  slots: number,
  isDone: () => boolean,
  send: () => Promise<void>,
) {
  const run = async (_: unknown, slot: number) => {
    while (!isDone()) await inSlot(session, slot, send)
  }
  await Promise.all(Array.from({ length: slots }, run))
}

/** Other tabs with the same key take turns, also while one of them waits for the rate limit. */
function inSlot({ connection }: KeySession, slot: number, send: () => Promise<void>) {
  // Absent outside of secure contexts.
  const locks: LockManager | undefined = globalThis.navigator?.locks
  return locks ? locks.request(`bulk ${connection.fingerprint} ${slot}`, send) : send()
}

export type RefetchThrottle = ReturnType<typeof throttleRefetches>

/** Prevents that the events of every request refetch what the page shows. */
export function throttleRefetches({ refetchLock, eventStreamActive }: KeySession) {
  let release: (() => void) | undefined = refetchLock.acquire()
  let released_at = Date.now()
  return {
    /** Lets events through from the end of one request to the end of the next. */
    onRequest: () => {
      if (release && Date.now() - released_at < REFETCH_INTERVAL) return
      released_at = Date.now()
      release?.()
      release = release ? undefined : refetchLock.acquire()
    },
    /** Refetches once: the events of the last request are about to arrive. */
    end: (invalidate: (options: { cancelRefetch: boolean }) => void) => {
      const isStreaming = eventStreamActive.get()
      const refetch = () => {
        release?.()
        // What the events made stale is being refetched already.
        invalidate({ cancelRefetch: !isStreaming })
      }
      if (isStreaming) setTimeout(refetch, SETTLE)
      else refetch()
    },
  }
}

interface LimitControl {
  readonly signal: AbortSignal
  readonly onPause: (until: number) => void
}

/** Waits for the rate limit, or until the job is stopped. */
export async function waitForLimit(
  error: ApiError,
  refusals: number,
  { signal, onPause }: LimitControl,
) {
  const delay = retryDelay(error, refusals)
  onPause(Date.now() + delay)
  await sleep(delay, signal).catch(() => undefined)
}

/** No other request of the job would fare better. */
export const isFatal = ({ code }: ApiError) =>
  code === 'unauthenticated' || code === 'insufficient_scope'
