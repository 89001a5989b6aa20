import type { LucideIcon } from 'lucide-react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'

import { Icon } from '#web/ui/icon.tsx'

/** A row of tiles in one panel, two in a row on a phone. */
export const StatTiles = ({ label, children }: { label: string; children: ReactNode }) => (
  // Each tile draws its lines at the start and on top; those at the edge of the panel are cut off.
  <ul
    aria-label={label}
    data-surface
    className="grid grid-cols-2 overflow-hidden rounded-tray border border-line bg-surface shadow-rest md:auto-cols-fr md:grid-flow-col md:grid-cols-none"
  >
    {children}
  </ul>
)

interface Difference {
  /** Draws an arrow; omitted where nothing changed. */
  direction?: 'up' | 'down'
  /** Up is not always better. */
  tone?: 'ok' | 'bad'
  /** "3.2 points". */
  amount?: string
  /** "above your average". */
  text: string
  /** Keeps to one line: the text has a name of any length. */
  isTruncated?: boolean
}

interface StatTileProps {
  label: string
  /** Formatted. Omitted while it loads. */
  value: string | undefined
  /** Half as large: "%". */
  unit?: string
  difference?: Difference
  /** Makes the whole tile a link. */
  to?: To
  /** Beside the label. */
  adornment?: ReactNode
  /** Below the number, such as a strip of points. */
  children?: ReactNode
}

/** One big number and what it means. */
export function StatTile(props: StatTileProps) {
  const { label, value, unit, difference, to, adornment, children } = props
  return (
    <li
      aria-busy={value === undefined || undefined}
      className={`relative -ms-px -mt-px grid min-w-0 content-start gap-1 border-s border-t border-line px-4 py-3 md:px-4.5 md:py-4 ${to === undefined ? '' : 'transition-colors duration-quick ease-out hover:bg-hover active:bg-pressed'}`}
    >
      <p className="flex min-h-5 items-center gap-1 text-cell text-ink-2">
        {to === undefined ? (
          label
        ) : (
          <Link
            to={to}
            className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {label}
          </Link>
        )}
        {adornment && <span className="relative -my-1 inline-flex">{adornment}</span>}
      </p>
      <p className="font-display text-figure break-words text-ink lining-nums">
        {value ?? <span className="inline-block h-[0.7em] w-[2ch] rounded-chip bg-sunken" />}
        {value !== undefined && unit && (
          <span className="text-[0.5em] leading-none text-ink-2">{unit}</span>
        )}
      </p>
      {difference && <DifferenceLine {...difference} />}
      {children}
    </li>
  )
}

const arrows: Record<'up' | 'down', LucideIcon> = { up: ArrowUp, down: ArrowDown }

const DifferenceLine = ({ direction, tone, amount, text, isTruncated }: Difference) => (
  <p className={`text-meta text-ink-3 ${isTruncated ? 'truncate' : ''}`}>
    {amount && (
      <span
        className={`me-1 font-medium ${tone ? (tone === 'ok' ? 'text-ok-ink' : 'text-bad-ink') : 'text-ink-2'}`}
      >
        {direction && (
          <Icon of={arrows[direction]} size={13} className="me-0.5 inline-block align-[-2px]" />
        )}
        <bdi>{amount}</bdi>
      </span>
    )}
    {/* the space is for screen readers */ amount && ' '}
    <bdi>{text}</bdi>
  </p>
)
