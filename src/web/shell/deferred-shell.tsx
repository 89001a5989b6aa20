import { use, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useConnectionOffer } from '#web/connections/shared-connection.ts'
import { resourcesText as text } from '#web/messages/en/resources.ts'
import { getJobs } from '#web/session/jobs.ts'
import { useEventFollower } from '#web/session/realtime/event-follower.ts'
import { usePolling } from '#web/session/realtime/poller.ts'
import { getConflicts } from '#web/session/resources/conflicts.ts'
import { useSession } from '#web/session/session.ts'
import { recordVisit } from '#web/shell/command-palette/recent-places.ts'
import { handleShortcuts } from '#web/shell/keyboard/early-key-buffer.ts'
import { createGlobalShortcuts } from '#web/shell/keyboard/global-shortcuts.ts'
import { StatusBanners } from '#web/shell/notices/status-banners.tsx'
import { UndoToasts } from '#web/shell/notices/undo-toasts.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { JobTray } from './job-tray.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { startLinkPrefetch } from './link-prefetch.ts'
import { RoutesContext } from './page-route.ts'
import { useTabIndicator } from './tab-indicator.ts'

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
      <ConflictDialog />
      <Jobs />
      <LeaveGuard />
    </>
  )
}

function Jobs() {
  const jobs = getJobs(useSession())
  const hasJobs = useSyncExternalStore(jobs.subscribe, () => jobs.list().length > 0)
  return hasJobs && <JobTray />
}

/** Asks which value to keep where two people have changed the same field. Closing it keeps what is saved. */
function ConflictDialog() {
  const conflicts = getConflicts(useSession())
  const [conflict] = useSyncExternalStore(conflicts.subscribe, conflicts.get)
  if (!conflict) return null
  const keepTheirs = () => conflict.choose('theirs')
  const isDeletion = conflict.fields.length === 0
  return (
    <ConfirmDialog
      title={text.conflict(conflict.title)}
      // Enter, pressed again, must not replace what nobody has read.
      primary={{ label: isDeletion ? text.keep : text.useTheirs, run: keepTheirs }}
      secondary={{
        label: isDeletion ? text.deleteAnyway : text.useMine,
        run: () => conflict.choose('mine'),
      }}
      onClose={keepTheirs}
    >
      {isDeletion && <p>{text.deletionChanged}</p>}
      {conflict.fields.map(({ label, mine, theirs }) => (
        <Versions key={label} field={label} mine={mine} theirs={theirs} />
      ))}
    </ConfirmDialog>
  )
}

interface VersionsProps {
  field: string
  mine: string
  theirs: string
}

/** Both values of a field that two people have changed. */
const Versions = ({ field, mine, theirs }: VersionsProps) => (
  <dl className="grid gap-2 text-cell">
    <Version term={text.mine(field)}>{mine}</Version>
    <Version term={text.theirs(field)}>{theirs}</Version>
  </dl>
)

const Version = ({ term, children }: { term: string; children: string }) => (
  <div className="grid gap-0.5">
    <dt className="text-ink-2">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">
      <bdi>{children}</bdi>
    </dd>
  </div>
)

/** Above the page; here to share the chunk. */
export const ShellBanners = () => <StatusBanners />
