import Trash from 'lucide-react/icons/trash-2'
import { useNavigate } from 'react-router-dom'

import type { ChangelogEntry as Entry } from '#client/resources.ts'
import { entryScope } from '#web/feedback/entry/entry.rules.ts'
import { entryText as text } from '#web/messages/en/changelog-entry.ts'
import { paths } from '#web/paths.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { MenuItem } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { deletedEntries } from './deleted-entries.ts'

/** What can be done to an entry besides writing it. */
export function EntryMenuItems({ entry }: { entry: Entry }) {
  const session = useSession()
  const navigate = useNavigate()
  const reason = useDisabledReason()
  const remove = () => {
    if (reason !== undefined) return void toast({ text: reason })
    deleteEntry(session, entry, () => {
      if (location.pathname === paths.changelog()) void navigate(paths.entry(entry.id))
    })
    void navigate(paths.changelog())
  }
  return (
    <MenuItem icon={Trash} tone="bad" onSelect={remove}>
      {text.delete}
    </MenuItem>
  )
}

/** Deletes an entry after the time to undo it; `onUndo` runs once it is there again. */
function deleteEntry(session: KeySession, { id, title }: Entry, onUndo: () => void) {
  const restore = () => deletedEntries.remove(session, id)
  deletedEntries.add(session, id)
  getDelayedMutations(session).delay('delete_entry', {
    label: text.deleted(title),
    name: 'DELETE /feedback/changelog/entries/:entry_id',
    input: { entry_id: id },
    scope: entryScope(id),
    onUndo: () => (restore(), onUndo()),
    onError: restore,
  })
}
