import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import { seriesSpans } from '#web/email/campaigns/series.rules.ts'
import { reportSeriesText as text } from '#web/messages/en/report-people.ts'
import { reportText } from '#web/messages/en/report.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import type { ChartView } from '#web/ui/chart/chart-frame.tsx'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatDate, formatMoment } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/page-states.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { ReportPanel } from './report-panel.tsx'
import { hasOpensOrClicks } from './report.rules.ts'

/** Opens and clicks by hour, then by day. */
export function OverTimePanel({ campaign, stats }: { campaign: Campaign; stats: unknown }) {
  const { data, error, refetch } = useQuery(
    endpointQuery('GET /campaigns/:campaign_id/report/timeseries', {
      campaign_id: campaign.id,
      interval: 'hour',
    }),
  )
  const [view, setView] = useState<ChartView>('chart')
  const spans = useMemo(() => seriesSpans(data?.data ?? [], campaign.sent_at), [data, campaign])
  const hasSeries = spans.length > 0
  const points = withGap(spans)
  return (
    <ReportPanel
      title={text.title}
      name="series"
      summary={hasSeries && text.summary}
      actions={
        hasSeries && (
          <div data-no-print>
            <SegmentedControl
              label={reportText.funnel.view}
              value={view}
              onChoose={setView}
              options={[
                { value: 'chart', label: reportText.funnel.chart },
                { value: 'table', label: reportText.funnel.table },
              ]}
            />
          </div>
        )
      }
    >
      {!data && error && (
        <ErrorState title={text.failed} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Skeleton label={text.loading}>
          <div className="report-series-space" />
        </Skeleton>
      )}
      {data && !hasSeries && (
        <p className="text-ink-2">{hasOpensOrClicks(stats) ? text.totalsOnly : text.none}</p>
      )}
      {hasSeries && (
        <LineChart
          label={text.title}
          axis={text.axis}
          view={view}
          points={points.map(({ at, isDay, isGap }) => {
            const date = new Date(at)
            return {
              at,
              label: isGap ? text.byDay : isDay ? formatDate(date) : formatMoment(date),
              tick: formatDate(date),
            }
          })}
          series={[
            { name: text.opens, values: points.map(({ opens }) => opens) },
            { name: text.clicks, values: points.map(({ clicks }) => clicks) },
          ]}
        />
      )}
    </ReportPanel>
  )
}

/** A day has more opens than an hour: a line between the two would show a rise that never was. */
const withGap = (spans: ReturnType<typeof seriesSpans>) =>
  spans.flatMap((span, index) =>
    span.isDay && !spans[index - 1]?.isDay
      ? [
          { ...span, isGap: true, opens: null, clicks: null },
          { ...span, isGap: false },
        ]
      : { ...span, isGap: false },
  )
