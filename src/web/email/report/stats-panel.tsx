import CircleHelp from 'lucide-react/icons/circle-help'
import Copy from 'lucide-react/icons/copy'

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
import { PanelNote, RateText, ReportPanel, Tip } from './report-panel.tsx'

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
      <table className="w-full text-cell print:leading-[1.2]">
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
            <tr
              key={stat.name}
              data-stat={stat.name}
              className="h-9 border-b border-line *:py-1 last:border-0 print:h-auto print:*:py-0.5"
            >
              <th scope="row" className="text-start font-normal">
                <StatName stat={stat} />
              </th>
              <td className="max-w-48 ps-3 text-end font-semibold break-words">
                {stat.kind === 'rate' ? null : <bdi>{formatValue(stat)}</bdi>}
              </td>
              <td className="w-18 max-w-48 ps-3 text-end text-meta whitespace-nowrap text-ink-3">
                <RateText rate={rateOf(stats, stat)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.length > 0 && (
        <PanelNote>
          {campaignStatsText.notReported(missing.map((name) => names[name] ?? name))}
        </PanelNote>
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
  <Tip text={tip} label={`${text.describe(label)} ${tip}`} icon={CircleHelp} />
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
