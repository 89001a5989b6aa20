import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { compareLinesText as text } from '#web/messages/en/compare-lines.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { Button } from '#web/ui/button.tsx'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/page-states.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { now } from '#web/ui/server-time.ts'
import { hoursAfterSending } from './series.rules.ts'

/** Opens or clicks of each campaign by hours since it was sent: a line for each that has a time series. */
export function CompareLines({ campaigns }: { campaigns: readonly Campaign[] }) {
  const [measure, setMeasure] = useState<'opens' | 'clicks'>('opens')
  const [a, b, c, d, e, f] = campaigns
  // Written out, like the queries of the columns.
  const slots = [useSeries(a), useSeries(b), useSeries(c), useSeries(d), useSeries(e), useSeries(f)]
  const all = campaigns.flatMap((campaign, index) => {
    const query = slots[index]
    return query ? [{ campaign, query }] : []
  })
  const failed = all.flatMap(({ query }) => (query.error && !query.data ? [query] : []))
  const retry = () => failed.forEach(({ refetch }) => void refetch())
  const at = now().getTime()
  const loaded = all.flatMap(({ campaign, query }) =>
    query.data ? [{ campaign, hours: hoursAfterSending(query.data.data, campaign, at) }] : [],
  )
  const lines = loaded.filter(({ hours }) => hours.length > 0)
  const without = loaded.filter(({ hours }) => hours.length === 0)
  const length = Math.max(0, ...lines.map(({ hours }) => hours.length))
  return (
    <section
      aria-label={text.title}
      data-panel="lines"
      className="mt-4 grid grid-cols-1 gap-3 rounded-tray border border-line bg-surface px-4.5 py-4"
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 text-meta text-ink-3">
        <h2 className="text-section text-ink">{text.title}</h2>
        <p>{text.summary}</p>
        <SegmentedControl
          label={text.measure}
          value={measure}
          onChoose={setMeasure}
          className="ms-auto"
          options={[
            { value: 'opens', label: text.opens },
            { value: 'clicks', label: text.clicks },
          ]}
        />
      </div>
      {loaded.length + failed.length < all.length ? (
        <Skeleton label={text.loading}>
          <div className="h-64" />
        </Skeleton>
      ) : lines.length > 0 ? (
        <LineChart
          label={`${text.title}: ${text[measure]}`}
          axis={text.axis}
          points={Array.from({ length }, (_, hour) => ({ at: hour, label: text.hour(hour + 1) }))}
          series={lines.map(({ campaign, hours }) => ({
            name: campaign.name,
            values: Array.from({ length }, (_, hour) => hours[hour]?.[measure] ?? null),
          }))}
        />
      ) : failed[0]?.error ? (
        <ErrorState title={text.failed} error={failed[0].error} onRetry={retry} />
      ) : (
        <p className="text-ink-2">{text.none}</p>
      )}
      {lines.length > 0 && without.length > 0 && (
        <p className="text-meta text-ink-3">
          <bdi>
            {text.without(without.map(({ campaign }) => `\u2068${campaign.name}\u2069`).join(', '))}
          </bdi>
        </p>
      )}
      {lines.length > 0 && failed.length > 0 && (
        <p role="status" className="flex items-center gap-3 text-meta text-ink-2">
          {text.partial}
          <Button size="small" onClick={retry}>
            {messages.app.tryAgain}
          </Button>
        </p>
      )}
    </section>
  )
}

const useSeries = (campaign: Campaign | undefined) =>
  useQuery({
    ...endpointQuery('GET /campaigns/:campaign_id/report/timeseries', {
      campaign_id: campaign?.id ?? '',
      interval: 'hour',
    }),
    enabled: campaign !== undefined,
  })
