import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { Lazy, type LazyChunk, whenIdle } from '#web/ui/lazy-chunk.tsx'

const TIMEOUT_MS = 2000

interface DeferredProps<Module> {
  chunk: LazyChunk<Module>
  children: (module: Module) => ReactNode
}

/** What the first paint does not need: loaded once the queries of the page have settled. */
export function Deferred<Module>(props: DeferredProps<Module>) {
  const queryClient = useQueryClient()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = whenQueriesSettle(queryClient, () => whenIdle(() => setDue(true)))
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [queryClient])
  return isDue && <Lazy {...props} />
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
  const timer = setTimeout(done, TIMEOUT_MS)
  const unsubscribe = queryClient
    .getQueryCache()
    .subscribe(() => queryClient.isFetching() === 0 && done())
  return stop
}
