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
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { createGuard } from '#web/ui/toast.ts'

const actionDialog = lazyChunk(() => import('./person-action-dialog.tsx'))
const personDialog = lazyChunk(() => import('./person-dialog.tsx'))
const forgetDialog = lazyChunk(() => import('./forget-dialog.tsx'))
const mergeDialog = lazyChunk(() => import('./merge-dialog.tsx'))

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
          onSelect={guard(() =>
            openDialog(
              <Lazy chunk={actionDialog} onCancel={close}>
                {({ PersonActionDialog }) => <PersonActionDialog {...{ user, onClose: close }} />}
              </Lazy>,
            ),
          )}
        >
          {text.act}
        </MenuItem>
      )}
      {canWrite && (
        <MenuItem
          icon={Pencil}
          onSelect={guard(() =>
            openDialog(
              <Lazy chunk={personDialog} onCancel={close}>
                {({ PersonDialog }) => <PersonDialog {...{ user, onOpen, onClose: close }} />}
              </Lazy>,
            ),
          )}
        >
          {text.edit}
        </MenuItem>
      )}
      {canWrite && canMerge && (
        <>
          <MenuItem
            icon={Merge}
            onSelect={guard(() =>
              openDialog(
                <Lazy chunk={mergeDialog} onCancel={close}>
                  {({ MergeDialog }) => <MergeDialog user={user} onClose={close} />}
                </Lazy>,
              ),
            )}
          >
            {text.merge}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={Trash}
            tone="bad"
            onSelect={guard(() =>
              openDialog(
                <Lazy chunk={forgetDialog} onCancel={close}>
                  {({ ForgetDialog }) => <ForgetDialog user={user} onClose={close} />}
                </Lazy>,
              ),
            )}
          >
            {text.forget}
          </MenuItem>
        </>
      )}
    </>
  )
}
