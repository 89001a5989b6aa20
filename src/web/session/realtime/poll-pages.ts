import { useEffect } from 'react'

import { useSession } from '#web/session/session.ts'
import { createPoller } from './poller.ts'

const EVERY = 60_000

/**
 * Where the service does not tell of changes, what a page shows and is out of date is asked for again each minute, in the
 * visible tab only. A board does so more often by itself: `live.ts`.
 */
export function usePolledPages(): void {
  const { cache, run, keyState, holds, following } = useSession()
  useEffect(() => {
    const poller = createPoller({
      every: EVERY,
      isTold: following.get,
      isBusy: () =>
        document.hidden || holds.isHeld() || run.isWriting() || keyState.get() !== 'accepted',
      refetch: () =>
        void cache.invalidateQueries(
          { predicate: (query) => query.state.data !== undefined && query.isStale() },
          { cancelRefetch: false },
        ),
    })
    const onVisible = () => document.hidden || poller.retry()
    const stops = [run.subscribe(poller.retry), holds.subscribe(poller.retry)]
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      poller.stop()
      for (const stop of stops) stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [cache, run, keyState, holds, following])
}
