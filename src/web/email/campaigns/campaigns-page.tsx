import './campaigns.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import Columns3 from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import Mail from 'lucide-react/icons/mail'
import Users from 'lucide-react/icons/users'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import type { Campaign, List } from '#client/resources.ts'
import { listPages } from '#web/email/lists/lists.data.ts'
import { campaignsText as text } from '#web/messages/en/campaigns.ts'
import { paths } from '#web/paths.ts'
import { useAllItems } from '#web/query/use-all-pages.ts'
import { ViewMenu } from '#web/saved-views/view-menu.tsx'
import { ViewTabs } from '#web/saved-views/view-tabs.tsx'
import { useSession } from '#web/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { MultiFilter } from '#web/ui/form/filters.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { useDateSettings } from '#web/ui/format.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { BulkAction } from '#web/ui/table/bulk-action-bar.tsx'
import { NamedActions, NamedTable, type RowMenu } from '#web/ui/table/named-table.tsx'
import { useTableSelection } from '#web/ui/table/table-selection.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { createCampaignColumns } from './campaign-columns.tsx'
import { exportCampaigns } from './campaign-export.ts'
import { CampaignMenu } from './campaign-menu.tsx'
import { MAX_COMPARED } from './compare.rules.ts'
import { CopyLinkButton } from './copy-link-button.tsx'
import { type CampaignList, useCampaignList, useStatusTabs } from './use-campaign-list.tsx'

const link = ({ id }: Campaign) => paths.campaign(id)
const menu = ({ row, ...props }: RowMenu<Campaign>) => <CampaignMenu campaign={row} {...props} />

/** All campaigns with their rates, by status, list and words. */
export function Component() {
  const dates = useDateSettings()
  const list = useCampaignList()
  const { status, lists, canFilter, table, canSort } = list
  const { items = [], onCreate } = table
  const view = JSON.stringify([status, lists])
  const selection = useTableSelection(view)
  const allLists = useLists(canFilter && table.items !== undefined)
  const listNames = lists.map((id) => allLists.find((one) => one.id === id)?.name)
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates and numbers
  const columns = useMemo(() => createCampaignColumns(canSort), [canSort, dates])
  return (
    <>
      <PageHeader
        title={text.title}
        actions={
          <NamedActions table={table} text={canFilter ? { ...text, find: text.findWords } : text}>
            <ViewMenu />
            <CopyLinkButton />
            {items.length > 0 && <ExportButton list={list} />}
          </NamedActions>
        }
      />
      <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 max-md:basis-full">
          <StatusTabs current={status} canFilter={canFilter} />
        </div>
        {canFilter && <ListFilter all={allLists} ids={lists} />}
      </div>
      <ViewTabs className="mt-3" />
      <div className="campaign-table contents *:mt-3">
        <NamedTable
          caption={text.caption(status === null ? undefined : formatStatus(status), listNames)}
          icon={Mail}
          {...{ table, columns, link, view }}
          menu={onCreate && menu}
          selection={{
            control: selection,
            actions: (
              <CompareAction
                // In the order of the table, whichever was selected first.
                ids={items.map(({ id }) => id).filter(selection.isSelected)}
              />
            ),
          }}
          text={text}
          noneInFilter={
            <EmptyState
              filtered
              title={
                canFilter && table.text !== '' ? text.noneWithFilters : titleOfNone(status, lists)
              }
              action={
                <Link to={paths.campaigns()} className={buttonClass()}>
                  {text.showAll}
                </Link>
              }
            />
          }
        >
          <LoadMore list={list} />
        </NamedTable>
      </div>
    </>
  )
}

function titleOfNone(status: string | null, lists: readonly string[]): string {
  if (status === null) return text.noneToLists
  return (lists.length > 0 ? text.noneWithBoth : text.noneWithStatus)(formatStatus(status))
}

/** Archived ones as well: campaigns went to them. */
function useLists(enabled: boolean): readonly List[] {
  const [open, archived] = [listPages(), listPages(true)]
  const openLists = useAllItems(useInfiniteQuery({ ...open, enabled }), open.queryKey)
  const archivedLists = useAllItems(useInfiniteQuery({ ...archived, enabled }), archived.queryKey)
  return useMemo(
    () => [...(openLists.items ?? []), ...(archivedLists.items ?? [])],
    [openLists.items, archivedLists.items],
  )
}

function ListFilter({ all, ids }: { all: readonly List[]; ids: readonly string[] }) {
  const [, setSearch] = useSearchState()
  const missing = ids.filter((id) => !all.some((one) => one.id === id))
  const change = (values: readonly string[]) =>
    setSearch((search) => {
      if (values.length > 0) search.set('list', values.join())
      else search.delete('list')
      return search
    })
  return (
    <MultiFilter
      label={text.list}
      icon={Users}
      options={[
        ...all.map(({ id, name, archived }) => ({
          value: id,
          label: name,
          ...(archived && { hint: text.archived }),
        })),
        // Of a link, whether or not it exists.
        ...missing.map((id) => ({ value: id, label: id })),
      ]}
      values={ids}
      onChange={change}
    />
  )
}

function StatusTabs({ current, canFilter }: { current: string | null; canFilter: boolean }) {
  const [search] = useSearchState()
  const to = (status: string | null) => {
    const next = new URLSearchParams(search)
    if (status === null) next.delete('status')
    else next.set('status', status)
    return { pathname: paths.campaigns(), search: String(next) }
  }
  const tabs = useStatusTabs(current, canFilter).map((status) => ({
    to: to(status),
    label: formatStatus(status),
    current: status === current,
  }))
  return (
    <Tabs
      label={text.which}
      look="line"
      tabs={[{ to: to(null), label: text.all, current: current === null }, ...tabs]}
    />
  )
}

function ExportButton({ list: { request, canFilter, table } }: { list: CampaignList }) {
  const session = useSession()
  const { text: searchText, sort, isComplete, rows = [] } = table
  const start = () =>
    exportCampaigns(session, {
      request,
      text: canFilter ? '' : searchText,
      sort,
      rows: isComplete ? rows : undefined,
    })
  return (
    <Button icon={Download} onClick={start}>
      {text.export}
    </Button>
  )
}

function CompareAction({ ids }: { ids: readonly string[] }) {
  const navigate = useNavigate()
  const canCompare = ids.length >= 2 && ids.length <= MAX_COMPARED
  return (
    <BulkAction
      icon={Columns3}
      {...(!canCompare && {
        'aria-disabled': true,
        'data-tip': text.compareHint,
        'aria-description': text.compareHint,
      })}
      onClick={() => canCompare && void navigate(paths.compareCampaigns(ids))}
    >
      {text.compare(ids.length)}
    </BulkAction>
  )
}

/** The next campaigns, which are requested by hand: most people look at the newest. */
function LoadMore({ list: { table, loadAll } }: { list: CampaignList }) {
  const { query, isComplete, isLoadingAll, isStale, retryRest } = table
  if (isComplete || isLoadingAll || isStale || retryRest) return null
  return (
    <>
      <Button
        size="small"
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {text.more}
      </Button>
      <Button size="small" onClick={loadAll}>
        {text.loadAll}
      </Button>
      <span className="text-meta text-ink-3">{text.sortHint}</span>
    </>
  )
}
