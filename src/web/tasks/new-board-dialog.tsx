import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { paths } from '#web/paths.ts'
import { useWrite } from '#web/session/use-write.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { notSavedText } from '#web/ui/error-text.ts'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { issuesOf, submitOnCtrlEnter } from '#web/ui/form.ts'
import { takeTyped } from '#web/ui/typed-ahead.tsx'
import { useUnsaved } from '#web/ui/unsaved.tsx'
import { newBoardWords as said } from '#web/words/en-boards.ts'
import { words } from '#web/words/en.ts'
import { listsOf } from './new-board.rules.ts'

/** A board with the lists its cards go through. */
export function NewBoardDialog({ onClose }: { onClose: () => void }) {
  const create = useWrite('POST /boards')
  const navigate = useNavigate()
  const [missing, setMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { close, question } = useUnsaved(() => isWritten(form.current), onClose)
  const issues = issuesOf(create.error)

  // onSubmit and not action={}: React clears the fields after an action, even a refused one.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = text(form, 'name').trim()
    setMissing(!name)
    if (!name) return
    const lists = listsOf(text(form, 'lists'), form.has('completes'))
    void create.send(
      { name, lists },
      {
        stale: ['GET /boards'],
        onAnswer: (board) => {
          onClose()
          void navigate(paths.board(board.id))
        },
      },
    )
  }

  return (
    <Dialog title={said.title} onClose={close}>
      <form
        ref={form}
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
        noValidate
        className="grid gap-4"
      >
        <Field
          label={said.name}
          name="name"
          ref={fillIn}
          data-autofocus
          maxLength={255}
          autoComplete="off"
          issue={missing ? said.nameMissing : issues['name']}
        />
        <TextArea
          label={said.lists}
          hint={said.listsHint}
          issue={issues['lists']}
          name="lists"
          rows={3}
          defaultValue={usualLists}
        />
        <Checkbox label={said.completes} name="completes" defaultChecked />
        {create.error && (
          <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad-ink">
            {notSavedText(create.error, { mayDouble: create.mayDouble, textKept: true })}
          </p>
        )}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>{words.app.cancel}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {said.create}
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  )
}

const usualLists = said.usualLists.join('\n')

/** There is something that would be lost. */
function isWritten(form: HTMLFormElement | null): boolean {
  if (!form) return false
  const given = new FormData(form)
  return text(given, 'name').trim() !== '' || text(given, 'lists') !== usualLists
}

/** With what was typed while this code was on its way. */
const fillIn = (field: HTMLInputElement | null) => {
  const [line] = field ? takeTyped().split('\n') : []
  if (field && line) field.value = line
}

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
