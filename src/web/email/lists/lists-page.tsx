import { useInfiniteQuery } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { List } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { listsText as text } from '#web/messages/en/lists.ts'
import { paths } from '#web/paths.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Bar } from '#web/ui/chart/bar.tsx'
import { formatNumber, formatRate, useDateSettings } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState, ReadOnlyHint } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import {
  NamedActions,
  NamedTable,
  type RowMenu,
  useNamedTable,
} from '#web/ui/table/named-table.tsx'
import { type Column, None } from '#web/ui/table/table-row.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ListDialog } from './list-dialog.tsx'
import { ContactCount } from './list-header.tsx'
import { ListMenu } from './list-menu.tsx'
import { sortLists, subscribedShare } from './list-sort.rules.ts'
import { listPages } from './lists.data.ts'

const link = ({ id }: List) => paths.list(id)
const menu = ({ row, ...props }: RowMenu<List>) => <ListMenu list={row} {...props} />

/** All lists with their sizes. */
export function Component() {
  const settings = useDateSettings()
  const [search] = useSearchParams()
  const canChoose = useCapability('filters')
  const isSupported = useCapability('lists.write')
  const canWrite = useCanWrite()
  const isArchived = canChoose && search.get('archived') === 'true'
  const options = listPages(isArchived)
  const table = useNamedTable(useAllItems(useInfiniteQuery(options), options.queryKey), {
    singleKeys: usePreference('single_key_shortcuts') === 'on',
    create:
      canWrite && isSupported && !isArchived
        ? (onClose) => <ListDialog onClose={onClose} />
        : undefined,
    isFiltered: isArchived,
    sort: sortLists,
  })
  const { isComplete } = table
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show numbers
  const columns = useMemo(() => createColumns(isComplete), [isComplete, settings])
  const tab = (label: string, archived: boolean) => ({
    to: paths.lists(archived ? 'archived' : 'open'),
    label,
    current: isArchived === archived,
  })
  return (
    <>
      <PageHeader
        title={text.title}
        adornment={
          canChoose && (
            <Tabs label={text.which} tabs={[tab(text.open, false), tab(text.archived, true)]} />
          )
        }
        actions={
          <NamedActions {...{ table, text }}>
            <ViewMenu />
          </NamedActions>
        }
      />
      {!canWrite && <ReadOnlyHint>{messages.app.disabledReasons.key}</ReadOnlyHint>}
      <ViewTabs className="mt-3" />
      <NamedTable
        caption={text.caption(isArchived)}
        icon={Users}
        {...{ table, columns, link, menu, text }}
        noneInFilter={<EmptyState title={text.noArchived}>{text.noArchivedDescription}</EmptyState>}
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
    // What does not fit on a phone goes to a second line, which is hidden: first the bar, then the share.
    <span
      className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)_3.5rem] items-center gap-2.5 max-md:flex max-md:h-lh max-md:flex-wrap max-md:gap-x-1.5 max-md:overflow-hidden"
      title={list.counts && formatBreakdown(list.counts)}
    >
      <span className="text-end">
        {formatNumber(list.subscriber_count)}
        <span className="md:hidden"> {text.subscribed.toLowerCase()}</span>
      </span>
      {share !== null && (
        <>
          <Bar value={share} max={1} className="h-1.5 max-md:order-1 max-md:basis-12" />
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
