import { useQuery } from '@tanstack/react-query'
import Calendar from 'lucide-react/icons/calendar'
import CircleDot from 'lucide-react/icons/circle-dot'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Zap from 'lucide-react/icons/zap'

import type { Webhook } from '#client/resources.ts'
import { useOnline } from '#web/external-store.ts'
import { deliveriesText as text, queueAgainText } from '#web/messages/en/deliveries.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { useDisabledReason } from '#web/session/use-disabled-reason.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useDialogOpener } from '#web/ui/dialog.tsx'
import { MultiFilter, SingleFilter } from '#web/ui/form/filters.tsx'
import { Menu, MenuItem } from '#web/ui/popup/menu.tsx'
import { LiveStatus } from '#web/ui/table/live-rows.tsx'
import { createGuard } from '#web/ui/toast.ts'
import type { Deliveries } from './deliveries.data.ts'
import { QueueDialog } from './delivery-queue-dialog.tsx'
import { eventKindsQuery } from './webhooks.data.ts'

type QueueAction = 'recover' | 'replay' | 'skip'
const actions: readonly QueueAction[] = ['recover', 'replay', 'skip']

interface DeliveriesFiltersProps {
  webhook: Webhook
  deliveries: Deliveries
  onShowNew: () => void
}

/** Result, event and time, what is new, and what can be done with many deliveries. */
export function DeliveriesFilters({ webhook, deliveries, onShowNew }: DeliveriesFiltersProps) {
  const { filter, setFilter } = deliveries
  const isOnline = useOnline()
  const canWrite = useCanWrite()
  const status = filter.status.length > 0 ? joinStatus(filter.status) : undefined
  const kinds = useQuery(eventKindsQuery()).data?.data ?? []
  // Also those that the webhook no longer gets: test events, replays and former settings are in the log.
  const kindOptions = kinds.map(({ kind }) => ({ value: kind, label: kind }))
  return (
    <div
      role="group"
      aria-label={text.filters}
      className="flex flex-wrap items-center gap-2 p-3 ps-3.5 max-md:gap-y-3"
    >
      <SingleFilter
        label={text.status.label}
        icon={CircleDot}
        options={statusOptions(status)}
        value={status}
        onChange={(value) => setFilter('status', value)}
      />
      <MultiFilter
        label={text.kind}
        icon={Zap}
        options={kindOptions}
        values={filter.kind}
        onChange={(values) => setFilter('kind', values.join())}
      />
      <SingleFilter
        label={text.since.label}
        icon={Calendar}
        options={Object.entries(text.since.options).map(([value, label]) => ({ value, label }))}
        value={filter.since}
        onChange={(value) => setFilter('since', value)}
      />
      <div className="ms-auto flex min-h-control-small items-center gap-2">
        <LiveStatus
          live={deliveries}
          isOnline={isOnline}
          formatNew={text.newDeliveries}
          formatShow={text.showNew}
          onShowNew={onShowNew}
        />
        {canWrite && <QueueMenu webhook={webhook} />}
      </div>
    </div>
  )
}

const named: Readonly<Record<string, string>> = text.status.options

/** As the options spell it, in any order of the URL. */
function joinStatus(values: readonly string[]): string {
  const sorted = [...values].sort().join()
  return Object.keys(named).find((one) => one.split(',').sort().join() === sorted) ?? values.join()
}

const statusOptions = (current: string | undefined) => [
  ...Object.entries(named).map(([value, label]) => ({ value, label })),
  ...(current !== undefined && !(current in named)
    ? [
        {
          value: current,
          label: text.status.or(current.split(',').map((one) => named[one] ?? one)),
        },
      ]
    : []),
]

function QueueMenu({ webhook }: { webhook: Webhook }) {
  const { dialog, openDialog } = useDialogOpener()
  const guard = createGuard(useDisabledReason())
  const open = (action: QueueAction) =>
    openDialog((onClose) => <QueueDialog {...{ webhook, action, onClose }} />)
  return (
    <>
      <Menu
        label={text.menu}
        align="end"
        trigger={<IconButton icon={Ellipsis} label={text.menu} />}
      >
        {actions.map((action) => (
          <MenuItem key={action} onSelect={guard(() => open(action))}>
            {queueAgainText[action]}
          </MenuItem>
        ))}
      </Menu>
      {dialog}
    </>
  )
}
