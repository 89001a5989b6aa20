import Download from 'lucide-react/icons/download'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import Tag from 'lucide-react/icons/tag'
import TagX from 'lucide-react/icons/tag-x'
import Trash from 'lucide-react/icons/trash-2'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'

import { deleteContact } from '#web/email/contact-edit/edit-contact.data.ts'
import { contactBulkText as text } from '#web/messages/en/contact-bulk.ts'
import { contactExportText } from '#web/messages/en/contact-export.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useDisabledReason, useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { BulkAction } from '#web/ui/bulk-action-bar.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import type { ContactChoice } from './bulk-contacts.rules.ts'
import { StatusDialog, TagDialog } from './bulk-dialogs.tsx'
import { DeleteContactsDialog } from './delete-contacts-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { readContacts } from './read-contacts.data.ts'

type Action = 'addTags' | 'removeTags' | 'unsubscribe' | 'resubscribe' | 'export' | 'delete'

const actions: readonly Action[] = [
  'addTags',
  'removeTags',
  'unsubscribe',
  'resubscribe',
  'export',
  'delete',
]

const icons: Record<Action, ComponentProps<typeof Icon>['of']> = {
  addTags: Tag,
  removeTags: TagX,
  unsubscribe: MailX,
  resubscribe: MailCheck,
  export: Download,
  delete: Trash,
}

interface BulkActionsProps {
  choice: ContactChoice
  list_name: string
  /** Tags of the list. */
  tags: readonly string[]
  /** Deselects what an action has changed so that it may match no longer. */
  onDeselect: () => void
}

/** What can be done with the selected contacts: the buttons of the action bar. */
export function BulkActions(props: BulkActionsProps) {
  const { choice, list_name, tags, onDeselect } = props
  const session = useSession()
  const canWrite = useCanWrite()
  const reason = useDisabledReason()
  const offlineProps = useOfflineProps()
  const [action, setAction] = useState<Action>()
  const run = (next: Action) => {
    if (offlineProps && next !== 'export') return
    if (next === 'delete' && choice.ids?.length === 1) void deleteOne()
    else setAction(next)
  }
  /** One deletion is delayed instead, which can be undone. */
  const deleteOne = async () => {
    const { signal } = session
    const [contact] = await readContacts(session, choice, { signal }).catch(() => [])
    if (!contact) return setAction('delete')
    onDeselect()
    deleteContact(session, contact)
  }
  useActionKeys(canWrite ? run : undefined)
  const isRule = choice.ids === undefined
  const dialog = {
    choice,
    onClose: () => setAction(undefined),
    // A rule may match others by then.
    onStart: () => (isRule || action === 'delete') && onDeselect(),
  }
  return (
    <>
      {actions.map((name) => {
        // Exporting only reads.
        const isReading = name === 'export'
        if (!canWrite && !isReading) return null
        return (
          <BulkAction key={name} {...(!isReading && offlineProps)} onClick={() => run(name)}>
            <Icon of={icons[name]} />
            {isReading ? contactExportText.open : text[name]}
          </BulkAction>
        )
      })}
      {!canWrite && <p className="px-2 text-cell whitespace-nowrap text-ink-2">{reason}</p>}
      {(action === 'addTags' || action === 'removeTags') && (
        <TagDialog {...dialog} isAdded={action === 'addTags'} tags={tags} />
      )}
      {(action === 'unsubscribe' || action === 'resubscribe') && (
        <StatusDialog {...dialog} change={action} />
      )}
      {action === 'export' && <ExportDialog {...{ choice, list_name }} onClose={dialog.onClose} />}
      {action === 'delete' && <DeleteContactsDialog {...dialog} list_name={list_name} />}
    </>
  )
}

/** T and Delete on the selection: in the table, or where nothing has the focus. */
function useActionKeys(run: ((action: Action) => void) | undefined) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!run || event.defaultPrevented || isTyping(event)) return
    const { target } = event
    const isInTable = target instanceof Element && target.closest('table, [data-bulk-actions]')
    if (!isInTable && target !== document.body) return
    if (document.querySelector('dialog[open], [role=menu]')) return
    if (event.key === 'Delete') run('delete')
    else if (keyLetter(event) === 't' && (isInTable || singleKeys)) run('addTags')
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
