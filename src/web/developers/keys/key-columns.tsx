import type { ApiKey } from '#client/resources.ts'
import { keysText as text } from '#web/messages/en/keys.ts'
import { tableText } from '#web/messages/en/table.ts'
import { formatDate, formatTime } from '#web/ui/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { exactTimeProps, RelativeTime } from '#web/ui/relative-time.tsx'
import { useCurrentTime } from '#web/ui/server-time.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { accessOf, formatKey, keyStateOf } from './keys.rules.ts'

const Nothing = () => (
  <span className="text-ink-3">
    <span aria-hidden className="max-md:hidden">
      –
    </span>
    <span className="sr-only">{tableText.none}</span>
  </span>
)

/** Whether the key works, by the clock of the server. */
function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const now = useCurrentTime()
  const state = keyStateOf(apiKey, now)
  return (
    <StatusPill kind="key" value={state}>
      {state === 'expiring'
        ? text.state.expiring(formatTime(new Date(apiKey.expires_at ?? ''), now))
        : text.state[state]}
    </StatusPill>
  )
}

/** A day, with its time in the tooltip. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} {...exactTimeProps(new Date(at))}>
    {formatDate(new Date(at))}
  </time>
)

/** The columns; the row of the key in use says so. */
export const buildColumns = (currentId: string | undefined): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    label: text.columns.name,
    cell: ({ id, name }) => (
      <span className="inline-flex max-w-full items-center gap-2">
        <bdi className="truncate">{name}</bdi>{' '}
        {id === currentId && <Pill family="info">{text.current}</Pill>}
      </span>
    ),
  },
  {
    id: 'state',
    label: text.columns.state,
    onPhone: true,
    cell: (apiKey) => <KeyState apiKey={apiKey} />,
  },
  {
    id: 'access',
    label: text.columns.access,
    onPhone: true,
    cell: (apiKey) => text.access[accessOf(apiKey) ?? 'read'],
  },
  {
    id: 'member',
    label: text.columns.member,
    cell: ({ member }) => (member ? <bdi>{member.name}</bdi> : <Nothing />),
  },
  {
    id: 'key',
    label: text.columns.key,
    cell: (apiKey) => (
      <code translate="no" dir="ltr" className="font-mono text-code text-ink-2">
        {formatKey(apiKey)}
      </code>
    ),
  },
  {
    id: 'lastUsed',
    label: text.columns.lastUsed,
    onPhone: true,
    cell: ({ last_used_at }) =>
      last_used_at === null ? (
        <span className="text-ink-3">{text.neverUsed}</span>
      ) : (
        <>
          <span className="md:hidden">{text.used} </span>
          <RelativeTime at={last_used_at} tabIndex={-1} />
        </>
      ),
  },
  {
    id: 'created',
    label: text.columns.created,
    cell: ({ created_at }) => <Day at={created_at} />,
  },
  {
    id: 'expires',
    label: text.columns.expires,
    cell: ({ expires_at }) =>
      expires_at === null ? (
        <span className="text-ink-3">{text.noExpiry}</span>
      ) : (
        <Day at={expires_at} />
      ),
  },
]
