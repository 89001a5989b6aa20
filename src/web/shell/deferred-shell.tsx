import { use, useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'

import { useEventFollower } from '#web/session/realtime/event-follower.ts'
import { usePolling } from '#web/session/realtime/poller.ts'
import { useSession } from '#web/session/session.ts'
import { Palette } from '#web/shell/command-palette/command-palette.tsx'
import { JobTray } from '#web/shell/jobs/job-tray.tsx'
import { handleShortcuts } from '#web/shell/keyboard/early-key-buffer.ts'
import { createKeyboard } from '#web/shell/keyboard/global-shortcuts.ts'
import { ShortcutHelp } from '#web/shell/keyboard/shortcuts-dialog.tsx'
import { RecentChanges } from '#web/shell/notices/recent-changes-dialog.tsx'
import { UndoNotices } from '#web/shell/notices/undo-toasts.tsx'
import { WhatsNew } from '#web/shell/notices/whats-new-dialog.tsx'
import { HelpItems } from './help-menu-items.tsx'
import { LeaveQuestion } from './leave-guard.tsx'
import { startLinkPrefetch } from './link-prefetch.ts'
import { overlay } from './overlays.ts'
import { RoutesContext } from './page-route.ts'
import { useTabSigns } from './tab-indicator.ts'

/** All of the shell that comes after the first paint, in one piece of code. */
export function ShellParts() {
  const session = useSession()
  const navigate = useNavigate()
  const routes = use(RoutesContext)
  const open = useSyncExternalStore(overlay.subscribe, overlay.get)
  useTabSigns()
  const close = () => overlay.set(null)
  useEventFollower()
  usePolling()
  useEffect(
    () => handleShortcuts(createKeyboard(session, (to) => void navigate(to))),
    [session, navigate],
  )
  useEffect(() => startLinkPrefetch(session, routes), [session, routes])
  useEffect(() => () => overlay.set(null), [])
  return (
    <>
      <UndoNotices />
      <JobTray />
      <LeaveQuestion />
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'shortcuts' && <ShortcutHelp onClose={close} />}
      {open === 'changes' && <RecentChanges onClose={close} />}
      {open === 'news' && <WhatsNew onClose={close} />}
    </>
  )
}

/** The help menu's items, in the same piece of code. */
export const helpItems = () => HelpItems
