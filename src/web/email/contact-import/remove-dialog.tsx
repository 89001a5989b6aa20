import { type FormEvent, useState } from 'react'

import {
  isTypedNumber,
  MAX_UNTYPED_DELETIONS,
} from '#web/email/contact-bulk/bulk-contacts.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { contactImportText as text } from '#web/messages/en/contact-import.ts'
import { paths } from '#web/paths.ts'
import { type BulkRun, startBulkChange } from '#web/session/bulk.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
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
  const hasBatches = useCapability('contacts.batch')
  const [typed, setTyped] = useState('')
  const needsNumber = ids.length > MAX_UNTYPED_DELETIONS
  const isTyped = !needsNumber || isTypedNumber(typed, ids.length)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTyped) return
    onStart(deleteContacts(session, list_id, ids, hasBatches))
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

const BATCH_SIZE = 200

function deleteContacts(
  session: KeySession,
  list_id: string,
  ids: readonly string[],
  hasBatches: boolean,
): BulkRun {
  const change = {
    label: text.removeJob(ids.length),
    items: ids,
    invalidates: ['GET /lists', 'GET /lists/:list_id', 'GET /lists/:list_id/contacts'] as const,
    result: ({ done, failed, unknown }: { done: number; failed: number; unknown: number }) => ({
      label: text.removed(done, failed + unknown),
      to: paths.list(list_id),
    }),
  }
  if (!hasBatches)
    return startBulkChange(session, {
      ...change,
      endpoint: 'DELETE /lists/:list_id/contacts/:contact_id',
      input: ([contact_id = '']) => ({ list_id, contact_id }),
    })
  return startBulkChange(session, {
    ...change,
    endpoint: 'POST /lists/:list_id/contacts/batch',
    batchSize: BATCH_SIZE,
    input: (batch) => ({
      list_id,
      operations: batch.map((id) => ({ op: 'delete' as const, id })),
    }),
    rejected: ({ results }) =>
      new Map(results.flatMap(({ index, error }) => (error ? [[index, error.message]] : []))),
  })
}
