import './campaigns.css'
import Columns3 from 'lucide-react/icons/columns-3'
import Mail from 'lucide-react/icons/mail'
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'
import { Link, useNavigate } from 'react-router-dom'

import type { Campaign } from '#client/resources.ts'
import { campaignEditText } from '#web/messages/en/campaign-edit.ts'
import { campaignsText as text } from '#web/messages/en/campaigns.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/page-states.tsx'
import { formatStatus } from '#web/ui/pill.tsx'
import { BulkAction, BulkActionBar } from '#web/ui/table/bulk-action-bar.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SelectionSummary } from '#web/ui/table/selection-summary.tsx'
import { TableEmptyState } from '#web/ui/table/table-empty-state.tsx'
import { useTableSelection } from '#web/ui/table/table-selection.tsx'
import { createCampaignColumns } from './campaign-columns.tsx'
import { CampaignMenu } from './campaign-menu.tsx'
import { MAX_COMPARED } from './compare.rules.ts'
import type { CampaignList } from './use-campaign-list.ts'

const rowId = ({ id }: Campaign) => id
const rowName = ({ name }: Campaign) => name
const link = ({ id }: Campaign) => paths.campaign(id)

interface CampaignTableProps {
  list: CampaignList
  singleKeys: boolean
  /** Omitted where this key or server cannot create campaigns. */
  onCreate: (() => void) | undefined
}

/** The rows with their selection, and below them how many are loaded. */
export function CampaignTable({ list, singleKeys, onCreate }: CampaignTableProps) {
  const dates = useDateSettings()
  const { query, loadingState, status, rows, loaded, sort, canSort } = list
  const [dialog, openDialog] = useState<ReactNode>(null)
  const rowMenu = useCallback(
    (campaign: Campaign, trigger: ReactElement<ComponentProps<'button'>>) => (
      <CampaignMenu campaign={campaign} trigger={trigger} openDialog={openDialog} />
    ),
    [],
  )
  const selection = useTableSelection(status ?? '')
  // oxlint-disable-next-line react/exhaustive-deps -- the cells show dates and numbers
  const columns = useMemo(() => createCampaignColumns(canSort), [canSort, dates])
  const isUnknownStatus = status !== null && query.error?.code === 'validation_error'
  const failure =
    query.error && !query.data && !isUnknownStatus
      ? { title: text.failed, error: query.error, onRetry: () => void query.refetch() }
      : undefined
  const isWaiting = loadingState.showSkeleton && !failure && !isUnknownStatus

  return (
    <div className="campaign-table">
      <DataTable
        isVirtual
        caption={text.caption(status === null ? undefined : formatStatus(status))}
        columns={columns}
        rows={isUnknownStatus ? [] : isWaiting ? undefined : rows}
        view={`${status} ${list.text} ${sort}`}
        rowId={rowId}
        rowName={rowName}
        link={link}
        {...(onCreate && { menu: rowMenu })}
        selection={selection}
        sort={sort ?? undefined}
        {...((canSort.date || canSort.rates) && { onSort: list.setSort })}
        count={{ offset: 0, total: list.isComplete ? rows?.length : undefined }}
        loading={loadingState}
        failure={failure}
        partial={
          query.isFetchNextPageError
            ? {
                text: text.loadMoreFailed,
                onRetry: () => void query.fetchNextPage(),
                busy: query.isFetchingNextPage,
              }
            : undefined
        }
        empty={
          // Campaigns that are not loaded may match.
          (list.isComplete || isUnknownStatus) && <NoCampaigns list={list} onCreate={onCreate} />
        }
        singleKeys={singleKeys}
      />
      {!selection.isEmpty && rows && (
        <BulkActionBar
          summary={
            <SelectionSummary selection={selection} page={rows.map(rowId)} hasMore={false} />
          }
        >
          <CompareAction
            // In the order of the table, whichever was selected first.
            ids={(loaded ?? []).map(rowId).filter(selection.isSelected)}
          />
        </BulkActionBar>
      )}
      {rows && !failure && !isWaiting && <LoadedCount list={list} />}
      {dialog}
    </div>
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

/** How many campaigns are on the screen of how many that are loaded, and the next ones. */
function LoadedCount({ list }: { list: CampaignList }) {
  const { query, loaded = [], rows = [], isComplete, isLoadingAll } = list
  if (loaded.length === 0) return null
  const count =
    list.text !== ''
      ? text.matchCount(rows.length, loaded.length)
      : isComplete
        ? text.count(loaded.length)
        : text.loadedCount(loaded.length)
  return (
    <div className="campaign-status">
      <p role="status">{isLoadingAll ? text.loadingAll(loaded.length) : count}</p>
      {!isComplete && !isLoadingAll && !query.isFetchNextPageError && (
        <>
          <Button
            size="small"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {text.more}
          </Button>
          <Button size="small" onClick={list.loadAll}>
            {text.loadAll}
          </Button>
          <span className="campaign-hint">{text.sortHint}</span>
        </>
      )}
    </div>
  )
}

function NoCampaigns({ list, onCreate }: Omit<CampaignTableProps, 'singleKeys'>) {
  const { status, text: searchText } = list
  if (searchText !== '')
    return (
      <EmptyState
        filtered
        title={text.noMatches(searchText)}
        action={<Button onClick={list.clearText}>{text.clearSearch}</Button>}
      />
    )
  if (status !== null)
    return (
      <EmptyState
        filtered
        title={text.noneWithStatus(formatStatus(status))}
        action={
          <Link to={paths.campaigns()} className={buttonClass()}>
            {text.showAll}
          </Link>
        }
      />
    )
  return (
    <TableEmptyState
      icon={Mail}
      onCreate={onCreate}
      text={{ ...text, new: campaignEditText.new }}
    />
  )
}
