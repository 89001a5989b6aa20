import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'

const RETRY_DELAY_MS = 5000
const IDLE_TIMEOUT_MS = 2000

/** A component that the first paint does not need: loaded once the queries of the page have settled. */
export function deferComponent(load: () => Promise<ComponentType>): ComponentType {
  return function Deferred() {
    const queryClient = useQueryClient()
    const [Loaded, setLoaded] = useState<ComponentType>()
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout>
      let stopWaiting = () => {}
      let unmounted = false
      const fetch = () =>
        void load().then(
          (component) => setLoaded(() => component),
          () => {
            if (!unmounted) timer = setTimeout(fetch, RETRY_DELAY_MS)
          },
        )
      timer = setTimeout(() => {
        stopWaiting = whenQueriesSettle(queryClient, () => whenIdle(fetch))
      })
      return () => {
        unmounted = true
        clearTimeout(timer)
        stopWaiting()
      }
    }, [queryClient])
    return Loaded && <Loaded />
  }
}

/** Calls back when no query is in flight, or after two seconds. Returns a function that cancels it. */
function whenQueriesSettle(queryClient: QueryClient, callback: () => void): () => void {
  if (queryClient.isFetching() === 0) {
    callback()
    return () => {}
  }
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  const done = () => (stop(), callback())
  const timer = setTimeout(done, IDLE_TIMEOUT_MS)
  const unsubscribe = queryClient
    .getQueryCache()
    .subscribe(() => queryClient.isFetching() === 0 && done())
  return stop
}

// Safari has no requestIdleCallback; a busy machine may not be idle for long.
const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(callback, { timeout: 1000 })
    : setTimeout(callback)
