import { useEffect, useId, useSyncExternalStore } from 'react'

import { LiveRegions } from './live-region.tsx'
import { hostToasts, onToasts, toastState } from './toast.ts'
import { ToastList } from './toaster.tsx'

/** Where announcements and toasts come out: once at the root, and once in each open dialog. */
export function Notices() {
  const host = useId()
  useEffect(() => hostToasts(host), [host])
  const { shown, hosts } = useSyncExternalStore(onToasts, toastState)
  return (
    <>
      <LiveRegions />
      {hosts.at(-1) === host && shown.length > 0 && <ToastList shown={shown} />}
    </>
  )
}
