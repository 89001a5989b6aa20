import { type FormEvent, useEffect, useState } from 'react'

import { messages } from '#web/messages/en/app.ts'
import { contactBulkText as text } from '#web/messages/en/contact-bulk.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { submitOnCtrlEnter, useFieldValidation, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { deleteContacts, saveDeletedContacts } from './bulk-contacts.data.ts'
import { type ContactChoice, isTypedNumber, MAX_UNTYPED_DELETIONS } from './bulk-contacts.rules.ts'
import { ReadingState, useChosenContacts } from './use-chosen-contacts.tsx'

interface DeleteContactsDialogProps {
  choice: ContactChoice
  /** Names the file. */
  list_name: string
  onClose: () => void
  /** The deletion has begun. */
  onStart: () => void
}

/**
 * Deletes contacts after they were saved as a file. They are read first, so that the file, the number that is typed and what
 * is deleted agree, whatever comes to match the filter meanwhile.
 */
export function DeleteContactsDialog(props: DeleteContactsDialogProps) {
  const { choice, list_name, onClose, onStart } = props
  const session = useSession()
  const offlineProps = useOfflineProps()
  const chosen = useChosenContacts(choice)
  const { contacts } = chosen
  const count = contacts?.length
  const [number, setNumber] = useState('')
  const isTyped = count !== undefined && count > MAX_UNTYPED_DELETIONS
  const { issue, validate } = useFieldValidation(number, (value) =>
    isTyped && !isTypedNumber(value, count) ? text.deleteMismatch : undefined,
  )
  const { form, focusFirstIssue } = useFocusFirstIssue()
  useEffect(() => {
    if (isTyped) form.current?.querySelector('input')?.focus()
  }, [isTyped, form])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps || !contacts) return
    if (!validate()) return focusFirstIssue()
    saveDeletedContacts(list_name, contacts)
    deleteContacts(session, choice.list_id, contacts, {
      label: text.deleting(text.contacts(contacts.length)),
      nameOf: ({ email_address }) => email_address,
      result: ({ done }) => ({ label: text.deleted(text.contacts(done)) }),
    })
    onClose()
    onStart()
  }
  const title =
    count === undefined
      ? choice.ids
        ? text.deleteTitle(text.contacts(choice.ids.length))
        : text.deleteTitleUnknown
      : text.deleteTitle(text.contacts(count))
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={submit}
        onKeyDown={submitOnCtrlEnter}
      >
        <p>{count === 0 ? text.deleteNothing : text.deleteEffect}</p>
        <ReadingState chosen={chosen} />
        {isTyped && (
          <Field
            label={text.deleteConfirm(count)}
            value={number}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => setNumber(target.value)}
            issue={issue}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button data-autofocus onClick={onClose}>
            {messages.app.cancel}
          </Button>
          {count !== 0 && (
            <Button {...offlineProps} type="submit" variant="danger" disabled={!contacts}>
              {count === undefined ? text.delete : text.deleteAction(text.contacts(count))}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
