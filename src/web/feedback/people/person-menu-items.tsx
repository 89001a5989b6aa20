import Copy from 'lucide-react/icons/copy'
import Merge from 'lucide-react/icons/merge'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'

import type { PortalUser } from '#client/resources.ts'
import { peopleText as text } from '#web/messages/en/people.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'
import { ForgetDialog } from './forget-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PersonActionDialog } from './person-action-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'

interface PersonMenuItemsProps {
  user: PortalUser
  /** Shows a dialog outside of the row; null closes it. */
  openDialog: (dialog: ReactNode) => void
  onOpen: (user_id: string) => void
}

/** What can be done with one person. */
export function PersonMenuItems({ user, openDialog, onOpen }: PersonMenuItemsProps) {
  const canMerge = useCapability('users.merge')
  const canWrite = useCanWrite()
  const guard = createGuard(useDisabledReason())
  const close = () => openDialog(null)
  const { id, email } = user
  return (
    <>
      {email && (
        <MenuItem icon={Copy} onSelect={() => void copyToClipboard(email, text.copied(email))}>
          {text.copyAddress}
        </MenuItem>
      )}
      <MenuItem icon={Copy} onSelect={() => void copyToClipboard(id, text.copied(id))}>
        {text.copyId}
      </MenuItem>
      {canWrite && (
        <MenuItem
          icon={MessageCircle}
          onSelect={guard(() => openDialog(<PersonActionDialog {...{ user, onClose: close }} />))}
        >
          {text.act}
        </MenuItem>
      )}
      {canWrite && (
        <MenuItem
          icon={Pencil}
          onSelect={guard(() => openDialog(<PersonDialog {...{ user, onOpen, onClose: close }} />))}
        >
          {text.edit}
        </MenuItem>
      )}
      {canWrite && canMerge && (
        <>
          <MenuItem
            icon={Merge}
            onSelect={guard(() => openDialog(<MergeDialog user={user} onClose={close} />))}
          >
            {text.merge}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={Trash}
            tone="bad"
            onSelect={guard(() => openDialog(<ForgetDialog user={user} onClose={close} />))}
          >
            {text.forget}
          </MenuItem>
        </>
      )}
    </>
  )
}
