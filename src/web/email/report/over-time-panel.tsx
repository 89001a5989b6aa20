import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import { daySpans, hourSpans, type SeriesSpan } from '#web/email/campaigns/series.rules.ts'
import { reportSeriesText as text } from '#web/messages/en/report-people.ts'
import { reportText } from '#web/messages/en/report.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import type { ChartView } from '#web/ui/chart/chart-frame.tsx'
import { LineChart } from '#web/ui/chart/line-chart.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { formatClock, formatDate, formatMoment, timeZone } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/page-states.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { now } from '#web/ui/server-time.ts'
import { ReportPanel } from './report-panel.tsx'
import { hasOpensOrClicks } from './report.rules.ts'

type Interval = 'hours' | 'days'

/** Opens and clicks of the first two days by hour, or of all days: never both on one axis. */
export function OverTimePanel({ campaign, stats }: { campaign: Campaign; stats: unknown }) {
  const { data, error, refetch } = useQuery(
    endpointQuery('GET /campaigns/:campaign_id/report/timeseries', {
      campaign_id: campaign.id,
      interval: 'hour',
    }),
  )
  const [view, setView] = useState<ChartView>('chart')
  const [interval, setInterval] = useState<Interval>('hours')
  const zone = timeZone()
  const spans = useMemo(() => {
    const buckets = data?.data ?? []
    const { sent_at } = campaign
    return interval === 'hours' ? hourSpans(buckets, sent_at) : daySpans(buckets, sent_at, zone)
  }, [data, campaign, interval, zone])
  const hasSeries = spans.length > 0
  return (
    <ReportPanel
      title={text.title}
      name="series"
      isPrinted={hasSeries}
      // Its columns of numbers may go on over a page.
      isLong
      summary={hasSeries && text.summary[interval]}
      actions={
        hasSeries && (
          <div data-no-print className="flex flex-wrap gap-2">
            <SegmentedControl
              label={text.interval}
              value={interval}
              onChoose={setInterval}
              options={[
                { value: 'hours', label: text.hours },
                { value: 'days', label: text.days },
              ]}
            />
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
          <div className="h-64" />
        </Skeleton>
      )}
      {data && !hasSeries && (
        <p className="text-ink-2">{hasOpensOrClicks(stats) ? text.totalsOnly : text.none}</p>
      )}
      {hasSeries && (
        <LineChart
          key={interval}
          label={text.title}
          axis={text.axis[interval]}
          view={view}
          points={spans.map((span) => ({
            at: span.at,
            label: formatSpan(span, interval),
            tick: (interval === 'hours' ? formatMoment : formatDate)(new Date(span.at)),
          }))}
          series={[
            { name: text.opens, values: spans.map(({ opens }) => opens) },
            { name: text.clicks, values: spans.map(({ clicks }) => clicks) },
          ]}
        />
      )}
    </ReportPanel>
  )
}

/** "18 Nov, from 09:00": the first day begins with the sending, and the last may still run. */
function formatSpan({ at, end, from }: SeriesSpan, interval: Interval): string {
  const name = interval === 'hours' ? formatMoment(new Date(at)) : formatDate(new Date(at))
  const start = from === undefined ? name : text.from(name, formatClock(new Date(from)))
  return end > now().getTime() ? text.soFar(start) : start
}
