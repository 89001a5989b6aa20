import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import { useSession } from '#web/session/session.ts'
import { createPoller } from './poller.ts'

const EVERY = 15_000

interface LiveOptions {
  /** Postponed while mutations of it are pending; by default of any. */
  readonly scope?: string
  /** Whether an event tells of each change. Without one the event stream replaces no refetch. */
  readonly hasEvents?: boolean
}

/**
 * Without the event stream, refetches these queries every 15 s while the tab is visible, and on focus. `pause()` postpones it
 * during a drag or typing and returns how to resume. Keys may be prefixes: `['GET /boards/:board_id']`.
 */
export function useLiveQueries(
  keys: readonly QueryKey[],
  { scope, hasEvents = true }: LiveOptions = {},
): { pause: () => () => void } {
  const { queryClient, mutate, keyState, refetchLock, eventStreamActive } = useSession()
  const poller = useRef<ReturnType<typeof createPoller> | null>(null)
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })

  useEffect(() => {
    const newPoller = createPoller({
      every: EVERY,
      isStreaming: () => hasEvents && eventStreamActive.get(),
      isBusy: () => document.hidden || mutate.isMutating(scope) || keyState.get() !== 'accepted',
      refetch: () => {
        // A refetch that TanStack Query started on focus is not repeated.
        const options = { cancelRefetch: false }
        for (const queryKey of latest.current)
          void queryClient.invalidateQueries({ queryKey }, options)
      },
      cancel: () => {
        const fetching = latest.current.filter((queryKey) => isRefetching(queryClient, queryKey))
        // A first load continues: no card could move yet.
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
    const stop = mutate.subscribe(newPoller.retry)
    // TanStack Query skips its focus refetch while locked; the poller remembers that one is due.
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
  }, [queryClient, mutate, keyState, eventStreamActive, scope, hasEvents])

  const pause = useCallback(() => {
    const releases = [refetchLock.acquire(), poller.current?.pause()]
    return () => releases.forEach((release) => release?.())
  }, [refetchLock])
  return { pause }
}

const isRefetching = (queryClient: QueryClient, queryKey: QueryKey) =>
  queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data !== undefined }) > 0
