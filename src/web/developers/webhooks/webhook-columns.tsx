import { useQuery } from '@tanstack/react-query'

import type { Webhook } from '#client/resources.ts'
import { tableText } from '#web/messages/en/table.ts'
import { webhooksText as text } from '#web/messages/en/webhooks.ts'
import { formatRate } from '#web/ui/format.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import {
  describeOutcome,
  disabledReasonOf,
  formatAddress,
  formatDuration,
  formatKinds,
} from './webhook-words.rules.ts'
import { webhookStatsQuery } from './webhooks.data.ts'

const Nothing = () => (
  <span className="text-ink-3">
    <span aria-hidden className="max-md:hidden">
      –
    </span>
    <span className="sr-only">{tableText.none}</span>
  </span>
)

/** Whether it is on, and why not. */
function WebhookState({ webhook }: { webhook: Webhook }) {
  const reason = disabledReasonOf(webhook)
  const value = reason === undefined ? 'active' : reason === 'manual' ? 'paused' : 'failed'
  return (
    <StatusPill kind="webhook" value={value}>
      {text.state[reason ?? 'active']}
    </StatusPill>
  )
}

function LastResult({ webhook: { last_attempt } }: { webhook: Webhook }) {
  if (!last_attempt) return <span className="text-ink-3">{text.noAttempt}</span>
  const { status, label } = describeOutcome(last_attempt)
  return (
    <span className="inline-flex items-center gap-2">
      <StatusPill kind="delivery" value={status}>
        {label}
      </StatusPill>
      <RelativeTime at={last_attempt.at} tabIndex={-1} className="text-ink-3 max-md:hidden" />
    </span>
  )
}

/** The share of deliveries that succeeded. Before the first response, and where none ended, there is no number. */
function SuccessShare({ webhook }: { webhook: Webhook }) {
  const { data } = useQuery(webhookStatsQuery(webhook.id))
  if (!data) return <Nothing />
  const { delivered, failed } = data.last_24h
  const ended = delivered + failed
  if (ended === 0) return <span className="text-ink-3 max-md:hidden">{text.noDeliveries}</span>
  const percent = formatRate(delivered / ended, ended)
  const share = text.share(percent)
  return (
    <span className="inline-flex items-center gap-2">
      <span className="w-12 max-md:hidden">
        <ProgressBar
          isShare
          label={text.shareLabel(formatAddress(webhook))}
          done={delivered}
          of={ended}
          text={share}
        />
      </span>
      <span className="md:hidden">{percent}</span>
      <span className="max-md:hidden">{share}</span>
    </span>
  )
}

function Latency({ webhook: { id } }: { webhook: Webhook }) {
  const { data } = useQuery(webhookStatsQuery(id))
  const p95 = data?.last_24h.p95_ms
  return p95 == null ? <Nothing /> : formatDuration(p95)
}

export const webhookColumns: readonly Column<Webhook>[] = [
  {
    id: 'address',
    label: text.columns.address,
    cell: ({ url, format, description }) => (
      <>
        <bdi className={description ? 'block truncate pt-1' : ''}>
          {formatAddress({ url, format })}
        </bdi>
        {description && (
          <span className="block truncate pb-1 text-meta font-normal text-ink-3">
            {description}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'events',
    label: text.columns.events,
    cell: ({ events }) => <span className="text-ink-2">{formatKinds(events)}</span>,
  },
  {
    id: 'state',
    label: text.columns.state,
    onPhone: true,
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  {
    id: 'last',
    label: text.columns.last,
    onPhone: true,
    cell: (webhook) => <LastResult webhook={webhook} />,
  },
  {
    id: 'success',
    label: text.columns.success,
    onPhone: true,
    cell: (webhook) => <SuccessShare webhook={webhook} />,
  },
  {
    id: 'p95',
    label: text.columns.p95,
    align: 'end',
    cell: (webhook) => <Latency webhook={webhook} />,
  },
]
