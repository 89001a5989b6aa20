import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import type { Automation, Contact } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { enrollText } from '#web/messages/en/automations.ts'
import { enrollContactText as text } from '#web/messages/en/contact-edit.ts'
import { paths } from '#web/paths.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { getDelayedMutations } from '#web/session/mutations/delayed-mutations.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Select } from '#web/ui/form/field.tsx'
import { Skeleton } from '#web/ui/page-states.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toast } from '#web/ui/toast.ts'

/** A server of the public API may name neither. */
const canEnroll = ({ status, list_id }: Automation, contact: Contact) =>
  (status === undefined || status === 'active') &&
  (list_id === undefined || list_id === contact.list_id)

/** Enrolls the contact after the time to undo it; then it cannot be taken back. */
function enroll(session: KeySession, automation: Automation, contact: Contact) {
  const { id: automation_id, name } = automation
  const { id: contact_id, email_address } = contact
  getDelayedMutations(session).delay('enroll', {
    label: enrollText.startingOne(email_address, name),
    name: 'POST /automations/:automation_id/enroll',
    input: { automation_id, contact_id },
    onSuccess: () => toast({ text: enrollText.startedOne(email_address, name) }),
    onUndo: () => {}, // nothing was shown as changed
  })
}

/** Chooses an automation for one contact. Nothing starts by Enter alone. */
export function EnrollDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const session = useSession()
  const query = useInfiniteQuery(endpointPages('GET /automations', {}))
  useAllPages(query, true)
  const [id, setId] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const options = query.data?.pages
    .flatMap(({ data }) => data)
    .filter((automation) => canEnroll(automation, contact))
  const chosen = options?.find((automation) => automation.id === id)
  const start = () => {
    if (!chosen) return
    enroll(session, chosen, contact)
    onClose()
  }
  return (
    <DialogForm
      title={text.title}
      submitLabel={options && options.length > 0 ? enrollText.start(1) : undefined}
      // Its name must not change under the focus once the automations are loaded.
      cancelLabel={messages.app.cancel}
      validate={() => (setSubmitted(true), chosen !== undefined)}
      onSubmit={start}
      onClose={onClose}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi className="font-medium wrap-anywhere">{contact.email_address}</bdi>
        <StatusPill kind="contact" value={contact.status} />
      </p>
      {!options ? (
        query.error ? (
          <ErrorState
            title={text.failed}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton label={text.loading}>
            <div className="h-16" />
          </Skeleton>
        )
      ) : options.length === 0 && !query.hasNextPage ? (
        <p className="text-ink-2">
          {text.none}{' '}
          <Link to={paths.automations()} className="text-accent-ink underline">
            {text.open}
          </Link>
        </p>
      ) : (
        <Select
          label={text.automation}
          hint={text.hint}
          issue={isSubmitted && !chosen ? text.required : undefined}
          placeholder={text.choose}
          options={options.map(({ id: value, name }) => ({ value, label: name }))}
          value={id}
          data-autofocus
          onChange={({ target }) => setId(target.value)}
        />
      )}
    </DialogForm>
  )
}
