import { type PlotPoint, spreadLabels, tickPoints } from './line-layout.rules.ts'
import { type ChartValue, domainOf, isPlottable } from './scale.rules.ts'
import { SeriesSwatch } from './series-marks.tsx'

export interface LinePoint {
  /** Where on the axis: a time in milliseconds, or a count. */
  readonly at: number
  /** "Tue 18 Nov, 10:00". */
  readonly label: string
  /** Under the axis: "18 Nov". */
  readonly tick?: string
}

export interface LineSeries {
  readonly name: string
  /** One for each point; a gap where there is none. */
  readonly values: readonly ChartValue[]
}

// A line of labels in percent of the plot's height, both in rem.
const LABEL_GAP = 10

interface EndLabelsProps {
  lines: readonly (readonly (PlotPoint | null)[])[]
  series: readonly LineSeries[]
}

/** The name of each series at the end of its line; a narrow chart has only the legend. */
export function EndLabels({ lines, series }: EndLabelsProps) {
  const ends = lines.map((line) => line.findLast((point) => point !== null))
  const tops = spreadLabels(
    ends.map((end) => end?.y ?? 100),
    LABEL_GAP,
  )
  return (
    <div className="line-chart-ends relative max-w-36 @max-md:hidden">
      <Longest texts={series.map(({ name }) => name)} />
      {series.map(
        ({ name }, index) =>
          ends[index] && (
            <span
              key={index}
              dir="auto"
              className="absolute start-0 max-w-full -translate-y-1/2 truncate text-ink-2"
              style={{ top: `${tops[index]}%` }}
            >
              {name}
            </span>
          ),
      )}
    </div>
  )
}

/** A wider chart shows more of them: the ends, then the middle, then the quarters. */
const tickLevels = ['', '@max-xs:hidden', '@max-lg:hidden']

export function Ticks({ points, xs }: { points: readonly LinePoint[]; xs: readonly number[] }) {
  return (
    <div className="relative col-start-2 mx-1.5 mt-2 h-lh">
      {tickPoints(xs).map(({ index, level }) => {
        const x = xs[index] ?? 0
        const place = x < 10 ? 'start-0' : x > 90 ? 'end-0' : '-translate-x-1/2 rtl:translate-x-1/2'
        return (
          <span
            key={index}
            className={`absolute whitespace-nowrap ${place} ${tickLevels[level]}`}
            style={x < 10 || x > 90 ? undefined : { insetInlineStart: `${x}%` }}
          >
            <bdi>{points[index]?.tick ?? points[index]?.label}</bdi>
          </span>
        )
      })}
    </div>
  )
}

interface LegendProps {
  points: readonly LinePoint[]
  series: readonly LineSeries[]
  format: (value: number) => string
  active: number | null
}

/** Names the series, and has room for the values of the point that was chosen. */
export function Legend({ points, series, format, active }: LegendProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-2">
      {series.map(({ name, values }, index) => (
        <span key={index} className="flex min-w-0 items-center gap-2">
          <SeriesSwatch series={index} />
          <bdi className="min-w-0 truncate">{name}</bdi>
          <span className="font-semibold text-ink">
            <Longest texts={sampleOf(values).map((value) => formatValue(value, format))} />
            {active !== null && <bdi>{formatValue(values[active], format)}</bdi>}
          </span>
        </span>
      ))}
      <span className="ms-auto">
        <Longest texts={points.map((point) => point.label)} />
        {active !== null && <bdi>{points[active]?.label}</bdi>}
      </span>
    </div>
  )
}

export const formatValue = (value: ChartValue, format: (value: number) => string) =>
  isPlottable(value) ? format(value) : ''

/** The extremes and a few between them: formatting all values of a long series takes too long. */
const sampleOf = (values: readonly ChartValue[]): ChartValue[] => {
  const step = Math.ceil(values.length / 40)
  const { min, max } = domainOf(values) ?? {}
  return [min, max, ...values.filter((_, index) => index % step === 0)]
}

/** Takes the width of the widest text, so that nothing beside it moves. Of many, the longest stand for all. */
export function Longest({ texts }: { texts: readonly string[] }) {
  const candidates = texts.length > 8 ? [longestOf(texts)] : texts
  return candidates.map((text, index) => (
    <span key={index} className="invisible block h-0 overflow-hidden whitespace-nowrap">
      {text}
    </span>
  ))
}

const longestOf = (texts: readonly string[]) =>
  texts.reduce((one, other) => (other.length > one.length ? other : one), '')
