import { use, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useConnectionOffer } from '#web/connections/shared-connection.ts'
import { getJobs } from '#web/session/jobs.ts'
import { useEventFollower } from '#web/session/realtime/event-follower.ts'
import { usePolling } from '#web/session/realtime/poller.ts'
import { useSession } from '#web/session/session.ts'
import { recordVisit } from '#web/shell/command-palette/recent-places.ts'
import { handleShortcuts } from '#web/shell/keyboard/early-key-buffer.ts'
import { createGlobalShortcuts } from '#web/shell/keyboard/global-shortcuts.ts'
import { StatusBanners } from '#web/shell/notices/status-banners.tsx'
import { UndoToasts } from '#web/shell/notices/undo-toasts.tsx'
import { Lazy, lazyChunk, prefetchLater } from '#web/ui/lazy-chunk.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { startLinkPrefetch } from './link-prefetch.ts'
import { RoutesContext } from './page-route.ts'
import { useTabIndicator } from './tab-indicator.ts'

const jobTray = lazyChunk(() => import('#web/shell/jobs/job-tray.tsx'))

/** Everything of the shell that the first paint does not need, in one chunk. */
export function DeferredShell() {
  const session = useSession()
  const navigate = useNavigate()
  const routes = use(RoutesContext)
  const { pathname } = useLocation()
  useEffect(
    () => recordVisit(session.connection.fingerprint, pathname),
    [session.connection.fingerprint, pathname],
  )
  useTabIndicator()
  useEventFollower()
  useConnectionOffer()
  usePolling()
  useEffect(
    () => handleShortcuts(createGlobalShortcuts(session, (to) => void navigate(to))),
    [session, navigate],
  )
  useEffect(() => startLinkPrefetch(session, routes), [session, routes])
  return (
    <>
      <UndoToasts />
      <Jobs />
      <LeaveGuard />
    </>
  )
}

function Jobs() {
  const jobs = getJobs(useSession())
  const hasJobs = useSyncExternalStore(jobs.subscribe, () => jobs.list().length > 0)
  // A job may start while the connection is lost.
  useEffect(() => prefetchLater(jobTray.load), [])
  return hasJobs && <Lazy chunk={jobTray}>{({ JobTray }) => <JobTray />}</Lazy>
}

/** Above the page; here to share the chunk. */
export const ShellBanners = () => <StatusBanners />
