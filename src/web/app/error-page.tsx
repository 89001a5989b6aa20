import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRevalidator, useRouteError } from 'react-router-dom'

import { useOnline } from '#web/external-store.ts'
import { messages } from '#web/messages/en/app.ts'
import { Button } from '#web/ui/button.tsx'
import { ChunkError, untilReachable } from '#web/ui/lazy-chunk.tsx'
import { PageState } from '#web/ui/page-states.tsx'

const text = messages.app

/** A page that threw, or whose chunk could not be loaded. */
export function ErrorPage() {
  const error = useRouteError()
  if (error instanceof ChunkError) return <UnloadedPage error={error} />
  return (
    <PageState
      isPage
      state="error"
      icon={TriangleAlert}
      title={text.broken.title}
      action={<ReloadButton />}
    >
      {text.broken.meaning}
    </PageState>
  )
}

/** Retries by itself whenever the server responds. Each failure renders this again with another error. */
function UnloadedPage({ error }: { error: ChunkError }) {
  const { revalidate, state } = useRevalidator()
  const isOnline = useOnline()
  const root = useRef<HTMLDivElement>(null)
  const failures = useRef(0)
  // The server responded and the chunk failed again: a newer build may have removed it.
  const [isOutdated, setOutdated] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    const retry = async () => {
      if (failures.current > 0) setOutdated(true)
      if (!(await untilReachable(abort.signal, failures.current))) return
      failures.current += 1
      await revalidate()
    }
    void retry()
    return () => abort.abort()
  }, [error, revalidate])

  useLayoutEffect(() => {
    const element = root.current
    return () => {
      if (element?.contains(document.activeElement)) queueMicrotask(focusHeading)
    }
  }, [])

  return (
    <div ref={root} className="contents">
      <PageState
        isPage
        state="error"
        icon={TriangleAlert}
        title={text.broken.notHere}
        action={
          isOnline &&
          (isOutdated ? (
            <ReloadButton />
          ) : (
            <Button variant="primary" busy={state === 'loading'} onClick={() => void revalidate()}>
              {text.tryAgain}
            </Button>
          ))
        }
      >
        {!isOnline
          ? text.broken.offline
          : isOutdated
            ? text.broken.chunkFailed
            : text.broken.unreachable}
      </PageState>
    </div>
  )
}

/** The page that replaced the error has the focus on its heading, as after a navigation. */
const focusHeading = () => {
  if (document.activeElement === document.body) document.querySelector('h1')?.focus()
}

const ReloadButton = () => (
  <Button variant="primary" onClick={() => location.reload()}>
    {text.broken.reload}
  </Button>
)
