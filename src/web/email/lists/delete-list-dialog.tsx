import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { List } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmNameForm } from '#web/ui/confirm/confirm-name-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { archiveList, deleteList } from './edit-list.data.ts'
import { listQuery } from './lists.data.ts'

interface DeleteListDialogProps {
  list: List
  onClose: () => void
}

/** Deletes an empty list, or an archived one once its name is typed. A list with contacts must be archived first. */
export function DeleteListDialog({ list: row, onClose }: DeleteListDialogProps) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  // The counts decide, so they must be those of now.
  const { data: list = row } = useQuery({ ...listQuery(row.id), staleTime: 0 })
  const [isPending, setPending] = useState(false)
  const total = list.counts?.total
  const isEmpty = total === 0

  if (!isEmpty && !list.archived)
    return (
      <Dialog title={text.deleteTitle(list.name)} onClose={onClose}>
        <p>{text.archiveFirst}</p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          <Button
            {...offlineProps}
            variant="primary"
            data-autofocus
            onClick={() => {
              if (offlineProps) return
              onClose()
              archiveList(session, list, true)
            }}
          >
            {text.archive}
          </Button>
        </div>
      </Dialog>
    )

  const confirm = async () => {
    setPending(true)
    const state = await deleteList(session, list)
    setPending(false)
    if (state === 'error' || state === 'canceled') return
    onClose()
    if (state !== 'kept') toast({ text: text.deleted(list.name) })
  }
  return (
    <Dialog title={text.deleteTitle(list.name)} onClose={onClose}>
      <ConfirmNameForm
        name={isEmpty ? undefined : list.name}
        label={text.deleteConfirm(list.name)}
        mismatch={text.deleteMismatch}
        action={text.deleteList}
        offlineProps={offlineProps}
        isPending={isPending}
        onConfirm={() => void confirm()}
        onCancel={onClose}
      >
        {isEmpty
          ? text.deleteEmpty
          : total === undefined
            ? text.deleteUnknown
            : text.deleteWarning(total)}
      </ConfirmNameForm>
    </Dialog>
  )
}
