import Download from 'lucide-react/icons/download'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import Tag from 'lucide-react/icons/tag'
import TagX from 'lucide-react/icons/tag-x'
import Trash from 'lucide-react/icons/trash-2'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'

import { contactBulkText as text } from '#web/messages/en/contact-bulk.ts'
import { contactExportText } from '#web/messages/en/contact-export.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { Icon } from '#web/ui/icon.tsx'
import { BulkAction } from '#web/ui/table/bulk-action-bar.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import type { ContactChoice } from './bulk-contacts.rules.ts'
import { ActionDialog, DeleteContactsDialog } from './bulk-dialogs.tsx'
import { deleteContact } from './edit-contact.data.ts'
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
  /** What a key of the page requested, maybe before this was loaded. */
  request: 'addTags' | 'delete' | undefined
  onRequestStart: () => void
  /** Deselects what an action has changed so that it may match no longer. */
  onDeselect: () => void
}

/** What can be done with the selected contacts: the buttons of the action bar. */
export function BulkActions(props: BulkActionsProps) {
  const { choice, list_name, tags, request, onRequestStart, onDeselect } = props
  const session = useSession()
  const canWrite = useCanWrite()
  const reason = useDisabledReason()
  const offlineProps = useOfflineProps()
  // At once, so that the field takes what was typed meanwhile.
  const [action, setAction] = useState<Action | undefined>(
    canWrite && !offlineProps && request === 'addTags' ? request : undefined,
  )
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
  const startRequest = useEffectEvent(() => {
    if (!request) return
    onRequestStart()
    if (!canWrite) toast({ text: reason ?? '' })
    else if (request !== action) run(request)
  })
  useEffect(() => startRequest(), [request])
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
      {action && action !== 'export' && action !== 'delete' && (
        <ActionDialog {...dialog} action={action} tags={tags} />
      )}
      {action === 'export' && <ExportDialog {...{ choice, list_name }} onClose={dialog.onClose} />}
      {action === 'delete' && <DeleteContactsDialog {...dialog} list_name={list_name} />}
    </>
  )
}
