/** How each of six series is drawn: color, dash and point shape, so that color is never the only cue. */
const seriesStyles = [
  { stroke: 'stroke-chart-1', fill: 'fill-chart-1', dash: undefined, shape: 'circle' },
  { stroke: 'stroke-chart-2', fill: 'fill-chart-2', dash: '7 3', shape: 'square' },
  { stroke: 'stroke-chart-3', fill: 'fill-chart-3', dash: '2 3', shape: 'triangle' },
  { stroke: 'stroke-chart-4', fill: 'fill-chart-4', dash: '9 3 2 3', shape: 'diamond' },
  { stroke: 'stroke-chart-5', fill: 'fill-chart-5', dash: '4 2', shape: 'cross' },
  { stroke: 'stroke-chart-6', fill: 'fill-chart-6', dash: '12 4', shape: 'ring' },
] as const

export const seriesStyle = (index: number) =>
  seriesStyles[index % seriesStyles.length] ?? seriesStyles[0]

interface SeriesMarkProps {
  /** The position of the series in its chart. */
  readonly series: number
  readonly isActive?: boolean
}

/** The point shape of a series, around the origin. */
export function SeriesMark({ series, isActive = false }: SeriesMarkProps) {
  const { stroke, fill, shape } = seriesStyle(series)
  const scale = isActive ? 'scale(1.5)' : undefined
  // A halo in the color of the ground separates a shape from the lines it crosses.
  const solid = `${fill} stroke-surface forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]`
  const outline = `${stroke} forced-colors:stroke-[CanvasText]`
  switch (shape) {
    case 'circle':
      return <circle r="4" transform={scale} className={solid} />
    case 'square':
      return <rect x="-3.5" y="-3.5" width="7" height="7" transform={scale} className={solid} />
    case 'triangle':
      return <path d="M0-4.5L4.5 3.5H-4.5Z" transform={scale} className={solid} />
    case 'diamond':
      return <path d="M0-5L5 0L0 5L-5 0Z" transform={scale} className={solid} />
    case 'cross':
      return (
        <path
          d="M-3-3L3 3M-3 3L3-3"
          strokeWidth="2.5"
          transform={scale}
          className={`fill-none ${outline}`}
        />
      )
    case 'ring':
      return (
        <circle
          r="3.5"
          strokeWidth="2"
          transform={scale}
          className={`fill-surface forced-colors:fill-[Canvas] ${outline}`}
        />
      )
  }
}

/** A piece of the line with its shape, for legends. */
export function SeriesSwatch({ series }: { series: number }) {
  const { stroke, dash } = seriesStyle(series)
  return (
    <svg aria-hidden viewBox="0 0 28 12" className="h-3 w-7 shrink-0 rtl:-scale-x-100">
      <line
        x2="28"
        y1="6"
        y2="6"
        strokeWidth="2"
        strokeDasharray={dash}
        className={`${stroke} forced-colors:stroke-[CanvasText]`}
      />
      <g transform="translate(14 6)">
        <SeriesMark series={series} />
      </g>
    </svg>
  )
}
