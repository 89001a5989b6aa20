import { useState } from 'react'

import type { Board } from '#client/resources.ts'
import { boardEditText, boardMenuText as text } from '#web/messages/en/board-edit.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { ConfirmTypingDialog, DialogForm, isNameOf } from '#web/ui/form/dialog-form.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { useFieldValidation } from '#web/ui/form/form.ts'
import { toast } from '#web/ui/toast.ts'
import { boardResource, deleteBoard } from './board-resources.ts'

interface EditBoardDialogProps {
  board: Board
  startsIn: 'name' | 'description'
  onClose: () => void
}

/** Renames and describes a board. */
export function EditBoardDialog({ startsIn, onClose, ...props }: EditBoardDialogProps) {
  const session = useSession()
  // What others change meanwhile is not a change of this form.
  const [board] = useState(props.board)
  const [name, setName] = useState(board.name)
  const [description, setDescription] = useState(board.description ?? '')
  const nameCheck = useFieldValidation(name, nameIssue)
  const changes = {
    ...(name.trim() !== board.name && { name: name.trim() }),
    ...(description.trim() !== (board.description ?? '') && {
      description: description.trim() || null,
    }),
  }
  const isChanged = Object.keys(changes).length > 0

  const submit = () => {
    onClose()
    if (isChanged) void editResource(session, boardResource, board, changes)
  }
  return (
    <DialogForm
      title={text.editTitle}
      submitLabel={text.save}
      isTextKept
      isDirty={isChanged}
      validate={nameCheck.validate}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={text.nameLabel}
        value={name}
        maxLength={255}
        autoComplete="off"
        data-autofocus={startsIn === 'name' || undefined}
        onChange={(event) => setName(event.target.value)}
        onBlur={nameCheck.onBlur}
        issue={nameCheck.issue}
      />
      <TextArea
        label={text.descriptionLabel}
        hint={text.descriptionHint}
        value={description}
        maxLength={50_000}
        rows={5}
        data-autofocus={startsIn === 'description' || undefined}
        onChange={(event) => setDescription(event.target.value)}
      />
    </DialogForm>
  )
}

const nameIssue = (name: string) => (name.trim() ? undefined : text.nameRequired)

interface DeleteBoardDialogProps {
  board: Board
  onDeleted?: () => void
  onClose: () => void
}

/** Deletes an archived board once its name is typed. */
export function DeleteBoardDialog({ board, onDeleted, onClose }: DeleteBoardDialogProps) {
  const session = useSession()
  const [isPending, setPending] = useState(false)

  const confirm = async (close: () => boolean) => {
    setPending(true)
    const { state } = await deleteBoard(session, board)
    setPending(false)
    if (state === 'error' || state === 'canceled') return
    close()
    if (state === 'kept') return
    toast({ text: boardEditText.deletedBoard(board.name) })
    onDeleted?.()
  }
  return (
    <ConfirmTypingDialog
      title={text.deleteTitle(board.name)}
      action={text.deleteBoard}
      typing={{
        label: text.deleteConfirm(board.name),
        mismatch: text.deleteMismatch,
        matches: isNameOf(board.name),
      }}
      save={{ isPending }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{text.deleteWarning(board.lists.length, board.card_count ?? 0)}</p>
    </ConfirmTypingDialog>
  )
}
