import CircleHelp from 'lucide-react/icons/circle-help'
import Copy from 'lucide-react/icons/copy'
import Info from 'lucide-react/icons/info'

import { formatTabCell } from '#client/csv-text.ts'
import { type RateName, rateIn } from '#web/email/campaigns/campaign-stats.rules.ts'
import {
  listStats,
  missingCounters,
  type Stat,
} from '#web/email/campaigns/campaign-values.rules.ts'
import { deliveredShare } from '#web/email/campaigns/sent-campaigns.rules.ts'
import { campaignStatsText } from '#web/messages/en/campaign-stats.ts'
import { reportText } from '#web/messages/en/report.ts'
import { Button } from '#web/ui/button.tsx'
import { copyToClipboard } from '#web/ui/clipboard.ts'
import { formatNumber, formatRate } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { RateText, ReportPanel } from './report-panel.tsx'

const text = reportText.stats
const names: Readonly<Record<string, string>> = campaignStatsText.names

/** Everything in `stats`: known counters by their names, the others by the server's. */
export function StatsPanel({ stats }: { stats: unknown }) {
  const all = listStats(stats)
  if (all.length === 0) return null
  const missing = missingCounters(stats)
  const copy = () => {
    const lines = all.map((stat) => {
      const value = formatValue(stat)
      return [
        formatTabCell(labelOf(stat)),
        typeof stat.value === 'number' ? value : formatTabCell(value),
        rateText(stats, stat),
      ]
    })
    void copyToClipboard(lines.map((cells) => cells.join('\t').trimEnd()).join('\n'), text.copied)
  }
  return (
    <ReportPanel
      title={text.title}
      name="stats"
      actions={
        <Button size="small" variant="quiet" icon={Copy} onClick={copy}>
          {text.copy}
        </Button>
      }
    >
      <table className="report-stats">
        <caption className="sr-only">{text.title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{text.columns.name}</th>
            <th scope="col">{text.columns.value}</th>
            <th scope="col">{text.columns.rate}</th>
          </tr>
        </thead>
        <tbody>
          {all.map((stat) => (
            <tr key={stat.name} data-stat={stat.name}>
              <th scope="row">
                <StatName stat={stat} />
              </th>
              <td>{stat.kind === 'rate' ? null : <bdi>{formatValue(stat)}</bdi>}</td>
              <td>
                <RateText rate={rateOf(stats, stat)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.length > 0 && (
        <p className="report-note">
          <Icon of={Info} className="mt-0.5 text-ink-3" />
          {campaignStatsText.notReported(missing.map((name) => names[name] ?? name))}
        </p>
      )}
    </ReportPanel>
  )
}

function StatName({ stat }: { stat: Stat }) {
  if (stat.kind !== 'other')
    return stat.name === 'opens_machine' ? (
      <span className="inline-flex items-center gap-1.5">
        {labelOf(stat)}
        <StatTip label={labelOf(stat)} tip={campaignStatsText.machine} />
      </span>
    ) : (
      labelOf(stat)
    )
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <bdi className="min-w-0 font-mono text-code break-all">{stat.name}</bdi>
      <StatTip label={stat.name} tip={campaignStatsText.unknown} />
    </span>
  )
}

const StatTip = ({ label, tip }: { label: string; tip: string }) => (
  <button
    type="button"
    aria-label={`${text.describe(label)} ${tip}`}
    data-tip={tip}
    className="report-tip text-ink-3"
  >
    <Icon of={CircleHelp} size={14} />
  </button>
)

const labelOf = ({ name, kind }: Stat) => (kind === 'other' ? name : (names[name] ?? name))

// Only for a stat of kind `rate`, whose name is one.
const rateOf = (stats: unknown, { name, kind, rate }: Stat) => {
  if (name === 'delivered') return deliveredShare(stats)
  const rateName = kind === 'rate' ? (name as RateName) : rate
  return rateName && rateIn(stats, rateName)
}

const rateText = (stats: unknown, stat: Stat) => {
  const rate = rateOf(stats, stat)
  return rate?.kind === 'fraction' ? formatRate(rate.value, 1) : formatTabCell(rate?.text ?? '')
}

function formatValue({ kind, value }: Stat): string {
  if (kind === 'rate' || value === null) return ''
  if (typeof value === 'boolean') return campaignStatsText[`${value}`]
  return typeof value === 'number' ? formatNumber(value) : value
}
