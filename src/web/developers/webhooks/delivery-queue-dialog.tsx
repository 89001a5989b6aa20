import { useEffect, useState } from 'react'

import { asApiError } from '#client/api-error.ts'
import type { Webhook } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { queueAgainText as text } from '#web/messages/en/deliveries.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { formatLoadError } from '#web/ui/error-message.ts'
import { FormMessages } from '#web/ui/form/form-messages.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { formatMoment } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'

const hour = 3_600_000
const periods = { '1h': hour, '24h': 24 * hour, '3d': 72 * hour, '7d': 168 * hour } as const
type Period = keyof typeof periods
const periodNames = ['1h', '24h', '3d', '7d'] as const

const endpoints = {
  recover: 'POST /webhooks/:webhook_id/recover',
  replay: 'POST /webhooks/:webhook_id/replay',
  skip: 'POST /webhooks/:webhook_id/skip-waiting',
} as const

interface QueueDialogProps {
  webhook: Webhook
  action: keyof typeof endpoints
  onClose: () => void
}

/** Queues or skips many deliveries. The server counts them first. */
export function QueueDialog({ webhook, action, onClose }: QueueDialogProps) {
  // A delivery fails for good only 75 hours after its event.
  const [period, setPeriod] = useState<Period>(action === 'recover' ? '7d' : '24h')
  const [opened] = useState(now)
  const offlineProps = useOfflineProps()
  const { send, ...save } = useEndpointMutation(endpoints[action])
  const since = new Date(opened.getTime() - periods[period])
  // The endpoint that skips knows no time.
  const input = {
    webhook_id: webhook.id,
    ...(action !== 'skip' && { since: since.toISOString() }),
  } as { webhook_id: string; since: string }
  const { count, countError, recount } = useCount(endpoints[action], input)
  const moment = formatMoment(since, opened)

  const submit = async () => {
    if (offlineProps || !count) return
    const result = await send({ ...input, dry_run: false })
    if (result.state !== 'success') return
    onClose()
    toast({ text: text.done[action](result.output.count) })
  }
  const message =
    count === undefined
      ? countError
        ? ''
        : text.counting
      : count === 0
        ? text.nothing[action](moment)
        : text.preview[action](count, moment)
  return (
    <Dialog title={text.titles[action]} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-2">{text.hints[action]}</p>
        {action !== 'skip' && (
          <RadioList
            legend={text.since}
            autoFocus
            value={period}
            onChange={setPeriod}
            options={periodNames.map((value) => ({ value, label: text.sinceOptions[value] }))}
          />
        )}
        <p role="status" id="queue-count" className="min-h-5">
          {message}
        </p>
        {countError && (
          <p role="alert" className="flex flex-wrap items-center gap-3 text-bad-ink">
            {text.countFailed} {countError}
            <Button size="small" onClick={recount}>
              {messages.app.tryAgain}
            </Button>
          </p>
        )}
        <FormMessages save={save} formatReason={text.failed[action]} />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{messages.app.cancel}</Button>
        <Button
          {...offlineProps}
          variant="primary"
          data-autofocus={action === 'skip' || undefined}
          busy={save.isPending}
          aria-disabled={offlineProps || !count ? true : undefined}
          aria-describedby={offlineProps ? offlineProps['aria-describedby'] : 'queue-count'}
          onClick={() => void submit()}
        >
          {count ? text.submit[action](count) : text.submitNone[action]}
        </Button>
      </div>
    </Dialog>
  )
}

type QueueEndpoint = (typeof endpoints)[keyof typeof endpoints]

/** How many there are, counted again for another input. */
function useCount(name: QueueEndpoint, input: { webhook_id: string; since: string }) {
  const { call } = useSession()
  const key = JSON.stringify(input)
  const [result, setResult] = useState<{ key: string; count?: number; error?: string }>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const { signal, abort } = createAbort()
    call(name, { ...input, dry_run: true }, { signal }).then(
      ({ count }) => setResult({ key, count }),
      (error: unknown) => {
        if (!signal.aborted) setResult({ key, error: formatLoadError(asApiError(error)) })
      },
    )
    return abort
    // oxlint-disable-next-line react/exhaustive-deps -- `key` is the input
  }, [call, name, key, tries])
  const current = result?.key === key ? result : undefined
  return {
    count: current?.count,
    countError: current?.error,
    recount: () => (setResult(undefined), setTries(tries + 1)),
  }
}

function createAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
