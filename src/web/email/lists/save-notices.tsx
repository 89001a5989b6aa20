import { useState } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { messages } from '#web/messages/en/app.ts'
import type { RemoveOutcome } from '#web/session/resources/remove-resource.ts'
import type { SaveResult } from '#web/session/resources/resource.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'

interface SaveNoticesProps {
  save: {
    readonly isWaiting: boolean
    readonly error: ApiError | null
    readonly canDuplicate: boolean
  }
}

/** Below the fields: waiting for the server, or why it was not saved. */
export const SaveNotices = ({ save }: SaveNoticesProps) => (
  <>
    <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink empty:hidden">
      {save.isWaiting && messages.app.waiting}
    </p>
    {save.error && (
      <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad-ink">
        {formatSaveError(save.error, { canDuplicate: save.canDuplicate, textKept: true })}
      </p>
    )}
  </>
)

interface ConfirmRemoveDialogProps {
  title: string
  effect: string
  /** The button that deletes. */
  action: string
  cancel?: string
  remove: () => Promise<RemoveOutcome<unknown> | SaveResult<unknown>>
  onClose: () => void
  /** It is deleted, or someone deleted it before. */
  onRemoved: (isGone: boolean) => void
}

/** Asks before a deletion that has no undo. */
export function ConfirmRemoveDialog(props: ConfirmRemoveDialogProps) {
  const { title, effect, action, cancel = messages.app.cancel, remove, onClose, onRemoved } = props
  const [error, setError] = useState<ApiError | null>(null)
  const [isPending, setPending] = useState(false)
  const offlineProps = useOfflineProps()
  const confirm = async () => {
    if (isPending) return
    setPending(true)
    setError(null)
    const outcome = await remove()
    setPending(false)
    const failure = outcome.state === 'error' ? outcome.error : undefined
    const isGone = outcome.state === 'gone' || failure?.code === 'not_found'
    if (failure && !isGone) return setError(failure)
    if (outcome.state === 'canceled' || outcome.state === 'superseded') return
    onClose()
    if (outcome.state !== 'kept') onRemoved(isGone)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{effect}</p>
      <SaveNotices save={{ isWaiting: false, error, canDuplicate: false }} />
      <div className="flex justify-end gap-2">
        <Button data-autofocus onClick={onClose}>
          {cancel}
        </Button>
        <Button
          {...offlineProps}
          variant="danger"
          busy={isPending}
          onClick={() => !offlineProps && void confirm()}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
