import ChevronLeft from 'lucide-react/icons/chevron-left'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileClock from 'lucide-react/icons/file-clock'
import Trash from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { entryText } from '#web/messages/en/changelog-entry.ts'
import { changelogText as text } from '#web/messages/en/changelog.ts'
import { versionsText } from '#web/messages/en/entry-versions.ts'
import { paths } from '#web/paths.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '#web/ui/popup/menu.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toast } from '#web/ui/toast.ts'
import { deletedEntries, entryAddress, keepEntryFilter } from './changelog.data.ts'
import { Countdown } from './countdown.tsx'
import { EntryVersions } from './entry-versions.tsx'
import { entryScope } from './entry.rules.ts'

interface EntryBarProps {
  entry: Entry | undefined
  state: 'draft' | 'scheduled' | 'published'
  status?: ReactNode
  /** Sends what is not saved yet, before a version is restored. */
  save?: (() => Promise<Entry | undefined>) | undefined
  /** Its controls, before the menu. */
  children?: ReactNode
}

/** The state of an entry, and what can be done with it. */
export function EntryBar({ entry, state, status, save, children }: EntryBarProps) {
  const { search } = useLocation()
  return (
    <header
      data-testid="entry-bar"
      className="flex min-h-14 flex-wrap items-center gap-2 px-4 py-2 md:px-6"
    >
      <Link
        to={paths.changelog() + keepEntryFilter(search)}
        className="-ms-2 grid size-11 place-items-center rounded-control text-ink-2 hover:bg-hover md:hidden"
      >
        <Icon of={ChevronLeft} size={20} className="rtl:-scale-x-100" />
        <span className="sr-only">{text.back}</span>
      </Link>
      {state === 'scheduled' && entry?.publish_at ? (
        <Countdown at={entry.publish_at} state={text.scheduled} />
      ) : (
        <StatusPill kind="entry" value={state} />
      )}
      {status}
      <span className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-2">
        {children}
        {entry && <EntryMenu entry={entry} save={save} />}
      </span>
    </header>
  )
}

/** What can be done to an entry besides writing it. */
function EntryMenu({ entry, save }: Pick<EntryBarProps, 'save'> & { entry: Entry }) {
  const canEdit = useCapability('changelog.edit')
  const hasVersions = useCapability('changelog.versions')
  const canDelete = useCanWrite() && canEdit
  const [isReading, setReading] = useState(false)
  if (!canDelete && !hasVersions) return null
  return (
    <>
      <Menu
        label={entryText.actions}
        trigger={<IconButton icon={Ellipsis} label={entryText.actions} />}
        align="end"
      >
        {hasVersions && (
          <MenuItem icon={FileClock} onSelect={() => setReading(true)}>
            {versionsText.title}
          </MenuItem>
        )}
        {canDelete && <DeleteItem entry={entry} />}
      </Menu>
      {isReading && (
        <EntryVersions
          entry={entry}
          save={canDelete ? save : undefined}
          onClose={() => setReading(false)}
        />
      )}
    </>
  )
}

function DeleteItem({ entry }: { entry: Entry }) {
  const session = useSession()
  const navigate = useNavigate()
  const reason = useDisabledReason()
  const remove = () => {
    if (reason !== undefined) return void toast({ text: reason })
    deleteEntry(session, entry, () => {
      if (location.pathname === paths.changelog())
        void navigate(entryAddress(entry.id, location.search))
    })
    void navigate(paths.changelog() + keepEntryFilter(location.search))
  }
  return (
    <MenuItem icon={Trash} tone="bad" onSelect={remove}>
      {entryText.delete}
    </MenuItem>
  )
}

/** Deletes an entry after the time to undo it; `onUndo` runs once it is there again. */
function deleteEntry(session: KeySession, { id, title }: Entry, onUndo: () => void) {
  const restore = () => deletedEntries.remove(session, id)
  deletedEntries.add(session, id)
  getDelayedMutations(session).delay('delete_entry', {
    label: entryText.deleted(title),
    name: 'DELETE /feedback/changelog/entries/:entry_id',
    input: { entry_id: id },
    scope: entryScope(id),
    onUndo: () => (restore(), onUndo()),
    onError: restore,
  })
}
