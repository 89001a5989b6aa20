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
        <div className="chart-bars grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-3 @md:grid-cols-[minmax(auto,9rem)_minmax(0,1fr)_auto_auto]">
          {items.map((item, index) => (
            <div
              key={index}
              data-active={index === active || undefined}
              className="chart-bar-row col-span-full grid grid-cols-subgrid items-center gap-y-1 rounded-control data-active:bg-hover forced-colors:data-active:outline-2 forced-colors:data-active:outline-[Highlight]"
            >
              <span className="min-w-0 break-words @md:pe-2">{item.name}</span>
              <span
                className={`text-end font-semibold @md:col-start-3 @md:ps-3 ${hasShare ? '' : 'col-span-2'}`}
              >
                <bdi>{formatValue(item.value)}</bdi>
              </span>
              {hasShare && (
                <span
                  title={item.warning}
                  className="flex items-center justify-end gap-1 text-meta whitespace-nowrap text-ink-3 @md:col-start-4"
                >
                  {item.warning && <Icon of={TriangleAlert} size={13} className="text-warn-ink" />}
                  <bdi>{item.share}</bdi>
                </span>
              )}
              <Bar
                value={item.value}
                max={max}
                tone={item.tone ?? 'single'}
                className="chart-bar col-span-full @md:col-span-1 @md:col-start-2 @md:row-start-1"
              />
              {item.note && (
                <span className="col-span-full flex items-center gap-2 text-meta text-ink-3 @md:col-span-3 @md:col-start-2">
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
