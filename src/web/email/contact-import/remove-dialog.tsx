import { type FormEvent, useState } from 'react'

import { deleteContacts } from '#web/email/contacts/bulk-contacts.data.ts'
import { isTypedNumber, MAX_UNTYPED_DELETIONS } from '#web/email/contacts/bulk-contacts.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { paths } from '#web/paths.ts'
import type { BulkRun } from '#web/session/bulk.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'

interface RemoveDialogProps {
  list_id: string
  /** Contacts that were not there before the import. */
  ids: readonly string[]
  onStart: (run: BulkRun) => void
  onClose: () => void
}

/** Asks before the contacts that an import added are deleted. */
export function RemoveDialog({ list_id, ids, onStart, onClose }: RemoveDialogProps) {
  const session = useSession()
  const [typed, setTyped] = useState('')
  const needsNumber = ids.length > MAX_UNTYPED_DELETIONS
  const isTyped = !needsNumber || isTypedNumber(typed, ids.length)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTyped) return
    const contacts = ids.map((id) => ({ id }))
    const run = deleteContacts(session, list_id, contacts, {
      label: text.removeJob(ids.length),
      result: ({ done, failed, unknown }) => ({
        label: text.removed(done, failed + unknown),
        to: paths.list(list_id),
      }),
    })
    onStart(run)
    onClose()
  }
  return (
    <Dialog title={text.removeTitle(ids.length)} onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <p>{text.removeHint}</p>
        {needsNumber && (
          <Field
            label={text.removeConfirm(ids.length)}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          <Button type="submit" variant="danger" disabled={!isTyped}>
            {text.removeAction(ids.length)}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
