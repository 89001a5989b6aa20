import { useEffect } from 'react'

import { useSession } from '#web/session/session.ts'

interface PollerOptions {
  /** Milliseconds between two refetches. */
  readonly every: number
  /** Changes are told as they happen: nothing is asked for by the clock. */
  readonly isStreaming?: () => boolean
  readonly refetch: () => void
  /** Ends what is being fetched, so that nothing arrives during a pause. Answers whether there was something. */
  readonly cancel?: () => boolean
  /** The tab is hidden, a write is on its way, or the key was refused. */
  readonly isBusy: () => boolean
}

/** Refetches now and then. While it is paused or busy nothing is asked; what was due happens as soon as it may. */
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
    /** Something ended that stood in the way. */
    retry: () => {
      if (isDue) poll()
    },
    /** The person came back. */
    poll,
    /** Holds everything until the returned function is called: for dragging and typing. */
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
 * Where the service does not tell of changes, what a page shows and is out of date is asked for again each minute, in the
 * visible tab only. A board does so more often by itself: `use-live-queries.ts`.
 */
export function usePolling(): void {
  const { queryClient, mutate: run, keyState, refetchLock, eventStreamActive } = useSession()
  useEffect(() => {
    const poller = createPoller({
      every: EVERY,
      isStreaming: eventStreamActive.get,
      isBusy: () =>
        document.hidden ||
        refetchLock.isLocked() ||
        run.isMutating() ||
        keyState.get() !== 'accepted',
      refetch: () =>
        void queryClient.invalidateQueries(
          { predicate: (query) => query.state.data !== undefined && query.isStale() },
          { cancelRefetch: false },
        ),
    })
    const onVisible = () => document.hidden || poller.retry()
    const stops = [run.subscribe(poller.retry), refetchLock.subscribe(poller.retry)]
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      poller.stop()
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [queryClient, run, keyState, refetchLock, eventStreamActive])
}
