import type { CSSProperties } from 'react'

/** The dash and point shape of each of six series, so that color is never the only cue. */
const seriesStyles = [
  { dash: undefined, shape: 'circle' },
  { dash: '7 3', shape: 'square' },
  { dash: '2 3', shape: 'triangle' },
  { dash: '9 3 2 3', shape: 'diamond' },
  { dash: '4 2', shape: 'cross' },
  { dash: '12 4', shape: 'ring' },
] as const

export const seriesStyle = (index: number) =>
  seriesStyles[index % seriesStyles.length] ?? seriesStyles[0]

/** The color of a series, for its classes. React types know no custom properties. */
export const seriesColor = (index: number) =>
  ({ '--series': `var(--chart-${(index % seriesStyles.length) + 1})` }) as CSSProperties

export const seriesLineClass = 'fill-none stroke-(--series) forced-colors:stroke-[CanvasText]'

/** A halo in the color of the ground separates a shape from the lines it crosses. */
const solidClass =
  'fill-(--series) stroke-surface forced-colors:fill-[CanvasText] forced-colors:stroke-[Canvas]'

interface SeriesMarkProps {
  /** The position of the series in its chart. */
  readonly series: number
  readonly isActive?: boolean
}

/** The point shape of a series, around the origin. */
export function SeriesMark({ series, isActive = false }: SeriesMarkProps) {
  const { shape } = seriesStyle(series)
  const style = seriesColor(series)
  const scale = isActive ? 'scale(1.5)' : undefined
  switch (shape) {
    case 'circle':
      return <circle r="4" transform={scale} style={style} className={solidClass} />
    case 'square':
      return (
        <rect
          x="-3.5"
          y="-3.5"
          width="7"
          height="7"
          transform={scale}
          style={style}
          className={solidClass}
        />
      )
    case 'triangle':
      return (
        <path d="M0-4.5L4.5 3.5H-4.5Z" transform={scale} style={style} className={solidClass} />
      )
    case 'diamond':
      return <path d="M0-5L5 0L0 5L-5 0Z" transform={scale} style={style} className={solidClass} />
    case 'cross':
      return (
        <path
          d="M-3-3L3 3M-3 3L3-3"
          strokeWidth="2.5"
          transform={scale}
          style={style}
          className={seriesLineClass}
        />
      )
    case 'ring':
      return (
        <circle
          r="3.5"
          strokeWidth="2"
          transform={scale}
          style={style}
          className="fill-surface stroke-(--series) forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
        />
      )
  }
}

/** A piece of the line with its shape, for legends. */
export function SeriesSwatch({ series }: { series: number }) {
  const { dash } = seriesStyle(series)
  return (
    <svg aria-hidden viewBox="0 0 28 12" className="h-3 w-7 shrink-0 rtl:-scale-x-100">
      <line
        x2="28"
        y1="6"
        y2="6"
        strokeWidth="2"
        strokeDasharray={dash}
        style={seriesColor(series)}
        className={seriesLineClass}
      />
      <g transform="translate(14 6)">
        <SeriesMark series={series} />
      </g>
    </svg>
  )
}
