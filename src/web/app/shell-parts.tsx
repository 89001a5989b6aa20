import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'

import { useFollowedEvents } from '#web/session/follow-events.ts'
import { usePolledPages } from '#web/session/poll-pages.ts'
import { useSession } from '#web/session/session.ts'
import { fetchAhead } from './ahead.ts'
import { HelpItems } from './help-items.tsx'
import { JobTray } from './job-tray.tsx'
import { createKeyboard } from './keyboard.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { overlay } from './overlays.ts'
import { Palette } from './palette.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { takeKeys } from './shell-keys.ts'
import { ShortcutHelp } from './shortcut-help.tsx'
import { useTabSigns } from './tab-signs.ts'
import { UndoNotices } from './undo-notices.tsx'
import { WhatsNew } from './whats-new.tsx'

/** All of the shell that comes after the first paint, in one piece of code. */
export function ShellParts() {
  const session = useSession()
  const navigate = useNavigate()
  const open = useSyncExternalStore(overlay.subscribe, overlay.get)
  useTabSigns()
  const close = () => overlay.set(null)
  useFollowedEvents()
  usePolledPages()
  useEffect(() => takeKeys(createKeyboard(session, (to) => void navigate(to))), [session, navigate])
  useEffect(() => fetchAhead(session), [session])
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
