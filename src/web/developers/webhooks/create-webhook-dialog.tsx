import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Webhook } from '#client/resources.ts'
import type { ShownRequest } from '#client/shown-request.ts'
import { SecretDialog, SecretForm } from '#web/developers/keys/secret-dialog.tsx'
import { webhookFormText as text, webhookSecretText } from '#web/messages/en/webhooks.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { recordCreation } from './edit-webhook.data.ts'
import { SecretField, WebhookFields } from './webhook-fields.tsx'
import { asKinds, checkContent, contentOf, fieldsOf, placeErrors } from './webhook-form.rules.ts'

interface CreatedWebhook {
  readonly webhook: Webhook
  readonly secret: string
  /** Without the secret. */
  readonly request: ShownRequest
}

/** Creates a webhook, then shows its secret, which only the state of this dialog has. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const navigate = useNavigate()
  const [created, setCreated] = useState<CreatedWebhook>()
  if (!created) return <CreateForm onClose={onClose} onCreated={setCreated} />
  const done = () => {
    onClose()
    recordCreation(session, created.webhook, created.request)
    void navigate(paths.webhook(created.webhook.id))
  }
  return <SecretDialog secret={created.secret} text={webhookSecretText} onDone={done} />
}

interface CreateFormProps {
  onClose: () => void
  onCreated: (result: CreatedWebhook) => void
}

function CreateForm({ onClose, onCreated }: CreateFormProps) {
  const [initial] = useState(() => contentOf())
  const [content, setContent] = useState(initial)
  const [secret, setSecret] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { send, ...mutation } = useEndpointMutation('POST /webhooks')
  const found = checkContent(content, undefined, secret)
  const issues = { ...placeErrors(mutation.error, content), ...(isSubmitted && found) }

  const submit = async () => {
    const result = await send({
      ...requestOf(fieldsOf(content)),
      ...(secret !== '' && { secret }),
    })
    if (result.state !== 'success') return
    const { secret: value, ...webhook } = result.output
    onCreated({ webhook, secret: value, request: result.request })
  }
  return (
    <SecretForm
      title={text.title}
      className="md:w-[40rem]"
      submitLabel={text.create}
      isTextKept
      isDirty={content !== initial || secret !== ''}
      validate={() => (setSubmitted(true), Object.keys(found).length === 0)}
      onSubmit={submit}
      {...{ mutation, onClose }}
    >
      <WebhookFields
        startsDialog
        content={content}
        issues={issues}
        onChange={(next) => setContent((current) => ({ ...current, ...next }))}
      />
      <SecretField value={secret} issue={issues['secret']} onChange={setSecret} />
    </SecretForm>
  )
}

/** Without the description where there is none. */
const requestOf = ({ description, events, ...fields }: ReturnType<typeof fieldsOf>) => ({
  ...fields,
  events: asKinds(events),
  ...(description !== null && { description }),
})
