import { useDeferredValue, useEffect, useId, useSyncExternalStore } from 'react'

import { Lazy, lazyChunk, prefetchLater, prefetchWithInput } from './lazy-chunk.tsx'
import { LiveRegions } from './live-region.tsx'
import { getToastState, registerToastHost, subscribeToToasts } from './toast.ts'

const toastList = lazyChunk(() => import('./toast-list.tsx'))

/** Renders live regions and toasts: once at the root and once in each open dialog. */
export function Toaster() {
  const host = useId()
  useEffect(() => registerToastHost(host), [host])
  // Before they are needed: offline, or after a deployment, a toast could not be loaded.
  useEffect(() => {
    const stops = [prefetchWithInput(toastList.load), prefetchLater(toastList.load)]
    return () => stops.forEach((stop) => stop())
  }, [])
  const { hosts, toasts } = useSyncExternalStore(subscribeToToasts, getToastState)
  // After the change that a toast is about: to render and place it would hold up the paint of a drop.
  const latest = useDeferredValue(toasts)
  // What was dismissed goes at once: toasts of one workspace are not shown in the next.
  const shown = latest.filter(({ id }) => toasts.some((one) => one.id === id))
  return (
    <>
      <LiveRegions />
      {hosts.at(-1) === host && shown.length > 0 && (
        <Lazy chunk={toastList}>{({ ToastList }) => <ToastList toasts={shown} />}</Lazy>
      )}
    </>
  )
}
