import { useState } from 'react'

import { countOf, rateIn } from '#web/email/campaigns/campaign-stats.rules.ts'
import { campaignStatsText } from '#web/messages/en/campaign-stats.ts'
import { reportText } from '#web/messages/en/report.ts'
import { BarChart } from '#web/ui/chart/bar-chart.tsx'
import type { ChartView } from '#web/ui/chart/chart-frame.tsx'
import { formatRate } from '#web/ui/format.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { PanelNote, ReportPanel } from './report-panel.tsx'
import { funnelSteps, type Step } from './report.rules.ts'

const text = reportText.funnel

interface FunnelPanelProps {
  stats: unknown
  isSending: boolean
}

/** What became of a campaign, step by step: each a bar of the recipients. */
export function FunnelPanel({ stats, isSending }: FunnelPanelProps) {
  const [view, setView] = useState<ChartView>('chart')
  const steps = funnelSteps(stats, isSending)
  const base = countOf(stats, 'recipients') ?? countOf(stats, 'delivered')
  return (
    <ReportPanel
      title={text.title}
      name="funnel"
      actions={
        <div data-no-print>
          <SegmentedControl
            label={text.view}
            value={view}
            onChoose={setView}
            options={[
              { value: 'chart', label: text.chart },
              { value: 'table', label: text.table },
            ]}
          />
        </div>
      }
    >
      {steps.length === 0 ? (
        <p className="text-ink-2">{text.none}</p>
      ) : (
        <BarChart
          label={text.title}
          columns={text.columns}
          view={view}
          {...(base !== undefined && { max: base })}
          items={steps.map(({ step, count, tone, share, isOdd }) => {
            const note = noteOf(stats, step, isSending)
            return {
              name: text.steps[step],
              value: count,
              tone,
              share,
              ...(isOdd && { warning: campaignStatsText.odd(share) }),
              ...(note && { note }),
            }
          })}
        />
      )}
      <PanelNote>
        <bdi>{machineNote(stats)}</bdi>
      </PanelNote>
    </ReportPanel>
  )
}

/** What was lost before the next step; nothing where a count is missing or larger than the one before. */
function noteOf(stats: unknown, step: Step, isSending: boolean): string | undefined {
  const less = (from: number | undefined, count: number | undefined) =>
    from === undefined || count === undefined || count >= from ? undefined : from - count
  const delivered = countOf(stats, 'delivered')
  const opened = countOf(stats, 'opens_unique')
  if (step === 'delivered') {
    if (isSending) return undefined // the rest may still arrive
    const lost = less(countOf(stats, 'recipients'), delivered)
    return lost === undefined ? undefined : text.undelivered(lost)
  }
  if (step === 'opens_unique') {
    const lost = less(delivered, opened)
    return lost === undefined ? undefined : text.unopened(lost)
  }
  if (step !== 'clicks_unique') return undefined
  const rate = rateIn(stats, 'click_to_open_rate')
  return rate?.kind === 'fraction' ? text.ofOpened(formatRate(rate.value, 1)) : undefined
}

function machineNote(stats: unknown): string {
  const count = countOf(stats, 'opens_machine')
  return count ? text.machineCount(count) : text.machine
}
