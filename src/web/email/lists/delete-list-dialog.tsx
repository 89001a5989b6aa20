import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { List } from '#client/resources.ts'
import { listEditText as text } from '#web/messages/en/lists.ts'
import { useSession } from '#web/session/session.ts'
import { ConfirmTypingDialog, isNameOf } from '#web/ui/form/dialog-form.tsx'
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

  const mustArchive = !isEmpty && !list.archived

  const confirm = async (close: () => boolean) => {
    if (mustArchive) {
      close()
      archiveList(session, list, true)
      return
    }
    setPending(true)
    const state = await deleteList(session, list)
    setPending(false)
    if (state === 'error' || state === 'canceled') return
    close()
    if (state !== 'kept') toast({ text: text.deleted(list.name) })
  }
  return (
    <ConfirmTypingDialog
      title={text.deleteTitle(list.name)}
      variant={mustArchive ? 'primary' : 'danger'}
      action={mustArchive ? text.archive : text.deleteList}
      typing={
        isEmpty || mustArchive
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
        {mustArchive
          ? text.archiveFirst
          : isEmpty
            ? text.deleteEmpty
            : total === undefined
              ? text.deleteUnknown
              : text.deleteWarning(total)}
      </p>
    </ConfirmTypingDialog>
  )
}
