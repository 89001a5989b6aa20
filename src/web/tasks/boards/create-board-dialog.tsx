import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { createBoardText } from '#web/messages/en/boards.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import {
  fieldErrors,
  submitOnCtrlEnter,
  useFieldValidation,
  useFocusFirstIssue,
} from '#web/ui/form/form.ts'
import { useBufferedLine } from '#web/ui/type-ahead-buffer.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { parseLists } from './create-board.rules.ts'

export function CreateBoardDialog({ onClose }: { onClose: () => void }) {
  const create = useEndpointMutation('POST /boards')
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const nameCheck = useFieldValidation(name, nameIssue)
  const { form, focusFirstIssue } = useFocusFirstIssue(create.error)
  const { close, confirmation: question } = useUnsavedChanges(
    () => name.trim() !== '' || hasCustomLists(form.current),
    onClose,
  )
  const issues = fieldErrors(create.error)
  useBufferedLine(setName, () => form.current?.requestSubmit())

  // onSubmit and not action={}: React clears the fields after an action, even a rejected one.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    if (!nameCheck.validate()) return focusFirstIssue()
    const lists = parseLists(text(data, 'lists'), data.has('completes'))
    void create.send(
      { name: name.trim(), lists },
      {
        onSuccess: (board) => {
          if (!form.current) return // closed meanwhile
          onClose()
          void navigate(paths.board(board.id))
        },
      },
    )
  }

  return (
    <Dialog title={createBoardText.title} onClose={close}>
      <form
        ref={form}
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
        noValidate
        className="grid gap-4"
      >
        <Field
          label={createBoardText.name}
          name="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={nameCheck.onBlur}
          data-autofocus
          maxLength={255}
          autoComplete="off"
          issue={nameCheck.issue ?? issues['name']}
        />
        <TextArea
          label={createBoardText.lists}
          hint={createBoardText.listsHint}
          issue={issues['lists']}
          name="lists"
          rows={3}
          defaultValue={defaultLists}
        />
        <Checkbox label={createBoardText.completes} name="completes" defaultChecked />
        <p
          role="status"
          className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink empty:hidden"
        >
          {create.isWaiting && messages.app.waiting}
        </p>
        {create.error && (
          <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad-ink">
            {formatSaveError(create.error, { canDuplicate: create.canDuplicate, textKept: true })}
          </p>
        )}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={close}>{messages.app.cancel}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {createBoardText.create}
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  )
}

const defaultLists = createBoardText.defaultLists.join('\n')

const nameIssue = (name: string) => (name.trim() ? undefined : createBoardText.nameRequired)

const hasCustomLists = (form: HTMLFormElement | null) =>
  form !== null && text(new FormData(form), 'lists') !== defaultLists

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
