import Copy from 'lucide-react/icons/copy'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import Trash from 'lucide-react/icons/trash-2'
import {
  type ComponentProps,
  type ReactElement,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Webhook } from '#client/resources.ts'
import { webhookText as text } from '#web/messages/en/webhooks.ts'
import { useSession } from '#web/session/session.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import type { DialogOpener } from '#web/ui/dialog.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/popup/menu.tsx'
import { createGuard, toast } from '#web/ui/toast.ts'
import { deleteWebhook, setEnabled } from './edit-webhook.data.ts'
import { formatAddress } from './webhook-words.rules.ts'

interface WebhookMenuProps {
  webhook: Webhook
  trigger: ReactElement<ComponentProps<'button'>>
  /** Shows a dialog outside of the menu. */
  openDialog: DialogOpener
  /** Its page has a button for it. */
  hasPauseButton?: boolean
  onDeleted?: () => void
}

/** What can be done with a webhook. */
export function WebhookMenu({ trigger, ...props }: WebhookMenuProps) {
  return (
    <Menu
      label={text.actions(formatAddress(props.webhook))}
      trigger={trigger}

      align="end"
    >
      <WebhookMenuItems {...props} />
    </Menu>
  )
}

function WebhookMenuItems(props: Omit<WebhookMenuProps, 'trigger'>) {
  const { webhook, openDialog, hasPauseButton = false, onDeleted } = props
  const session = useSession()
  const guard = createGuard(useDisabledReason())
  const { url, enabled } = webhook
  const onDelete = guard(() =>
    openDialog((onClose) => (
      <DeleteWebhookDialog webhook={webhook} onClose={onClose} onDeleted={onDeleted} />
    )),
  )
  return (
    <>
      {!hasPauseButton && (
        <MenuItem
          icon={enabled ? Pause : Play}
          onSelect={guard(() => setEnabled(session, webhook, !enabled))}
        >
          {enabled ? text.pause : text.turnOn}
        </MenuItem>
      )}
      <MenuItem
        icon={Copy}
        onSelect={() => void copyToClipboard(url, text.copied(formatAddress(webhook)))}
      >
        {text.copyAddress}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash} tone="bad" onSelect={onDelete}>
        {text.delete}
      </MenuItem>
    </>
  )
}

interface DeleteWebhookDialogProps {
  webhook: Webhook
  onClose: () => void
  onDeleted: (() => void) | undefined
}

/** Asks before a deletion, which has no undo. */
export function DeleteWebhookDialog({ webhook, onClose, onDeleted }: DeleteWebhookDialogProps) {
  const session = useSession()
  const [error, setError] = useState<ApiError | null>(null)
  const [isPending, setPending] = useState(false)
  const isReachable = useSyncExternalStore(session.reachable.subscribe, session.reachable.get)
  // A deletion that still waits for the server ends with the dialog.
  const stop = useRef(new AbortController())
  const close = () => {
    stop.current.abort()
    onClose()
  }
  const address = formatAddress(webhook)
  const confirm = async () => {
    setPending(true)
    setError(null)
    // Its page would say that it is gone before the list is shown.
    const { signal } = stop.current
    const outcome = await deleteWebhook(session, webhook, signal)
    setPending(false)
    if (outcome.state === 'error') return setError(outcome.error)
    if (outcome.state === 'canceled') return
    if (!signal.aborted) onClose()
    if (outcome.state === 'kept') return
    if (!signal.aborted) onDeleted?.()
    toast({ text: text.deleted(address) })
  }
  return (
    <DialogForm
      title={text.deleteTitle(address)}
      variant="danger"
      submitLabel={text.deleteWebhook}
      save={{ isPending, isWaiting: isPending && !isReachable }}
      waiting={text.deleteWaiting}
      alert={error && text.deleteFailed(formatLoadError(error))}
      onSubmit={confirm}
      onClose={close}
    >
      <p>{text.deleteEffect}</p>
    </DialogForm>
  )
}
