import Info from 'lucide-react/icons/info'
import Send from 'lucide-react/icons/send'
import { useLocation } from 'react-router-dom'

import type { Webhook } from '#client/resources.ts'
import type { Delivery } from '#contract/developers/webhook-resources.ts'
import { deliveriesText as text } from '#web/messages/en/deliveries.ts'
import { webhookText } from '#web/messages/en/webhooks.ts'
import { paths } from '#web/paths.ts'
import { useEndpointMutation } from '#web/session/mutations/use-endpoint-mutation.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { formatSaveError } from '#web/ui/error-message.ts'
import { formatMoment, shortenId } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { now } from '#web/ui/server-time.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useLiveTable } from '#web/ui/table/live-rows.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { toast } from '#web/ui/toast.ts'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import type { Deliveries } from './deliveries.data.ts'
import { formatResult, formatWait, isSlow } from './deliveries.rules.ts'
import { formatDuration } from './webhook-words.rules.ts'

interface DeliveriesTableProps {
  webhook: Webhook
  deliveries: Deliveries
  openId: string | undefined
  /** Takes the focus once this changes. */
  requestedRow: string | null
}

/** State of a navigation that leaves the focus where it is; see shell/route-focus.ts. */
export const KEEP_FOCUS = 'keep focus'

const rowId = ({ id }: Delivery) => id
const rowName = ({ event, id }: Delivery) => `${event} ${id}`

/** The deliveries in each state. */
export function DeliveriesTable({
  webhook,
  deliveries,
  openId,
  requestedRow,
}: DeliveriesTableProps) {
  const { view, clear } = deliveries
  const { search } = useLocation()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  const table = useLiveTable<Delivery>(deliveries, { columns, rowId, failed: text.failed })
  return (
    <DataTable<Delivery>
      {...table}
      caption={text.caption}
      view={view}
      rowName={rowName}
      link={({ id }) => paths.delivery(webhook.id, id) + search}
      linkState={KEEP_FOCUS}
      requestedRow={requestedRow}
      attributes={({ id }) => ({ 'data-current': String(id === openId) })}
      singleKeys={singleKeys}
      headControl={({ id }) => (id === 'took' ? <AnswerHint /> : null)}
      empty={
        deliveries.isFiltered ? (
          <EmptyState
            filtered
            title={text.noMatch}
            action={<Button onClick={clear}>{text.clearFilters}</Button>}
          />
        ) : (
          <NoDeliveries webhook={webhook} />
        )
      }
    />
  )
}

/** Also said to screen readers, whose table has no hover. */
const AnswerHint = () => (
  <span
    tabIndex={0}
    data-tip={text.answerWithin}
    className="-my-1 ms-1 inline-grid size-6 place-items-center rounded-chip align-middle text-ink-3 max-md:hidden"
  >
    <Icon of={Info} size={14} />
    <span className="sr-only">{text.answerWithin}</span>
  </span>
)

const Empty = () => <span className="sr-only">{text.none}</span>

const columns: readonly Column<Delivery>[] = [
  {
    id: 'result',
    label: text.columns.result,
    width: 9,
    cell: (delivery) => (
      <StatusPill kind="delivery" value={delivery.status}>
        {formatResult(delivery)}
      </StatusPill>
    ),
  },
  {
    id: 'event',
    label: text.columns.event,
    minWidth: 10,
    onPhone: true,
    cell: ({ event }) => <code className="font-mono text-code text-ink">{event}</code>,
  },
  {
    id: 'delivery',
    label: text.columns.delivery,
    width: 6.75,
    cell: ({ id }) => (
      <code data-tip={id} className="font-mono text-code text-ink-2">
        {shortenId(id)}
      </code>
    ),
  },
  {
    id: 'took',
    label: text.columns.took,
    align: 'end',
    width: 7,
    cell: ({ last_attempt }) => <Took milliseconds={last_attempt?.duration_ms ?? null} />,
  },
  {
    id: 'when',
    label: text.columns.when,
    align: 'end',
    width: 7.5,
    onPhone: true,
    cell: (delivery) => <When delivery={delivery} />,
  },
]

export const Took = ({ milliseconds }: { milliseconds: number | null }) => {
  if (milliseconds === null) return <Empty />
  return (
    <>
      {isSlow(milliseconds) && <span className="me-1 font-medium text-warn-ink">{text.slow}</span>}{' '}
      {formatDuration(milliseconds)}
    </>
  )
}

interface NextAttemptProps {
  at: string
  /** Beside the attempts there were. */
  isNamed?: boolean
}

/** Counts down to the next attempt. */
export function NextAttempt({ at, isNamed = false }: NextAttemptProps) {
  const describe = (date: Date, isExact: boolean) => {
    const wait = isExact ? formatMoment(date) : formatWait(date, now())
    return isNamed ? text.next(wait) : wait
  }
  return <RelativeTime at={at} every={1000} describe={describe} tabIndex={-1} />
}

/** The last attempt, or the next one of a delivery that waits. */
function When({
  delivery: { status, next_attempt_at, last_attempt, created_at },
}: {
  delivery: Delivery
}) {
  if (status === 'pending' && next_attempt_at !== null) return <NextAttempt at={next_attempt_at} />
  return <RelativeTime at={last_attempt?.at ?? created_at} tabIndex={-1} />
}

function NoDeliveries({ webhook }: { webhook: Webhook }) {
  const canWrite = useCanWrite()
  const offlineProps = useOfflineProps()
  const { send, isPending, error, canDuplicate } = useEndpointMutation(
    'POST /webhooks/:webhook_id/test',
  )
  const sendTest = async () => {
    if (offlineProps) return
    const result = await send({ webhook_id: webhook.id })
    if (result.state === 'success') toast({ text: text.testQueued })
  }
  return (
    <EmptyState
      icon={Send}
      title={text.empty}
      action={
        canWrite && (
          <Button
            {...offlineProps}
            variant="primary"
            icon={Send}
            busy={isPending}
            onClick={() => void sendTest()}
          >
            {text.sendTest}
          </Button>
        )
      }
    >
      {error ? (
        <span role="alert">
          {formatSaveError(error, { formatReason: webhookText.test.failed, canDuplicate })}
        </span>
      ) : (
        text.emptyDescription
      )}
    </EmptyState>
  )
}
