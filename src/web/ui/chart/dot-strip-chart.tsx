import type { PointerEvent } from 'react'

import { chartText } from '#web/messages/en/chart.ts'
import { ChartFrame, type ChartView, inlinePercent } from './chart-frame.tsx'
import { DotStrip, DotStripLegend, type DotStripLegendProps, stripPosition } from './dot-strip.tsx'
import { nearestPoint } from './line-layout.rules.ts'
import { type ChartValue, isPlottable, meanOf } from './scale.rules.ts'

interface StripItem {
  readonly name: string
  readonly value: ChartValue
}

interface DotStripChartProps {
  readonly label: string
  readonly columns: { readonly name: string; readonly value: string }
  /** The earlier ones and the current one, in any order. */
  readonly items: readonly StripItem[]
  /** Its position in `items`. */
  readonly current?: number
  /** Of the earlier ones; of all without it. */
  readonly mean?: number
  /** Omitted where one legend stands for several charts. */
  readonly legend?: DotStripLegendProps
  readonly view?: ChartView
  readonly hasTable?: boolean
  readonly format: (value: number) => string
}

interface Dot extends StripItem {
  readonly value: number
}

const isDot = (item: StripItem): item is Dot => isPlottable(item.value)

/** A dot strip whose dots can be read one by one, in the order of their values, with both ends labeled. */
export function DotStripChart({
  label,
  columns,
  items,
  legend,
  view,
  hasTable,
  format,
  ...props
}: DotStripChartProps) {
  const dots = items.filter(isDot).toSorted((a, b) => a.value - b.value)
  const values = dots.map(({ value }) => value)
  const mean = props.mean ?? meanOf(values)
  const current = items[props.current ?? -1]
  const table = {
    columns: [columns.name, columns.value],
    count: dots.length,
    row: (index: number) =>
      dots.slice(index, index + 1).flatMap(({ name, value }) => [name, format(value)]),
  }
  const [low, high] = [values[0], values.at(-1)].map((value) =>
    value === undefined ? '' : format(value),
  )
  const name = [
    current && isPlottable(current.value) ? chartText.value(label, format(current.value)) : label,
    mean === undefined ? '' : chartText.value(chartText.average, format(mean)),
  ]
  return (
    <ChartFrame
      label={name.filter(Boolean).join('. ')}
      table={table}
      view={view}
      hasTable={hasTable}
      emptyClass="min-h-10"
    >
      {({ active, setActive }) => {
        const chosen = active === null ? undefined : dots[active]
        const onPointerMove = (event: PointerEvent) =>
          setActive(
            nearestPoint(
              values.map((value) => stripPosition(value, values)),
              inlinePercent(event),
            ),
          )
        return (
          <div className="grid gap-2">
            <div
              className="grid gap-1"
              onPointerMove={onPointerMove}
              onPointerLeave={() => setActive(null)}
            >
              <DotStrip
                values={values}
                current={current?.value}
                mean={mean}
                active={chosen?.value}
              />
              <p className="flex items-baseline justify-between gap-2 text-meta text-ink-3">
                {chosen ? (
                  <>
                    <span className="min-w-0 truncate text-ink-2">{chosen.name}</span>
                    <span className="text-ink-2">{format(chosen.value)}</span>
                  </>
                ) : (
                  <>
                    <span>{low}</span>
                    <span>{dots.length > 1 && high}</span>
                  </>
                )}
              </p>
            </div>
            {legend && <DotStripLegend {...legend} current={current && legend.current} />}
          </div>
        )
      }}
    </ChartFrame>
  )
}
