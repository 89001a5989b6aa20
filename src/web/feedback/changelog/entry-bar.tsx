import ChevronLeft from 'lucide-react/icons/chevron-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { entryText } from '#web/messages/en/changelog-entry.ts'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { paths } from '#web/paths.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { ResourceMenu } from '#web/ui/table/resource-menu.tsx'
import { Countdown } from './countdown.tsx'

interface EntryBarProps {
  entry: Entry | undefined
  state: 'draft' | 'scheduled' | 'published'
  status?: ReactNode
  /** Its controls, before the menu. */
  children?: ReactNode
}

/** The state of an entry, and what can be done with it. */
export const EntryBar = ({ entry, state, status, children }: EntryBarProps) => (
  <header className="entry-bar">
    <Link to={paths.changelog()} className="entry-back">
      <Icon of={ChevronLeft} size={20} className="rtl:-scale-x-100" />
      <span className="sr-only">{text.back}</span>
    </Link>
    {state === 'scheduled' && entry?.publish_at ? (
      <Countdown at={entry.publish_at} state={text.scheduled} />
    ) : (
      <StatusPill kind="entry" value={state} />
    )}
    {status}
    <span className="entry-bar-end">
      {children}
      {entry && <EntryMenu entry={entry} />}
    </span>
  </header>
)

/** What can be done to an entry besides writing it. */
function EntryMenu({ entry }: { entry: Entry }) {
  const canEdit = useCapability('changelog.edit')
  const canDelete = useCanWrite() && canEdit
  if (!canDelete) return null
  return (
    <ResourceMenu
      label={entryText.actions}
      trigger={<IconButton icon={Ellipsis} label={entryText.actions} />}
      loadItems={async () => (await import('./entry-menu-items.tsx')).EntryMenuItems}
      itemProps={{ entry }}
    />
  )
}
