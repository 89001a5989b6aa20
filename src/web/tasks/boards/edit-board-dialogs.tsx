import { type FormEvent, useState } from 'react'

import type { Board } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardEditText, boardMenuText as text } from '#web/messages/en/board-edit.ts'
import { editResource } from '#web/session/resources/edit-resource.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { submitOnCtrlEnter, useFieldValidation, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
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
  const offlineProps = useOfflineProps()
  const [name, setName] = useState(board.name)
  const [description, setDescription] = useState(board.description ?? '')
  const nameCheck = useFieldValidation(name, nameIssue)
  const { form, focusFirstIssue } = useFocusFirstIssue()
  const changes = {
    ...(name.trim() !== board.name && { name: name.trim() }),
    ...(description.trim() !== (board.description ?? '') && {
      description: description.trim() || null,
    }),
  }
  const isChanged = Object.keys(changes).length > 0
  const { close, confirmation } = useUnsavedChanges(() => isChanged, onClose)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps) return
    if (!nameCheck.validate()) return focusFirstIssue()
    onClose()
    if (isChanged) void editResource(session, boardResource, board, changes)
  }
  return (
    <Dialog title={text.editTitle} onClose={close}>
      <form
        ref={form}
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
        noValidate
        className="grid gap-4"
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
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{messages.app.cancel}</Button>
          <Button {...offlineProps} type="submit" variant="primary">
            {text.save}
          </Button>
        </div>
      </form>
      {confirmation}
    </Dialog>
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
  const offlineProps = useOfflineProps()
  const [name, setName] = useState('')
  const [isPending, setPending] = useState(false)
  const matches = (value: string) => value.trim() === board.name.trim()
  const { issue, validate } = useFieldValidation(name, (value) =>
    matches(value) ? undefined : text.deleteMismatch,
  )
  const { form, focusFirstIssue } = useFocusFirstIssue()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps) return
    if (!validate()) return focusFirstIssue()
    setPending(true)
    const { state } = await deleteBoard(session, board)
    setPending(false)
    if (state === 'error' || state === 'canceled') return
    onClose()
    if (state === 'kept') return
    toast({ text: boardEditText.deletedBoard(board.name) })
    onDeleted?.()
  }
  return (
    <Dialog title={text.deleteTitle(board.name)} onClose={onClose}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <p>{text.deleteWarning(board.lists.length, board.card_count ?? 0)}</p>
        <Field
          label={text.deleteConfirm(board.name)}
          value={name}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.target.value)}
          issue={issue}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          <Button {...offlineProps} type="submit" variant="danger" busy={isPending}>
            {text.deleteBoard}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
