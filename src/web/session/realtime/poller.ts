import { useEffect } from 'react'

import { useSession } from '#web/session/session.ts'

interface PollerOptions {
  /** Milliseconds between two refetches. */
  readonly every: number
  /** The event stream is connected, so polling is off. */
  readonly isStreaming?: () => boolean
  readonly refetch: () => void
  /** Cancels refetches in flight, so that none arrives during a pause. Returns whether there were any. */
  readonly cancel?: () => boolean
  /** The tab is hidden, a write is on its way, or the key was refused. */
  readonly isBusy: () => boolean
}

/** Refetches at an interval. A refetch that is due while paused or busy happens right afterwards. */
export function createPoller({ every, isStreaming, refetch, cancel, isBusy }: PollerOptions) {
  const pauses = new Set<symbol>()
  let isDue = false

  const poll = () => {
    if (pauses.size > 0 || isBusy()) {
      isDue = true
      return
    }
    isDue = false
    refetch()
  }
  const timer = setInterval(() => isStreaming?.() === true || poll(), every)

  return {
    /** Refetches now if a refetch was postponed. */
    retry: () => {
      if (isDue) poll()
    },
    /** Refetches now, for example when the tab becomes visible. */
    poll,
    /** Postpones refetches during a drag or typing. Returns how to resume. */
    pause: (): (() => void) => {
      const token = Symbol('pause')
      if (cancel?.()) isDue = true
      pauses.add(token)
      return () => {
        if (pauses.delete(token) && pauses.size === 0 && isDue) poll()
      }
    },
    stop: () => clearInterval(timer),
  }
}

const EVERY = 60_000

/**
 * Without the event stream, stale queries of the visible tab are refetched every minute. A board polls more often:
 * `use-live-queries.ts`.
 */
export function usePolling(): void {
  const { queryClient, mutate, keyState, refetchLock, eventStreamActive } = useSession()
  useEffect(() => {
    const poller = createPoller({
      every: EVERY,
      isStreaming: eventStreamActive.get,
      isBusy: () =>
        document.hidden ||
        refetchLock.isLocked() ||
        mutate.isMutating() ||
        keyState.get() !== 'accepted',
      refetch: () =>
        void queryClient.invalidateQueries(
          { predicate: (query) => query.state.data !== undefined && query.isStale() },
          { cancelRefetch: false },
        ),
    })
    const onVisible = () => document.hidden || poller.retry()
    const stops = [mutate.subscribe(poller.retry), refetchLock.subscribe(poller.retry)]
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      poller.stop()
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [queryClient, mutate, keyState, refetchLock, eventStreamActive])
}
