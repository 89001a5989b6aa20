import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { eventsText as text } from '#web/messages/en/events.ts'
import { usePreference } from '#web/session/preferences.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { describeResource, type FeedEvent } from './events.rules.ts'

interface EventTableProps {
  rows: readonly FeedEvent[]
  view: string
  onOpen: (event: FeedEvent) => void
  empty: ReactNode
}

const rowId = ({ id }: FeedEvent) => id
const rowName = ({ event }: FeedEvent) => text.open(event)

/** Events, newest first; a row opens the JSON. */
export function EventTable({ rows, view, onOpen, empty }: EventTableProps) {
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  return (
    <DataTable<FeedEvent>
      caption={text.caption}
      columns={columns}
      rows={rows}
      view={view}
      rowId={rowId}
      rowName={rowName}
      onOpen={onOpen}
      isVirtual
      singleKeys={singleKeys}
      empty={empty}
    />
  )
}

const columns: readonly Column<FeedEvent>[] = [
  {
    id: 'kind',
    label: text.columns.kind,
    width: 16,
    cell: ({ event }) => <code className="font-mono text-code">{event}</code>,
  },
  {
    id: 'resource',
    label: text.columns.resource,
    minWidth: 14,
    onPhone: true,
    cell: (event) => <Resource event={event} />,
  },
  {
    id: 'id',
    label: text.columns.id,
    width: 17,
    cell: ({ id }) => <code className="font-mono text-code text-ink-2">{id}</code>,
  },
  {
    id: 'time',
    label: text.columns.time,
    align: 'end',
    width: 9,
    onPhone: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} tabIndex={-1} />,
  },
]

function Resource({ event }: { event: FeedEvent }) {
  const resource = describeResource(event)
  if (!resource) return <span className="sr-only">{text.none}</span>
  const label = <bdi>{resource.label}</bdi>
  if (resource.to === undefined) return label
  return (
    <Link
      to={resource.to}
      tabIndex={-1}
      className="inline-block max-w-full truncate align-middle leading-6 text-accent-ink hover:underline"
    >
      {label}
    </Link>
  )
}
