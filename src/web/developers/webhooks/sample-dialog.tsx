import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import type { Webhook } from '#client/resources.ts'
import type { Input } from '#contract/endpoints.ts'
import { messages } from '#web/messages/en/app.ts'
import { webhookText } from '#web/messages/en/webhooks.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { Select } from '#web/ui/form/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { eventKindsQuery } from './webhooks.data.ts'

const text = webhookText.test
type Kind = NonNullable<Input<'POST /webhooks/:webhook_id/test'>['kind']>

/** Sends a sample of a kind of event to a webhook. Until the kinds are loaded there is one. */
export function SampleDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const offlineProps = useOfflineProps()
  const { data } = useQuery(eventKindsQuery())
  const [kind, setKind] = useState('webhook.test')
  const { send, error, isPending, canDuplicate } = useEndpointMutation(
    'POST /webhooks/:webhook_id/test',
  )
  const kinds = data?.data ?? [{ kind, summary: '' }]
  const summary = kinds.find((one) => one.kind === kind)?.summary
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (offlineProps) return
    // The options are kinds of the server.
    const result = await send({ webhook_id: webhook.id, kind: kind as Kind })
    if (result.state !== 'success') return
    onClose()
    toast({ text: text.queued })
  }
  return (
    <Dialog title={text.title} onClose={onClose}>
      <form className="grid grid-cols-1 gap-4" onSubmit={(event) => void submit(event)}>
        <p>{text.hint}</p>
        <Select
          label={text.kind}
          hint={summary}
          value={kind}
          data-autofocus
          options={kinds.map((one) => ({ value: one.kind, label: one.kind }))}
          onChange={({ target }) => setKind(target.value)}
        />
        {error && (
          <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad-ink">
            {formatSaveError(error, { formatReason: text.failed, canDuplicate })}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{messages.app.cancel}</Button>
          <Button {...offlineProps} type="submit" variant="primary" busy={isPending}>
            {text.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
