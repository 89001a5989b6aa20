import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import { useSession } from '#web/session/session.ts'
import { createPoller } from './poller.ts'

const EVERY = 15_000

/**
 * Keeps reads fresh where the service does not tell of changes: every 15 s while the tab is visible, and on focus. Waits while writes of `scope` are on their way.
 * `pause()` holds it during a drag or while typing, and answers how to go on. Keys may be beginnings: `['GET /boards/:board_id']`.
 */
export function useLiveQueries(
  keys: readonly QueryKey[],
  scope?: string,
): { pause: () => () => void } {
  const { queryClient, mutate: run, keyState, refetchLock, eventStreamActive } = useSession()
  const poller = useRef<ReturnType<typeof createPoller> | null>(null)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })

  useEffect(() => {
    const newPoller = createPoller({
      every: EVERY,
      isStreaming: eventStreamActive.get,
      isBusy: () => document.hidden || run.isMutating(scope) || keyState.get() !== 'accepted',
      refetch: () => {
        // What the cache itself began on focus is not begun again.
        const options = { cancelRefetch: false }
        for (const queryKey of latest.current)
          void queryClient.invalidateQueries({ queryKey }, options)
      },
      cancel: () => {
        const fetching = latest.current.filter((queryKey) => isRefetching(queryClient, queryKey))
        // A first load is left alone: there is nothing yet that could jump.
        for (const queryKey of fetching) {
          void queryClient.cancelQueries({
            queryKey,
            predicate: ({ state }) => state.data !== undefined,
          })
        }
        return fetching.length > 0
      },
    })
    poller.current = newPoller
    const stop = run.subscribe(newPoller.retry)
    // Polled also when the cache asks on its own: while something is held it does not, and this remembers it.
    const onVisible = () => document.hidden || newPoller.poll()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('focus', newPoller.poll)
    return () => {
      newPoller.stop()
      stop()
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('focus', newPoller.poll)
      poller.current = null
    }
  }, [queryClient, run, keyState, eventStreamActive, scope])

  const pause = useCallback(() => {
    const releases = [refetchLock.acquire(), poller.current?.pause()]
    return () => releases.forEach((release) => release?.())
  }, [refetchLock])
  return { pause }
}

const isRefetching = (queryClient: QueryClient, queryKey: QueryKey) =>
  queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data !== undefined }) > 0
