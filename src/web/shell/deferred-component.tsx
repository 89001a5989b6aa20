import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'

const AGAIN = 5000
const PATIENCE = 2000

/** A part that the first paint does without: fetched once the page has its answers, drawn once it is there. */
export function deferComponent(load: () => Promise<ComponentType>): ComponentType {
  return function Later() {
    const queryClient = useQueryClient()
    const [Part, setPart] = useState<ComponentType>()
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout>
      let stopWaiting = () => {}
      let gone = false
      const fetch = () =>
        void load().then(
          (part) => setPart(() => part),
          () => {
            if (!gone) timer = setTimeout(fetch, AGAIN)
          },
        )
      timer = setTimeout(() => {
        stopWaiting = whenAnswered(queryClient, () => soon(fetch))
      })
      return () => {
        gone = true
        clearTimeout(timer)
        stopWaiting()
      }
    }, [queryClient])
    return Part && <Part />
  }
}

/** When nothing is being asked, or after two seconds. Returns how to stop waiting for it. */
function whenAnswered(queryClient: QueryClient, go: () => void): () => void {
  if (queryClient.isFetching() === 0) {
    go()
    return () => {}
  }
  const stop = () => {
    clearTimeout(timer)
    unsubscribe()
  }
  const done = () => (stop(), go())
  const timer = setTimeout(done, PATIENCE)
  const unsubscribe = queryClient
    .getQueryCache()
    .subscribe(() => queryClient.isFetching() === 0 && done())
  return stop
}

// Safari has no idle callback; on a busy machine none would come for long.
const soon = (work: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(work, { timeout: 1000 })
    : setTimeout(work)
