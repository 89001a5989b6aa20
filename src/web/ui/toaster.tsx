import { useDeferredValue, useEffect, useId, useSyncExternalStore } from 'react'

import { LiveRegions } from './live-region.tsx'
import { ToastList } from './toast-list.tsx'
import { getToastState, registerToastHost, subscribeToToasts } from './toast.ts'

/** Renders live regions and toasts: once at the root and once in each open dialog. */
export function Toaster() {
  const host = useId()
  useEffect(() => registerToastHost(host), [host])
  const { hosts, toasts } = useSyncExternalStore(subscribeToToasts, getToastState)
  // After the change that a toast is about: to render and place it would hold up the paint of a drop.
  const latest = useDeferredValue(toasts)
  // What was dismissed goes at once: toasts of one workspace are not shown in the next.
  const shown = latest.filter(({ id }) => toasts.some((one) => one.id === id))
  return (
    <>
      <LiveRegions />
      {hosts.at(-1) === host && shown.length > 0 && <ToastList toasts={shown} />}
    </>
  )
}
