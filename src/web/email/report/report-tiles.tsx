import { type Rate } from '#web/email/campaigns/campaign-stats.rules.ts'
import { rateBase } from '#web/email/campaigns/campaign-values.rules.ts'
import {
  compareRate,
  type Metric,
  metricOf,
  metrics,
  ratesOf,
} from '#web/email/campaigns/sent-campaigns.rules.ts'
import { messages } from '#web/messages/en/app.ts'
import { campaignStatsText } from '#web/messages/en/campaign-stats.ts'
import { reportText } from '#web/messages/en/report.ts'
import { Button } from '#web/ui/button.tsx'
import { DotStripChart } from '#web/ui/chart/dot-strip-chart.tsx'
import { DotStripLegend } from '#web/ui/chart/dot-strip.tsx'
import { StatTile, StatTiles } from '#web/ui/chart/stat-tile.tsx'
import { formatRate } from '#web/ui/format.ts'
import { Tip } from './report-panel.tsx'
import type { EarlierCampaign } from './report.data.ts'
import { formatComparison } from './report.rules.ts'

const text = reportText.tiles

interface ReportTilesProps {
  name: string
  stats: unknown
  comparison: 'loading' | 'failed' | readonly EarlierCampaign[]
  onRetry: () => void
}

/** The rates that the server reports, each among those of the campaigns before. */
export function ReportTiles({ name, stats, comparison, onRetry }: ReportTilesProps) {
  const tiles = metrics.flatMap((metric) => {
    const rate = metricOf(stats, metric)
    return rate ? { metric, rate } : []
  })
  if (tiles.length === 0) return null
  const earlier = typeof comparison === 'string' ? [] : comparison
  const hasStrip = tiles.some(
    ({ metric, rate }) =>
      rate.kind === 'fraction' &&
      compareRate(metric, rate.value, ratesOf(earlier, metric)) !== undefined,
  )
  return (
    <div className="grid grid-cols-1 gap-2" data-panel="tiles">
      <div className="flex min-h-6 items-center max-md:hidden print:hidden">
        {comparison === 'failed' && (
          <p className="flex items-center gap-3 text-meta text-ink-3">
            {text.unavailable}
            <Button size="small" onClick={onRetry}>
              {messages.app.tryAgain}
            </Button>
          </p>
        )}
        {hasStrip && (
          <DotStripLegend
            current={text.legend.current}
            others={text.legend.others(earlier.length)}
            mean={text.legend.mean}
          />
        )}
      </div>
      <StatTiles label={text.label}>
        {tiles.map(({ metric, rate }) => (
          <RateTile
            key={metric}
            {...{ name, metric, rate, stats }}
            comparison={typeof comparison === 'string' ? comparison : 'ready'}
            earlier={earlier}
          />
        ))}
      </StatTiles>
      {hasStrip && <EarlierList earlier={earlier} columns={tiles.map(({ metric }) => metric)} />}
    </div>
  )
}

/** What the strips draw, for assistive technology: one line for each campaign, since elements cost. */
const EarlierList = ({ earlier, columns }: EarlierListProps) => (
  <ul aria-label={text.earlier} className="sr-only">
    {earlier.map(({ id, name, stats }) => {
      const rates = columns.flatMap((metric) => {
        const rate = metricOf(stats, metric)
        return rate?.kind === 'fraction'
          ? text.rate(text.names[metric], formatRate(rate.value, 1))
          : []
      })
      return <li key={id}>{[name, ...rates].join(', ')}</li>
    })}
  </ul>
)

interface EarlierListProps {
  earlier: readonly EarlierCampaign[]
  columns: readonly Metric[]
}

interface RateTileProps {
  name: string
  metric: Metric
  rate: Rate
  stats: unknown
  comparison: 'loading' | 'failed' | 'ready'
  earlier: readonly EarlierCampaign[]
}

function RateTile({ name, metric, rate, stats, comparison, earlier }: RateTileProps) {
  const label = text.names[metric]
  if (rate.kind === 'odd') {
    const warning =
      metric === 'delivered' ? text.moreDelivered(rate.text) : campaignStatsText.odd(rate.text)
    return (
      <StatTile label={label} value={rate.text} adornment={<Tip tone="warn" text={warning} />} />
    )
  }
  const points = earlier.flatMap((one) =>
    ratesOf([one], metric).map((value) => ({ name: one.name, value })),
  )
  const result = compareRate(metric, rate.value, ratesOf(earlier, metric))
  const [value, unit] = splitUnit(formatRate(rate.value, 1))
  return (
    <StatTile
      label={label}
      value={value}
      unit={unit}
      adornment={<Tip text={text.about(label, baseText(stats, metric))} />}
      {...(comparison === 'ready' && {
        difference: formatComparison(rate.value, result),
      })}
    >
      {/* The height of a difference and a strip. */}
      {comparison === 'loading' && <div aria-hidden className="h-[4.1875rem] max-md:hidden" />}
      {result && (
        <div className="mt-1.5 max-md:hidden print:hidden">
          <DotStripChart
            label={text.strip(label)}
            columns={{ name: text.campaign, value: label }}
            items={[...points, { name, value: rate.value }]}
            current={points.length}
            mean={result.mean}
            format={(one) => formatRate(one, 1)}
            hasTable={false}
          />
        </div>
      )}
    </StatTile>
  )
}

const baseText = (stats: unknown, metric: Metric) =>
  metric === 'delivered' ? text.bases.recipients : text.bases[rateBase(stats, metric) ?? 'server']

/** "41.6" and "%": the sign is smaller where the locale puts it last. */
function splitUnit(rate: string): [string, string] {
  const [, value = rate, unit = ''] = /^(.*\d)(\D+)$/.exec(rate) ?? []
  return [value, unit]
}
