import Copy from 'lucide-react/icons/copy'
import Link from 'lucide-react/icons/link'
import MailCheck from 'lucide-react/icons/mail-check'
import MailX from 'lucide-react/icons/mail-x'
import PanelRight from 'lucide-react/icons/panel-right'
import Tag from 'lucide-react/icons/tag'
import Trash from 'lucide-react/icons/trash-2'

import type { Contact } from '#client/resources.ts'
import { contactBulkText } from '#web/messages/en/contact-bulk.ts'
import { contactMenuText as text } from '#web/messages/en/contacts.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { canChangeStatus, type StatusChange } from './bulk-contacts.rules.ts'
import { deleteContact } from './edit-contact.data.ts'

/** What a dialog changes of one contact. */
export type ContactAction = 'addTags' | StatusChange

const statusChanges = [
  ['unsubscribe', MailX],
  ['resubscribe', MailCheck],
] as const

export interface ContactMenuItemsProps {
  contact: Contact
  onOpen: (contact: Contact) => void
  onAction: (contact: Contact, action: ContactAction) => void
}

export function ContactMenuItems({ contact, onOpen, onAction }: ContactMenuItemsProps) {
  const session = useSession()
  const canWrite = useCanWrite()
  const guard = createGuard(useDisabledReason())
  const { id, list_id, email_address, status } = contact
  const copyLink = () =>
    void copyToClipboard(`${location.origin}${paths.contact(list_id, id)}`, text.linkCopied)
  return (
    <>
      <MenuItem icon={PanelRight} onSelect={() => onOpen(contact)}>
        {text.open}
      </MenuItem>
      <MenuItem
        icon={Copy}
        onSelect={() => void copyToClipboard(email_address, text.copied(email_address))}
      >
        {text.copyAddress}
      </MenuItem>
      <MenuItem icon={Link} onSelect={copyLink}>
        {text.copyLink}
      </MenuItem>
      {canWrite && (
        <>
          <MenuSeparator />
          <MenuItem icon={Tag} onSelect={guard(() => onAction(contact, 'addTags'))}>
            {contactBulkText.addTags}
          </MenuItem>
          {statusChanges.map(
            ([change, icon]) =>
              canChangeStatus[change](status) && (
                <MenuItem
                  key={change}
                  icon={icon}
                  onSelect={guard(() => onAction(contact, change))}
                >
                  {contactBulkText[change]}
                </MenuItem>
              ),
          )}
          <MenuSeparator />
          <MenuItem icon={Trash} tone="bad" onSelect={guard(() => deleteContact(session, contact))}>
            {text.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}
