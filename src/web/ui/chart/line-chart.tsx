import { type PointerEvent, useMemo } from 'react'

import { formatNumber } from '#web/ui/format.ts'
import { ChartFrame, type ChartCursor, type ChartView, inlinePercent } from './chart-frame.tsx'
import {
  EndLabels,
  formatValue,
  Legend,
  type LinePoint,
  type LineSeries,
  Longest,
  Ticks,
} from './line-chart-labels.tsx'
import {
  hasMarker,
  isIsolated,
  linePath,
  nearestPoint,
  type PlotPoint,
  thinPoints,
} from './line-layout.rules.ts'
import { axisTicks, domainOf, isPlottable, toPercent } from './scale.rules.ts'
import { SeriesMark, seriesColor, seriesLineClass, seriesStyle } from './series-marks.tsx'

interface LineChartProps {
  readonly label: string
  /** Names the points in the table: "Hour". */
  readonly axis: string
  /** Ascending. */
  readonly points: readonly LinePoint[]
  /** At most six. */
  readonly series: readonly LineSeries[]
  readonly view?: ChartView
  readonly format?: (value: number) => string
}

/** Series over time, each with its own color, dash, shape and a label at its end. */
export function LineChart({
  label,
  axis,
  points,
  series,
  view,
  format = formatNumber,
}: LineChartProps) {
  const layout = useMemo(() => layOut(points, series), [points, series])
  const table = {
    columns: [axis, ...series.map(({ name }) => name)],
    count: layout.lines.some((line) => line.some(Boolean)) ? points.length : 0,
    row: (index: number) => [
      points[index]?.label ?? '',
      ...series.map(({ values }) => formatValue(values[index], format)),
    ],
  }
  return (
    <ChartFrame label={label} table={table} view={view} emptyClass="min-h-64">
      {(cursor) => (
        <div className="grid gap-3">
          <Legend {...{ points, series, format }} active={cursor.active} />
          <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 text-meta text-ink-3">
            <div className="relative">
              <Longest texts={layout.ticks.map(format)} />
              {layout.ticks.map((tick) => (
                <span
                  key={tick}
                  className="absolute end-0 -translate-y-1/2"
                  style={{ top: `${100 - toPercent(tick, layout.domain)}%` }}
                >
                  <bdi>{format(tick)}</bdi>
                </span>
              ))}
            </div>
            <Plot layout={layout} series={series} cursor={cursor} />
            <EndLabels lines={layout.lines} series={series} />
            <Ticks points={points} xs={layout.xs} />
          </div>
        </div>
      )}
    </ChartFrame>
  )
}

type Layout = ReturnType<typeof layOut>

function layOut(points: readonly LinePoint[], series: readonly LineSeries[]) {
  const values = series.flatMap((one) => one.values).filter(isPlottable)
  const ticks = axisTicks(domainOf(values) ?? { min: 0, max: 0 }, {
    whole: values.every(Number.isInteger),
  })
  const domain = { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1 }
  const times = domainOf(points.map(({ at }) => at)) ?? { min: 0, max: 0 }
  const xs = points.map(({ at }) => toPercent(at, times))
  const lines = series.map((one) =>
    xs.map((x, index): PlotPoint | null => {
      const value = one.values[index]
      return isPlottable(value) ? { x, y: 100 - toPercent(value, domain) } : null
    }),
  )
  return { ticks, domain, xs, lines, paths: lines.map((line) => linePath(thinPoints(line))) }
}

interface PlotProps {
  layout: Layout
  series: readonly LineSeries[]
  cursor: ChartCursor
}

/** Stretched to its column: positions are percentages, so nothing is measured and nothing moves after the first paint. */
function Plot({ layout: { ticks, domain, xs, lines, paths }, series, cursor }: PlotProps) {
  const onPointerMove = (event: PointerEvent) =>
    cursor.setActive(nearestPoint(xs, inlinePercent(event)))
  const x = `${xs[cursor.active ?? -1] ?? 0}%`
  return (
    <div
      data-plot
      className="line-chart-plot relative mx-1.5 h-48 touch-pan-y"
      onPointerMove={onPointerMove}
      onPointerLeave={() => cursor.setActive(null)}
    >
      <svg className="absolute inset-0 size-full overflow-visible rtl:-scale-x-100">
        {ticks.map((tick) => {
          const y = `${100 - toPercent(tick, domain)}%`
          return (
            <line
              key={tick}
              x2="100%"
              y1={y}
              y2={y}
              className={`forced-colors:stroke-[GrayText] ${tick === 0 ? 'stroke-line-strong' : 'stroke-chart-grid'}`}
            />
          )
        })}
        {cursor.active !== null && (
          <line
            x1={x}
            x2={x}
            y2="100%"
            className="stroke-control forced-colors:stroke-[Highlight]"
          />
        )}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="overflow-visible">
          {paths.map((path, index) => (
            <path
              key={index}
              d={path}
              strokeWidth="2"
              strokeLinejoin="round"
              strokeDasharray={seriesStyle(index).dash}
              vectorEffect="non-scaling-stroke"
              style={seriesColor(index)}
              className={seriesLineClass}
            />
          ))}
        </svg>
        {series.map((_, index) =>
          lines[index]?.map((point, at) => {
            const isActive = at === cursor.active
            const isMarked = hasMarker(at, xs.length) || isIsolated(lines[index] ?? [], at)
            return (
              point &&
              (isActive || isMarked) && (
                <svg key={`${index} ${at}`} x={`${point.x}%`} y={`${point.y}%`} overflow="visible">
                  <SeriesMark series={index} isActive={isActive} />
                </svg>
              )
            )
          }),
        )}
      </svg>
    </div>
  )
}
