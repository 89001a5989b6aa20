import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { List } from '#client/resources.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import { useSession } from '#web/session/session.ts'
import { ConfirmTypingDialog, DialogForm, isNameOf } from '#web/ui/form/dialog-form.tsx'
import { toast } from '#web/ui/toast.ts'
import { archiveList, deleteList } from './edit-list.data.ts'
import { listQuery } from './lists.data.ts'

interface DeleteListDialogProps {
  list: List
  onClose: () => void
}

/** Deletes an empty list, or an archived one once its name is typed. A list with contacts must be archived first. */
export function DeleteListDialog({ list: row, onClose }: DeleteListDialogProps) {
  const session = useSession()
  // The counts decide, so they must be those of now.
  const { data: list = row } = useQuery({ ...listQuery(row.id), staleTime: 0 })
  const [isPending, setPending] = useState(false)
  const total = list.counts?.total
  const isEmpty = total === 0

  if (!isEmpty && !list.archived)
    return (
      <DialogForm
        title={text.deleteTitle(list.name)}
        submitLabel={text.archive}
        onSubmit={() => {
          onClose()
          archiveList(session, list, true)
        }}
        onClose={onClose}
      >
        <p>{text.archiveFirst}</p>
      </DialogForm>
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
    <ConfirmTypingDialog
      title={text.deleteTitle(list.name)}
      action={text.deleteList}
      typing={
        isEmpty
          ? undefined
          : {
              label: text.deleteConfirm(list.name),
              mismatch: text.deleteMismatch,
              matches: isNameOf(list.name),
            }
      }
      save={{ isPending }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {isEmpty
          ? text.deleteEmpty
          : total === undefined
            ? text.deleteUnknown
            : text.deleteWarning(total)}
      </p>
    </ConfirmTypingDialog>
  )
}
