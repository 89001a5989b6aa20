import Copy from 'lucide-react/icons/copy'
import Link from 'lucide-react/icons/link'
import PanelRight from 'lucide-react/icons/panel-right'
import Trash from 'lucide-react/icons/trash-2'
import { type ComponentProps, type ReactElement, useEffect, useMemo, useRef } from 'react'

import type { Contact } from '#client/resources.ts'
import { deleteContact } from '#web/email/contact-edit/edit-contact.data.ts'
import { contactMenuText as text } from '#web/messages/en/contacts.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'

interface ContactMenuProps {
  contact: Contact
  trigger: ReactElement<ComponentProps<'button'>>
  onOpen: (contact: Contact) => void
}

/** What can be done with one contact. */
export function ContactMenu({ trigger, ...props }: ContactMenuProps) {
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))
  const items = useMemo(() => async () => () => <ContactMenuItems {...latest.current} />, [])
  return <Menu label={props.contact.email_address} align="end" trigger={trigger} items={items} />
}

function ContactMenuItems({ contact, onOpen }: Omit<ContactMenuProps, 'trigger'>) {
  const session = useSession()
  const canWrite = useCanWrite()
  const reason = useDisabledReason()
  const { id, list_id, email_address } = contact
  const remove = () =>
    reason === undefined ? deleteContact(session, contact) : void toast({ text: reason })
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
          <MenuItem icon={Trash} tone="bad" onSelect={remove}>
            {text.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}
