import Users from 'lucide-react/icons/users'
import { type ComponentProps, type ReactElement, type ReactNode, useMemo } from 'react'

import type { List } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { listsText as text } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { Bar } from '#web/ui/chart/bar.tsx'
import { formatNumber, formatRate, useDateSettings } from '#web/ui/format.ts'
import { EmptyState, ReadOnlyHint } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { NamedTable } from '#web/ui/table/named-table.tsx'
import { TableEmptyState } from '#web/ui/table/table-empty-state.tsx'
import { type Column, None } from '#web/ui/table/table-row.tsx'
import { ContactCount } from './list-header.tsx'
import { ListMenu } from './list-menu.tsx'
import { subscribedShare } from './list-sort.rules.ts'
import type { Lists } from './use-lists.ts'

const rowId = ({ id }: List) => id
const link = ({ id }: List) => paths.list(id)
const menu = (
  list: List,
  trigger: ReactElement<ComponentProps<'button'>>,
  openDialog: (dialog: ReactNode) => void,
) => <ListMenu {...{ list, trigger, openDialog }} />

interface ListTableProps {
  lists: Lists
  singleKeys: boolean
  /** Omitted where this key or server cannot create lists. */
  onCreate: (() => void) | undefined
}

export function ListTable({ lists, singleKeys, onCreate }: ListTableProps) {
  const settings = useDateSettings()
  const canWrite = useCanWrite()
  const { rows, sort, isComplete, isArchived } = lists
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show numbers
  const columns = useMemo(() => createColumns(isComplete), [isComplete, settings])
  return (
    <>
      {!canWrite && <ReadOnlyHint>{messages.app.disabledReasons.key}</ReadOnlyHint>}
      <NamedTable
        pages={lists}
        caption={text.caption(isArchived)}
        view={`${isArchived} ${lists.text} ${sort}`}
        {...{ rows, columns, rowId, link, menu, text, singleKeys }}
        sort={sort ?? undefined}
        {...(isComplete && { onSort: lists.setSort })}
        empty={
          isArchived ? (
            <EmptyState title={text.noArchived}>{text.noArchivedDescription}</EmptyState>
          ) : (
            <TableEmptyState icon={Users} onCreate={onCreate} text={text} />
          )
        }
      />
    </>
  )
}

/** Sorting needs all lists. */
const createColumns = (isSortable: boolean): readonly Column<List>[] => [
  { id: 'name', label: text.name, isSortable, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'contacts',
    label: text.contacts,
    width: 9,
    align: 'end',
    onPhone: true,
    isSortable,
    firstDirection: 'descending',
    cell: ({ counts }) =>
      counts ? (
        <span title={formatBreakdown(counts)}>
          <ContactCount count={counts.total} />
        </span>
      ) : (
        <None />
      ),
  },
  {
    id: 'subscribed',
    label: text.subscribed,
    width: 18,
    onPhone: true,
    isSortable,
    firstDirection: 'descending',
    cell: (list) => <Subscribed list={list} />,
  },
  {
    id: 'id',
    label: text.id,
    width: 13,
    cell: ({ id }) => <span className="font-mono text-code text-ink-3 select-all">{id}</span>,
  },
]

/** How many are subscribed, the bar of their share, and the share. */
function Subscribed({ list }: { list: List }) {
  const share = subscribedShare(list)
  if (list.subscriber_count === undefined) return <None />
  return (
    <span className="list-subscribed" title={list.counts && formatBreakdown(list.counts)}>
      <span className="list-subscribers">
        {formatNumber(list.subscriber_count)}
        <span className="list-unit"> {text.subscribed.toLowerCase()}</span>
      </span>
      {share !== null && (
        <>
          <Bar value={share} max={1} className="list-bar" />
          <span className="text-ink-3">{formatRate(share, 1)}</span>
        </>
      )}
    </span>
  )
}

const formatBreakdown = (counts: NonNullable<List['counts']>): string =>
  text.breakdown(
    (['subscribed', 'pending', 'unsubscribed', 'bounced', 'complained'] as const).map((status) => ({
      status: formatStatus(status).toLowerCase(),
      count: counts[status],
    })),
  )
