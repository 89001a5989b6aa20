import { use, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useConnectionOffer } from '#web/connections/shared-connection.ts'
import { useEventFollower } from '#web/session/realtime/event-follower.ts'
import { usePolling } from '#web/session/realtime/poller.ts'
import { useSession } from '#web/session/session.ts'
import { CommandPalette } from '#web/shell/command-palette/command-palette.tsx'
import { recordVisit } from '#web/shell/command-palette/palette-sources.ts'
import { JobTray } from '#web/shell/jobs/job-tray.tsx'
import { handleShortcuts } from '#web/shell/keyboard/early-key-buffer.ts'
import { createGlobalShortcuts } from '#web/shell/keyboard/global-shortcuts.ts'
import { ShortcutsDialog } from '#web/shell/keyboard/shortcuts-dialog.tsx'
import { RecentChangesDialog } from '#web/shell/notices/recent-changes-dialog.tsx'
import { UndoToasts } from '#web/shell/notices/undo-toasts.tsx'
import { WhatsNewDialog } from '#web/shell/notices/whats-new-dialog.tsx'
import { HelpMenuItems } from './help-menu-items.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { startLinkPrefetch } from './link-prefetch.ts'
import { overlay } from './overlays.ts'
import { RoutesContext } from './page-route.ts'
import { useTabIndicator } from './tab-indicator.ts'

/** Everything of the shell that the first paint does not need, in one chunk. */
export function DeferredShell() {
  const session = useSession()
  const navigate = useNavigate()
  const routes = use(RoutesContext)
  const openOverlay = useSyncExternalStore(overlay.subscribe, overlay.get)
  const { pathname } = useLocation()
  useEffect(
    () => recordVisit(session.connection.fingerprint, pathname),
    [session.connection.fingerprint, pathname],
  )
  useTabIndicator()
  const close = () => overlay.set(null)
  useEventFollower()
  useConnectionOffer()
  usePolling()
  useEffect(
    () => handleShortcuts(createGlobalShortcuts(session, (to) => void navigate(to))),
    [session, navigate],
  )
  useEffect(() => startLinkPrefetch(session, routes), [session, routes])
  useEffect(() => () => overlay.set(null), [])
  return (
    <>
      <UndoToasts />
      <JobTray />
      <LeaveGuard />
      {openOverlay === 'palette' && <CommandPalette onClose={close} />}
      {openOverlay === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {openOverlay === 'changes' && <RecentChangesDialog onClose={close} />}
      {openOverlay === 'news' && <WhatsNewDialog onClose={close} />}
    </>
  )
}

/** Exported here to share this chunk. */
export const helpItems = () => HelpMenuItems
