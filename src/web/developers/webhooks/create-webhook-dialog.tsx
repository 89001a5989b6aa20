import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Webhook } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { webhookFormText as text } from '#web/messages/en/webhooks.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Field } from '#web/ui/form/field.tsx'
import { submitOnCtrlEnter, useFocusFirstIssue } from '#web/ui/form/form.ts'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { recordCreation } from './edit-webhook.data.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookFields } from './webhook-fields.tsx'
import { asKinds, checkContent, contentOf, fieldsOf, placeErrors } from './webhook-form.rules.ts'

/** Creates a webhook, then shows its secret, which only the state of this dialog has. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const [created, setCreated] = useState<{ webhook: Webhook; secret: string }>()
  if (!created) return <CreateForm onClose={onClose} onCreated={setCreated} />
  const done = () => {
    onClose()
    recordCreation(session, created.webhook)
    void navigate(paths.webhook(created.webhook.id))
  }
  return <SecretDialog secret={created.secret} onDone={done} />
}

interface CreateFormProps {
  onClose: () => void
  onCreated: (result: { webhook: Webhook; secret: string }) => void
}

function CreateForm({ onClose, onCreated }: CreateFormProps) {
  const offlineProps = useOfflineProps()
  const [initial] = useState(() => contentOf())
  const [content, setContent] = useState(initial)
  const [secret, setSecret] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { send, error, isPending, isWaiting, canDuplicate } = useEndpointMutation('POST /webhooks')
  const { form, focusFirstIssue } = useFocusFirstIssue(error)
  const isDirty = content !== initial || secret !== ''
  const { close, confirmation } = useUnsavedChanges(() => isDirty, onClose)
  const found = checkContent(content, secret)
  const issues = { ...placeErrors(error, content), ...(isSubmitted && found) }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps) return
    setSubmitted(true)
    if (Object.keys(found).length > 0) return focusFirstIssue()
    const result = await send({
      ...requestOf(fieldsOf(content)),
      ...(secret !== '' && { secret }),
    })
    if (result.state !== 'success') return
    const { secret: value, ...webhook } = result.output
    onCreated({ webhook, secret: value })
  }
  return (
    <Dialog title={text.title} onClose={close} className="md:w-[40rem]">
      <form
        ref={form}
        noValidate
        className="grid grid-cols-1 gap-6"
        onSubmit={(event) => void submit(event)}
        onKeyDown={submitOnCtrlEnter}
      >
        <WebhookFields
          startsDialog
          content={content}
          issues={issues}
          onChange={(next) => setContent((current) => ({ ...current, ...next }))}
        />
        <Field
          label={text.secret}
          hint={text.secretHint}
          issue={issues['secret']}
          value={secret}
          maxLength={256}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onChange={({ target }) => setSecret(target.value)}
        />
        <p
          role="status"
          className="rounded-control bg-warn-soft px-3 py-2 text-warn-ink empty:hidden"
        >
          {isWaiting && messages.app.waiting}
        </p>
        {error && (
          <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad-ink">
            {formatSaveError(error, { canDuplicate, textKept: true })}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>{messages.app.cancel}</Button>
          <Button {...offlineProps} type="submit" variant="primary" busy={isPending}>
            {text.create}
          </Button>
        </div>
      </form>
      {confirmation}
    </Dialog>
  )
}

/** Without the description where there is none. */
const requestOf = ({ description, events, ...fields }: ReturnType<typeof fieldsOf>) => ({
  ...fields,
  events: asKinds(events),
  ...(description !== null && { description }),
})
