import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Merge from 'lucide-react/icons/merge'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'

import type { PortalUser } from '#client/resources.ts'
import { mergeText, peopleText as text } from '#web/messages/en/people.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { hideItem } from '#web/session/resources/places.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { ConfirmTypingDialog, isNameOf } from '#web/ui/form/dialog-form.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard, toast } from '#web/ui/toast.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { PersonActionDialog } from './person-action-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { personResource } from './user-changes.data.ts'
import { formatUserName } from './user-name.rules.ts'
import { userQuery } from './users.data.ts'

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

interface ForgetDialogProps {
  user: PortalUser
  onClose: () => void
}

/** Erases a person once their name is typed. */
function ForgetDialog({ user: row, onClose }: ForgetDialogProps) {
  const session = useSession()
  const { data: user = row } = useQuery({ ...userQuery(row.id), staleTime: 0 })
  const name = formatUserName(user)
  const { send, ...save } = useEndpointMutation('DELETE /feedback/users/:user_id')
  const forget = async (close: () => boolean) => {
    const rollback = hideItem(session, personResource, user.id)
    const result = await send({ user_id: user.id }, { version: () => user.version })
    const isGone = result.state === 'error' && result.error.code === 'not_found'
    if (result.state !== 'success' && !isGone) return rollback()
    close()
    toast({ text: mergeText.forgotten(name) })
  }
  return (
    <ConfirmTypingDialog
      title={mergeText.forgetTitle(name)}
      action={mergeText.forget}
      typing={{
        label: mergeText.forgetConfirm(name),
        mismatch: mergeText.forgetMismatch,
        matches: isNameOf(name),
      }}
      save={save}
      onConfirm={forget}
      onClose={onClose}
    >
      <p>
        {mergeText.forgetEffect(user.counters?.posts, user.counters?.votes)} {mergeText.permanent}
      </p>
    </ConfirmTypingDialog>
  )
}
