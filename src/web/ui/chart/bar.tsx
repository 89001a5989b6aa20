import './chart.css'
import { useId, useSyncExternalStore } from 'react'

import { observeMedia } from '#web/external-store.ts'
import { barPercent, type ChartValue } from './scale.rules.ts'

/** `single` is one measure; 1 to 6 are ordered steps, as of a funnel. */
export type BarTone = 'single' | 1 | 2 | 3 | 4 | 5 | 6

interface BarProps {
  readonly value: ChartValue
  /** The value of a full track, the same for all bars of a group. */
  readonly max: number
  /** A part of `value`, drawn inside it: unique clicks in all clicks. */
  readonly part?: ChartValue
  readonly tone?: BarTone
  readonly className?: string
}

/** A bar on its track. Decoration: the number stands beside it. */
export function Bar({ value, max, part, tone = 'single', className = 'h-2' }: BarProps) {
  const id = useId()
  const hasPart = part !== undefined && part !== null
  const length = barPercent(value, max)
  // A table has many bars, and only forced colors need the pattern. They can be turned on at any time.
  const isForced = useSyncExternalStore(forcedColors.subscribe, forcedColors.get)
  const hatched = isForced ? { '--hatch': `url(#${id})` } : {}
  return (
    <svg
      aria-hidden
      data-bar
      className={`block w-full overflow-hidden rounded-[5px] bg-chart-track rtl:-scale-x-100 forced-colors:outline forced-colors:-outline-offset-1 forced-colors:outline-[GrayText] ${className}`}
    >
      {isForced && (
        <defs>
          <pattern
            id={id}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="2" height="5" className="fill-[CanvasText]" />
          </pattern>
        </defs>
      )}
      {length > 0 && (
        <BarFill
          length={length}
          isOutlined={!hasPart && typeof tone === 'number' && tone < 5}
          tone={hasPart ? 'whole' : tone}
          style={hatched}
        />
      )}
      {hasPart && barPercent(part, max) > 0 && (
        <BarFill length={Math.min(length, barPercent(part, max))} tone={tone} isPart />
      )}
    </svg>
  )
}

const forcedColors = observeMedia('(forced-colors: active)')

interface BarFillProps {
  length: number
  /** Tones close to the track have an edge at 3:1. */
  isOutlined?: boolean
  tone: BarTone | 'whole'
  isPart?: boolean
  style?: object
}

const tones: Record<BarFillProps['tone'], string> = {
  whole: 'fill-chart-1/35',
  single: 'fill-chart-1',
  1: 'fill-seq-1',
  2: 'fill-seq-2',
  3: 'fill-seq-3',
  4: 'fill-seq-4',
  5: 'fill-seq-5',
  6: 'fill-seq-6',
}

/** Its width is the ratio to a pixel, its edge included; the smallest value is a line of 2 px. */
const BarFill = ({ length, isOutlined, tone, isPart, style }: BarFillProps) => (
  <rect
    data-bar-fill
    {...(isOutlined && { x: 0.5, y: 0.5 })}
    rx="5"
    className={`${tones[tone]} ${isOutlined ? 'stroke-seq-5' : ''} ${isPart ? 'forced-colors:fill-[CanvasText] forced-colors:stroke-none' : 'forced-colors:fill-[var(--hatch,CanvasText)] forced-colors:stroke-[CanvasText]'}`}
    style={{
      ...style,
      width: isOutlined ? `max(1px, calc(${length}% - 1px))` : `max(1px, ${length}%)`,
      height: isOutlined ? 'calc(100% - 1px)' : '100%',
    }}
  />
)
