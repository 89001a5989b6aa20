import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useId } from 'react'

import type { Rate } from '#web/email/campaigns/campaign-stats.rules.ts'
import { campaignStatsText } from '#web/messages/en/campaign-stats.ts'
import { formatRate } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'

interface ReportPanelProps {
  title: string
  name: string
  /** Beside the title. */
  summary?: ReactNode
  /** At the end of the line of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** One titled part of a report. */
export function ReportPanel({ title, name, summary, actions, children }: ReportPanelProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      data-panel={name}
      data-state="ready"
      data-surface
      className="report-panel"
    >
      <div className="report-panel-head">
        <h2 id={heading} className="text-section">
          {title}
        </h2>
        {summary && (
          <p className="min-w-0 text-meta text-ink-3">
            <bdi>{summary}</bdi>
          </p>
        )}
        {actions && <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

interface TipProps {
  /** Shown beside it, and its accessible name. */
  text: string
  tone?: 'info' | 'warn'
}

/** An icon that explains what is beside it, under the pointer, with the focus and after a touch. */
export const Tip = ({ text, tone = 'info' }: TipProps) => (
  <button
    type="button"
    aria-label={text}
    data-tip={text}
    className={`report-tip ${tone === 'warn' ? 'text-warn-ink' : 'text-ink-3'}`}
  >
    <Icon of={tone === 'warn' ? TriangleAlert : Info} size={14} />
  </button>
)

/** A rate, or what the server sent instead of one, with a mark. */
export function RateText({ rate }: { rate: Rate | undefined }) {
  if (rate === undefined) return null
  if (rate.kind === 'fraction') return <bdi>{formatRate(rate.value, 1)}</bdi>
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi className="truncate">{rate.text}</bdi>
      <Tip tone="warn" text={campaignStatsText.odd(rate.text)} />
    </span>
  )
}
