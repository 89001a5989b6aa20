import Copy from 'lucide-react/icons/copy'
import Trash from 'lucide-react/icons/trash-2'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

import type { Subscriber } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { subscribersText as text } from '#web/messages/en/subscribers.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Menu, MenuItem } from '#web/ui/popup/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'

interface SubscriberMenuProps {
  subscriber: Subscriber
  trigger: ReactElement<ComponentProps<'button'>>
  openDialog: (dialog: ReactNode) => void
}

/** What can be done with one subscriber. */
export function SubscriberMenu({ subscriber, trigger, openDialog }: SubscriberMenuProps) {
  const canEdit = useCapability('changelog.edit')
  const canRemove = useCanWrite() && canEdit
  const { email } = subscriber
  return (
    <Menu label={email} align="end" trigger={trigger}>
      <MenuItem icon={Copy} onSelect={() => void copyToClipboard(email, text.copied(email))}>
        {text.copyAddress}
      </MenuItem>
      {canRemove && (
        <MenuItem
          icon={Trash}
          tone="bad"
          onSelect={() =>
            openDialog(<RemoveDialog subscriber={subscriber} onClose={() => openDialog(null)} />)
          }
        >
          {text.remove}
        </MenuItem>
      )}
    </Menu>
  )
}

function RemoveDialog({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const { id, email } = subscriber
  const offlineProps = useOfflineProps()
  const { send, error, isPending } = useEndpointMutation(
    'DELETE /feedback/changelog/subscribers/:subscriber_id',
  )
  const confirm = async () => {
    if (offlineProps) return
    const result = await send({ subscriber_id: id })
    const isGone = result.state === 'error' && result.error.code === 'not_found'
    if (result.state !== 'success' && !isGone) return
    onClose()
    toast({ text: text.removed(email) })
  }
  return (
    <Dialog title={text.removeTitle(email)} onClose={onClose}>
      <p>{text.removeEffect}</p>
      {error && (
        <p role="alert" className="subscriber-error">
          {formatSaveError(error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        <Button
          {...offlineProps}
          variant="danger"
          data-autofocus
          busy={isPending}
          onClick={() => void confirm()}
        >
          {text.remove}
        </Button>
      </div>
    </Dialog>
  )
}
