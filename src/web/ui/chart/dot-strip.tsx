import type { ReactNode } from 'react'

import { type ChartValue, domainOf, isPlottable, meanOf, toPercent } from './scale.rules.ts'

interface DotStripProps {
  /** All values on the strip, the current one included. */
  readonly values: readonly ChartValue[]
  /** The value that the strip is about. */
  readonly current?: ChartValue
  /** Of the values, unless the caller has another. */
  readonly mean?: ChartValue
  /** The value that keys or the pointer chose. */
  readonly active?: ChartValue
  readonly className?: string
}

// Room for half of the large dot at either end.
const EDGE = 3

/** Percent along the strip. Room is left for the dots at the ends. */
export function stripPosition(value: number, values: readonly ChartValue[]): number {
  const domain = domainOf(values) ?? { min: value, max: value }
  return EDGE + (toPercent(value, domain) / 100) * (100 - 2 * EDGE)
}

/** A value among others: each a dot on one line, a stroke at their mean. Decoration: the words stand beside it. */
export function DotStrip({
  values,
  current,
  mean = meanOf(values),
  active,
  className = '',
}: DotStripProps) {
  const at = (value: number) => `${stripPosition(value, values)}%`
  // More dots than the strip has places cannot be told apart.
  const places = new Set(values.filter(isPlottable).map((value) => at(value)))
  return (
    <svg
      aria-hidden
      className={`block h-3.5 w-full overflow-visible rtl:-scale-x-100 ${className}`}
    >
      <line
        x1="0"
        x2="100%"
        y1="7"
        y2="7"
        className="stroke-line-strong forced-colors:stroke-[GrayText]"
      />
      {[...places].map((place) => (
        <OtherDot key={place} at={place} />
      ))}
      {isPlottable(mean) && <MeanStroke at={at(mean)} />}
      {isPlottable(current) && <CurrentDot at={at(current)} />}
      {isPlottable(active) && (
        <circle
          cx={at(active)}
          cy="7"
          r="7"
          strokeWidth="2"
          className="fill-none stroke-focus forced-colors:stroke-[CanvasText]"
        />
      )}
    </svg>
  )
}

const CurrentDot = ({ at }: { at: string }) => (
  <circle
    cx={at}
    cy="7"
    r="5.5"
    className="fill-chart-1 stroke-surface forced-colors:fill-[Highlight] forced-colors:stroke-[Canvas]"
  />
)

const OtherDot = ({ at }: { at: string }) => (
  <circle
    cx={at}
    cy="7"
    r="3"
    className="fill-chart-compare/50 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
  />
)

const MeanStroke = ({ at }: { at: string }) => (
  <line
    x1={at}
    x2={at}
    y1="0"
    y2="14"
    strokeWidth="1.5"
    className="stroke-ink forced-colors:stroke-[CanvasText]"
  />
)

/** What each mark stands for. Without `current` the strips have no such dot. */
export interface DotStripLegendProps {
  readonly current?: string | undefined
  readonly others: string
  readonly mean: string
}

export const DotStripLegend = ({ current, others, mean }: DotStripLegendProps) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-3">
    {current && <LegendItem label={current} mark={<CurrentDot at="7" />} />}
    <LegendItem label={others} mark={<OtherDot at="7" />} />
    <LegendItem label={mean} mark={<MeanStroke at="7" />} />
  </ul>
)

const LegendItem = ({ label, mark }: { label: string; mark: ReactNode }) => (
  <li className="flex items-center gap-1.5">
    <svg aria-hidden viewBox="0 0 14 14" className="size-3.5 shrink-0">
      {mark}
    </svg>
    {label}
  </li>
)
