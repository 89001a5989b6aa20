import CornerDownRight from 'lucide-react/icons/corner-down-right'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

import { chartText } from '#web/messages/en/chart.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Bar, type BarTone } from './bar.tsx'
import { ChartFrame, type ChartView } from './chart-frame.tsx'
import { type ChartValue, domainOf, isPlottable } from './scale.rules.ts'

interface BarItem {
  readonly name: string
  readonly value: ChartValue
  /** A second number at the end of the row: "41.6%". */
  readonly share?: string
  /** Why the second number is odd; it gets a mark. */
  readonly warning?: string
  /** Under the bar, what became of the rest: "264 did not arrive". */
  readonly note?: string
  readonly tone?: BarTone
}

interface BarChartProps {
  readonly label: string
  /** Column titles of the table. */
  readonly columns: { readonly name: string; readonly value: string; readonly share?: string }
  readonly items: readonly BarItem[]
  /** The value of a full bar; the largest value without it. */
  readonly max?: number
  readonly view?: ChartView
  readonly format?: (value: number) => string
}

/** Named bars on one scale, each with its number. A narrow chart puts the bar under its name. */
export function BarChart({
  label,
  columns,
  items,
  view,
  format = formatNumber,
  ...props
}: BarChartProps) {
  const max = props.max ?? domainOf(items.map(({ value }) => value))?.max ?? 0
  const formatValue = (value: ChartValue) => (isPlottable(value) ? format(value) : '')
  const hasShare = columns.share !== undefined
  const table = {
    columns: [columns.name, columns.value, ...(hasShare ? [columns.share ?? chartText.share] : [])],
    count: items.length,
    row: (index: number) => {
      const { name = '', value, share = '', warning } = items[index] ?? {}
      return [
        name,
        formatValue(value),
        ...(hasShare ? [warning ? `${share} (${warning})` : share] : []),
      ]
    },
  }
  return (
    <ChartFrame label={label} table={table} view={view}>
      {({ active }) => (
        <div className="chart-bars">
          {items.map((item, index) => (
            <div key={index} data-active={index === active || undefined} className="chart-bar-row">
              <span className="chart-bar-name">{item.name}</span>
              <span className={`chart-bar-value ${hasShare ? '' : 'col-span-2'}`}>
                <bdi>{formatValue(item.value)}</bdi>
              </span>
              {hasShare && (
                <span className="chart-bar-share" title={item.warning}>
                  {item.warning && <Icon of={TriangleAlert} size={13} className="text-warn-ink" />}
                  <bdi>{item.share}</bdi>
                </span>
              )}
              <Bar
                value={item.value}
                max={max}
                tone={item.tone ?? 'single'}
                className="chart-bar"
              />
              {item.note && (
                <span className="chart-bar-note">
                  <Icon of={CornerDownRight} size={13} className="rtl:-scale-x-100" />
                  <bdi>{item.note}</bdi>
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </ChartFrame>
  )
}
