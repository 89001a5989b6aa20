import { useInfiniteQuery } from '@tanstack/react-query'
import Columns3 from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { sendTime } from '#contract/email/campaigns.rules.ts'
import { campaignsText } from '#web/messages/en/campaigns.ts'
import { compareText as text } from '#web/messages/en/compare.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/form/combobox.tsx'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { formatDate, useDateSettings } from '#web/ui/format.ts'
import { announce } from '#web/ui/live-region.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState, Skeleton } from '#web/ui/page-states.tsx'
import { exportComparison } from './campaign-export.ts'
import { valuesOf } from './campaign-values.rules.ts'
import { campaignPages, campaignQuery } from './campaigns.data.ts'
import { CompareLines } from './compare-lines.tsx'
import { CompareTable } from './compare-table.tsx'
import { comparedIds, idsOverLimit, MAX_COMPARED } from './compare.rules.ts'
import { type ComparedCampaign, useComparedCampaigns } from './compared-campaigns.ts'
import { CopyLinkButton } from './copy-link-button.tsx'

/** Two to six campaigns in columns, in the order of the URL. */
export function Component() {
  useDateSettings() // the table shows dates and numbers
  const [search, setSearch] = useSearchState()
  const ids = comparedIds(search)
  const others = idsOverLimit(search)
  const campaigns = useComparedCampaigns(ids)
  const loadingState = useLoadingState(
    campaigns.map(({ query }) => query),
    ids.map((id) => campaignQuery(id).queryKey),
  )
  const setIds = (next: readonly string[]) =>
    setSearch((current) => {
      if (next.length > 0) current.set('ids', next.join(','))
      else current.delete('ids')
      return current
    })
  const focusAfterRemoval = useFocusAfterRemoval(ids)
  const remove = (id: string, name: string) => {
    focusAfterRemoval(ids.indexOf(id))
    setIds([...ids, ...others].filter((one) => one !== id))
    announce(text.removed(name))
  }
  const hasSeries = useCapability('reports.timeseries')
  // Once all columns have settled, so that they move nothing; another column leaves them in place.
  const [hasSettled, setSettled] = useState(false)
  if (!hasSettled && campaigns.every(({ query }) => query.data || query.error)) setSettled(true)
  const sent = campaigns.flatMap(({ query: { data } }) => (data?.sent_at ? [data] : []))
  const isLoading = campaigns.length > 0 && campaigns.every(({ query }) => query.isPending)

  return (
    <>
      <PageHeader
        title={text.title}
        parent={{ label: campaignsText.title, to: paths.campaigns() }}
        actions={
          <>
            {campaigns.some((one) => one.query.data || isFirstLoad(one)) && (
              <ExportButton campaigns={campaigns} />
            )}
            {ids.length > 0 && <CopyLinkButton />}
          </>
        }
      />
      <div className="mt-4 mb-4 flex flex-wrap items-end gap-x-4 gap-y-2">
        <AddCampaign
          ids={ids}
          isFull={ids.length >= MAX_COMPARED}
          onAdd={({ id, label }) => {
            setIds([...ids, id])
            announce(text.added(label))
          }}
        />
        {others.length > 0 && (
          <p
            role="status"
            className="flex min-h-control flex-wrap items-center gap-3 text-cell text-ink-2"
          >
            {text.overLimit(others.length)}
            <Button size="small" onClick={() => setIds(ids)}>
              {text.dropOthers}
            </Button>
          </p>
        )}
        {ids.length === 1 && (
          <p className="flex min-h-control flex-wrap items-center gap-3 text-cell text-ink-2">
            {text.onlyOne}
          </p>
        )}
      </div>
      {ids.length === 0 ? (
        <NothingChosen />
      ) : isLoading && loadingState.showSkeleton ? (
        <Skeleton label={text.loading} loading={loadingState}>
          <div className="h-48 rounded-tray bg-sunken" />
        </Skeleton>
      ) : (
        <CompareTable campaigns={campaigns} onRemove={remove} />
      )}
      {hasSeries && hasSettled && sent.length > 0 && <CompareLines campaigns={sent} />}
    </>
  )
}

/** The button that removes a column goes with it: the next one takes the focus, or the search. */
function useFocusAfterRemoval(ids: readonly string[]) {
  const removal = useRef<number>(undefined)
  const key = ids.join()
  useLayoutEffect(() => {
    if (removal.current === undefined) return
    const buttons = document.querySelectorAll<HTMLElement>('#content [data-remove]')
    const field = document.querySelector<HTMLElement>('#content [role=combobox]')
    const next = buttons[Math.min(removal.current, buttons.length - 1)] ?? field
    removal.current = undefined
    next?.focus()
  }, [key])
  return (index: number) => (removal.current = index)
}

// Offline, or after Stop, it waits for nothing.
const isFirstLoad = ({ query }: ComparedCampaign) =>
  query.isPending && query.fetchStatus === 'fetching'

/** Exports all columns once they have loaded; a campaign that could not be loaded is omitted, as its column says. */
function ExportButton({ campaigns }: { campaigns: readonly ComparedCampaign[] }) {
  const [isRequested, setRequested] = useState(false)
  const isWaiting = campaigns.some(isFirstLoad)
  const start = useEffectEvent(() => {
    setRequested(false)
    exportComparison(
      campaigns.flatMap(({ query: { data } }) =>
        data ? [{ name: data.name, values: valuesOf(data, data.stats) }] : [],
      ),
    )
  })
  useEffect(() => {
    if (isRequested && !isWaiting) start()
  }, [isRequested, isWaiting])
  return (
    <Button icon={Download} busy={isRequested} onClick={() => setRequested(true)}>
      {campaignsText.export}
    </Button>
  )
}

const NothingChosen = () => (
  <EmptyState
    icon={Columns3}
    title={text.choose}
    action={
      <Link to={paths.campaigns()} className={buttonClass()}>
        {text.toCampaigns}
      </Link>
    }
  >
    {text.chooseDescription}
  </EmptyState>
)

interface CampaignOption {
  readonly id: string
  readonly label: string
  readonly detail?: string
}

interface AddCampaignProps {
  ids: readonly string[]
  isFull: boolean
  onAdd: (campaign: CampaignOption) => void
}

/** Finds a campaign by its name. The names are loaded once someone is about to search them. */
function AddCampaign({ ids, isFull, onAdd }: AddCampaignProps) {
  const [isUsed, setUsed] = useState(false)
  const query = useInfiniteQuery({ ...campaignPages(), enabled: isUsed })
  useAllPages(query, isUsed)
  const options = (query.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .filter(({ id }) => !ids.includes(id))
    .map((campaign): CampaignOption => {
      const date = sendTime(campaign)
      return {
        id: campaign.id,
        label: campaign.name,
        ...(date && { detail: formatDate(new Date(date)) }),
      }
    })
  return (
    <div
      className="w-full max-w-md"
      onFocus={() => setUsed(true)}
      onPointerEnter={() => setUsed(true)}
    >
      <Combobox
        label={text.add}
        placeholder={text.addPlaceholder}
        {...(isFull && { hint: text.full })}
        disabled={isFull}
        value={null}
        options={options}
        status={query.isError ? 'failed' : query.isPending ? 'loading' : 'ready'}
        onRetry={() => void query.refetch()}
        onChange={(campaign) => campaign && onAdd(campaign)}
      />
    </div>
  )
}
