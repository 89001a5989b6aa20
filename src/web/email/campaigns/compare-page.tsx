import './campaigns.css'
import './compare.css'
import Columns3 from 'lucide-react/icons/columns-3'
import Download from 'lucide-react/icons/download'
import { Link, useSearchParams } from 'react-router-dom'

import { campaignsText } from '#web/messages/en/campaigns.ts'
import { compareText as text } from '#web/messages/en/compare.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useDateSettings } from '#web/ui/format.ts'
import { Lazy, lazyChunk, preloadOn, requestChunk } from '#web/ui/lazy-chunk.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState, Skeleton } from '#web/ui/page-states.tsx'
import { valuesOf } from './campaign-values.rules.ts'
import { campaignQuery } from './campaigns.data.ts'
import { comparedIds, idsOverLimit, MAX_COMPARED } from './compare.rules.ts'
import { type ComparedCampaign, useComparedCampaigns } from './compared-campaigns.ts'

const compareTable = lazyChunk(() => import('./compare-table.tsx'))
const addCampaign = lazyChunk(() => import('./add-campaign.tsx'))
const exporting = lazyChunk(() => import('./campaign-export.ts'))
// Together with the requests of the page, before it renders.
compareTable.load().catch(() => undefined) // rendering tries again

/** Two to six campaigns in columns, in the order of the URL. */
export function Component() {
  useDateSettings() // the table shows dates and numbers
  const [search, setSearch] = useSearchParams()
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
  const isLoading = campaigns.length > 0 && campaigns.every(({ query }) => query.isPending)

  return (
    <>
      <PageHeader
        title={text.title}
        parent={{ label: campaignsText.title, to: paths.campaigns() }}
        actions={
          campaigns.some(({ query }) => query.data) && <ExportButton campaigns={campaigns} />
        }
      />
      <div className="compare-add">
        <Lazy chunk={addCampaign} fallback={<div className="compare-add-space" />}>
          {({ AddCampaign }) => (
            <AddCampaign
              ids={ids}
              isFull={ids.length >= MAX_COMPARED}
              onAdd={({ id, label }) => {
                setIds([...ids, id])
                announce(text.added(label))
              }}
            />
          )}
        </Lazy>
        {others.length > 0 && (
          <p role="status" className="compare-note">
            {text.overLimit(others.length)}
            <Button size="small" onClick={() => setIds(ids)}>
              {text.dropOthers}
            </Button>
          </p>
        )}
        {ids.length === 1 && <p className="compare-note">{text.onlyOne}</p>}
      </div>
      {ids.length === 0 ? (
        <NothingChosen />
      ) : isLoading && loadingState.showSkeleton ? (
        <Skeleton label={text.loading} loading={loadingState}>
          <div className="compare-skeleton" />
        </Skeleton>
      ) : (
        <Lazy chunk={compareTable} fallback={<div className="compare-skeleton" />}>
          {({ CompareTable }) => (
            <CompareTable
              campaigns={campaigns}
              onRemove={(id) => setIds([...ids, ...others].filter((one) => one !== id))}
            />
          )}
        </Lazy>
      )}
    </>
  )
}

function ExportButton({ campaigns }: { campaigns: readonly ComparedCampaign[] }) {
  const start = () =>
    requestChunk(exporting.load, {
      onLoad: ({ exportComparison }) =>
        exportComparison(
          campaigns.flatMap(({ query: { data } }) =>
            data ? { name: data.name, values: valuesOf(data, data.stats) } : [],
          ),
        ),
      onCancel: () => undefined,
    })
  return (
    <Button icon={Download} {...preloadOn(exporting.load)} onClick={start}>
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
