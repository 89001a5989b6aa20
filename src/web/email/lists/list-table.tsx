import './lists.css'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'

import type { List } from '#client/resources.ts'
import { listsText as text } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { useOfflineProps } from '#web/session/use-disabled-reason.ts'
import { Button } from '#web/ui/button.tsx'
import { Bar } from '#web/ui/chart/bar.tsx'
import { formatNumber, formatRate, useDateSettings } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/status-pill.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-row.tsx'
import { ListMenu } from './list-menu.tsx'
import { subscribedShare } from './list-sort.rules.ts'
import { NamedCount, tableStates } from './named-pages.tsx'
import type { Lists } from './use-lists.ts'

const rowId = ({ id }: List) => id
const rowName = ({ name }: List) => name
const link = ({ id }: List) => paths.list(id)

interface ListTableProps {
  lists: Lists
  singleKeys: boolean
  /** Omitted where this key or server cannot create lists. */
  onCreate: (() => void) | undefined
}

export function ListTable({ lists, singleKeys, onCreate }: ListTableProps) {
  const settings = useDateSettings()
  const { loadingState, rows, sort, isComplete, isArchived } = lists
  const [dialog, openDialog] = useState<ReactNode>(null)
  const menu = useCallback(
    (list: List, trigger: ReactElement<ComponentProps<'button'>>) => (
      <ListMenu list={list} trigger={trigger} openDialog={openDialog} />
    ),
    [],
  )
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show numbers
  const columns = useMemo(() => createColumns(isComplete), [isComplete, settings])
  const states = tableStates(lists, text)
  return (
    <div className="list-table">
      <DataTable
        isVirtual
        caption={text.caption(isArchived)}
        columns={columns}
        rows={states.failure ? [] : loadingState.showSkeleton ? undefined : rows}
        view={`${isArchived} ${lists.text} ${sort}`}
        rowId={rowId}
        rowName={rowName}
        link={link}
        menu={menu}
        sort={sort ?? undefined}
        {...(isComplete && { onSort: lists.setSort })}
        {...states}
        // Lists that are not loaded may match.
        empty={isComplete && <NoLists lists={lists} onCreate={onCreate} />}
        singleKeys={singleKeys}
      />
      <NamedCount pages={lists} text={text} />
      {dialog}
    </div>
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
          {formatNumber(counts.total)}
          <span className="list-unit"> {text.contacts.toLowerCase()}</span>
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

/** Read out; nothing to the eye. */
const None = () => <span className="sr-only">{text.none}</span>

function NoLists({ lists, onCreate }: Omit<ListTableProps, 'singleKeys'>) {
  const offlineProps = useOfflineProps()
  if (lists.text !== '' && lists.loaded?.length !== 0)
    return (
      <EmptyState
        filtered
        title={text.noMatches(lists.text)}
        action={<Button onClick={lists.clearText}>{text.clearSearch}</Button>}
      />
    )
  if (lists.isArchived)
    return <EmptyState title={text.noArchived}>{text.noArchivedDescription}</EmptyState>
  return (
    <EmptyState
      icon={Users}
      title={text.empty}
      action={
        onCreate && (
          <Button {...offlineProps} variant="primary" icon={Plus} data-create onClick={onCreate}>
            {text.new}
          </Button>
        )
      }
    >
      {onCreate ? text.createDescription : text.emptyDescription}
    </EmptyState>
  )
}
