import { useState } from 'react'

import type { Webhook } from '#client/resources.ts'
import { SecretDialog, SecretForm } from '#web/developers/keys/secret-dialog.tsx'
import { webhookSecretText as text } from '#web/messages/en/webhooks.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { formatZonedTime, useDateSettings } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { SecretField } from './webhook-fields.tsx'
import { checkContent, contentOf, placeErrors } from './webhook-form.rules.ts'
import { formatAddress } from './webhook-words.rules.ts'

/** While it has not come, the service refuses a replacement with an overlap: two secrets sign at most. */
const previousSecretEnd = ({ previous_secret_until: until }: Webhook) =>
  until !== null && new Date(until) > now() ? new Date(until) : undefined

const overlaps = [0, 1, 24, 72] as const
type Overlap = (typeof overlaps)[number]

/** What signs, and how to replace it. The secret itself is nowhere: it is shown when it is created. */
export function SecretTab({ webhook, onReplace }: { webhook: Webhook; onReplace: () => void }) {
  useDateSettings()
  const offlineProps = useOfflineProps()
  const until = previousSecretEnd(webhook)
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-4">
      <p>{text.description}</p>
      <p className="text-ink-2">{text.headers}</p>
      <p role="status" className="font-medium">
        {until ? text.until(formatZonedTime(until)) : text.onlyOne}
      </p>
      <p className="text-ink-2">{text.hidden}</p>
      <Button
        {...offlineProps}
        className="justify-self-start"
        onClick={() => !offlineProps && onReplace()}
      >
        {text.replace}
      </Button>
    </div>
  )
}

/**
 * Replaces the secret of a webhook and shows the new one. Beside the page, which may lose the webhook meanwhile: nobody could
 * read the new secret without this.
 */
export function SecretReplacement({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  return secret === undefined ? (
    <ReplaceDialog webhook={webhook} onClose={onClose} onReplaced={setSecret} />
  ) : (
    <SecretDialog secret={secret} text={text} onDone={onClose} />
  )
}

interface ReplaceDialogProps {
  webhook: Webhook
  onClose: () => void
  onReplaced: (secret: string) => void
}

/** Asks how long the previous secret signs, which cannot be changed afterwards. */
function ReplaceDialog({ webhook: current, onClose, onReplaced }: ReplaceDialogProps) {
  // A choice stays what it was while somebody else changes the webhook. The service then refuses, and it is shown anew.
  const [webhook, setWebhook] = useState(current)
  const [chosen, setChosen] = useState<Overlap>(24)
  const [secret, setSecret] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { send, ...mutation } = useEndpointMutation('POST /webhooks/:webhook_id/rotate-secret')
  const until = previousSecretEnd(webhook)
  const offered = until ? ([0] as const) : overlaps
  const overlap = until ? 0 : chosen
  const content = contentOf(webhook)
  const found = checkContent(content, webhook, secret)['secret']
  const issue = isSubmitted ? found : undefined
  const submit = async () => {
    const input = {
      webhook_id: webhook.id,
      overlap_hours: overlap,
      ...(secret !== '' && { secret }),
    }
    const result = await send(input, { version: () => webhook.version })
    if (result.state === 'success') onReplaced(result.output.secret)
    else if (result.state === 'error' && result.error.code === 'precondition_failed')
      setWebhook(current)
  }
  return (
    <SecretForm
      title={text.replaceTitle(formatAddress(webhook))}
      submitLabel={text.replaceSecret}
      isTextKept
      isDirty={secret !== ''}
      validate={() => (setSubmitted(true), found === undefined)}
      onSubmit={submit}
      {...{ mutation, onClose }}
    >
      <RadioList
        autoFocus
        legend={text.overlap}
        value={String(overlap)}
        options={offered.map((hours) => ({
          value: String(hours),
          label: text.overlaps[hours],
          hint:
            hours === overlap ? (hours === 0 ? text.noOverlapHint : text.overlapHint) : undefined,
        }))}
        onChange={(value) => setChosen(overlaps.find((hours) => String(hours) === value) ?? 24)}
      />
      {until && <p>{text.overlapping(formatZonedTime(until))}</p>}
      <SecretField
        value={secret}
        issue={issue ?? placeErrors(mutation.error, content)['secret']}
        onChange={setSecret}
      />
      <p>{text.noUndo}</p>
    </SecretForm>
  )
}
