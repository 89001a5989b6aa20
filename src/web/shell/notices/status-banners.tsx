import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useOnline } from '#web/external-store.ts'
import { messages } from '#web/messages/en/app.ts'
import { updateConnection } from '#web/session/connections.ts'
import { useSession } from '#web/session/session.ts'
import { useMe } from '#web/session/use-capabilities.ts'
import { setChunkNotice } from '#web/ui/lazy-chunk.tsx'
import { toast } from '#web/ui/toast.ts'
import { TooltipHost } from '#web/ui/tooltip.tsx'
import { showChunkNotice } from './chunk-notice.ts'
import { OfflineBanner, UnreachableBanner } from './offline-banner.tsx'
import { RareBanners } from './rare-banners.tsx'

/** Banners above the page: offline, unreachable service, and rarer ones. */
export function StatusBanners() {
  useConnectionSync()
  const online = useOnline()
  useEffect(() => setChunkNotice(showChunkNotice), [])
  useEffect(() => {
    document.documentElement.dataset['online'] = String(online)
  }, [online])
  return (
    <>
      <RefetchIndicator />
      <OfflineBanner />
      <UnreachableBanner />
      <RareBanners />
      <OfflineControls />
      <TooltipHost />
    </>
  )
}

/** Updates the saved connection from `GET /me`: a renamed workspace, another scope. */
function useConnectionSync() {
  const { connection } = useSession()
  const me = useMe()
  useEffect(() => {
    if (!me) return
    const { name: key_name, scope, admin } = me.key
    updateConnection(connection.fingerprint, { name: me.workspace.name, key_name, scope, admin })
  }, [me, connection.fingerprint])
}

/** A thin line at the top of the page while data on it is refetched. */
function RefetchIndicator() {
  const fetching = useIsFetching({ predicate: isRefetch })
  if (fetching === 0) return null
  return (
    <div
      aria-hidden
      data-testid="refreshing"
      className="pointer-events-none fixed inset-x-0 top-0 z-10 h-0.5 animate-appear overflow-hidden md:start-sidebar"
    >
      <div className="h-full w-1/4 animate-sweep bg-accent" />
    </div>
  )
}

const isRefetch = ({ state }: { state: { data: unknown } }) => state.data !== undefined

/** Blocks the controls marked by `useOfflineProps`, and renders the sentence that describes them. */
function OfflineControls() {
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const control =
        event.target instanceof Element ? event.target.closest(DISABLED_CONTROL) : null
      if (!control) return
      event.preventDefault()
      event.stopPropagation()
      toast({ text: messages.app.disabledReasons.offline })
    }
    document.addEventListener('click', onClick, true)
    return () => document.removeEventListener('click', onClick, true)
  }, [])
  return (
    <p id="why-paused" hidden>
      {messages.app.disabledReasons.offline}
    </p>
  )
}

const DISABLED_CONTROL = '[aria-describedby="why-paused"]'
