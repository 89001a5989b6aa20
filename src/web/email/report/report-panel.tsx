import type { LucideIcon } from 'lucide-react'
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
  /** It may take more than a page. */
  isLong?: boolean
  isPrinted?: boolean
  children: ReactNode
}

/** One titled part of a report. */
export function ReportPanel({
  title,
  name,
  summary,
  actions,
  isLong = false,
  isPrinted = true,
  children,
}: ReportPanelProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      data-panel={name}
      data-state="ready"
      data-surface
      className={`grid min-w-0 grid-cols-1 content-start gap-3 rounded-tray border border-line bg-surface px-4.5 py-4 shadow-rest print:gap-1.5 print:px-3 print:py-1.5 print:shadow-none ${isLong ? '' : 'print:break-inside-avoid'}`}
      data-no-print={isPrinted ? undefined : true}
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 print:min-h-0">
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

/** What a reader of the numbers should know, at the foot of its panel. */
export const PanelNote = ({ children }: { children: ReactNode }) => (
  <p className="mt-auto flex gap-2.5 rounded-control bg-sunken px-3 py-2 text-meta text-ink-2 print:py-0.5">
    <Icon of={Info} className="mt-0.5 text-ink-3" />
    {children}
  </p>
)

interface TipProps {
  /** Shown beside it. */
  text: string
  /** The accessible name, where that is not the text alone. */
  label?: string
  icon?: LucideIcon
  tone?: 'info' | 'warn'
}

/** An icon that explains what is beside it, under the pointer, with the focus and after a touch. */
export const Tip = ({ text, label = text, icon = Info, tone = 'info' }: TipProps) => (
  <button
    type="button"
    aria-label={label}
    data-tip={text}
    className={`-m-1 inline-grid size-6 shrink-0 place-items-center rounded-chip hover:text-ink ${tone === 'warn' ? 'text-warn-ink' : 'text-ink-3'}`}
  >
    <Icon of={tone === 'warn' ? TriangleAlert : icon} size={14} />
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
