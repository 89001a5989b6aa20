import './chart.css'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'

import { chartText } from '#web/messages/en/chart.ts'
import { formatNumber } from '#web/ui/format.ts'
import { inlineDirection, isModified } from '#web/ui/keyboard.ts'
import { announce } from '#web/ui/live-region.tsx'
import { nextPoint } from './scale.rules.ts'

export type ChartView = 'chart' | 'table'

/** What a chart draws, as text. */
interface ChartTable {
  /** The first column names the rows. */
  readonly columns: readonly string[]
  readonly count: number
  /** The cells of one row, formatted when they are read: a series may be long. */
  readonly row: (index: number) => readonly string[]
}

export interface ChartCursor {
  /** The point that keys or the pointer chose. */
  readonly active: number | null
  readonly setActive: (index: number | null) => void
}

interface ChartFrameProps {
  /** The accessible name, and the caption of the table. */
  readonly label: string
  readonly table: ChartTable
  /** `table` shows the table instead of the drawing. */
  readonly view?: ChartView | undefined
  /** Reserves the height of the drawing while there is nothing to draw. */
  readonly emptyClass?: string
  /** False where a table beside it has the values of several charts. */
  readonly hasTable?: boolean | undefined
  readonly children: (cursor: ChartCursor) => ReactNode
}

/**
 * A drawing with a name, its values as a table for assistive technology, and a cursor for the arrow keys. The keys belong
 * to the chart, hence `application`: a screen reader in browse mode would keep them, and reads the table instead.
 */
export function ChartFrame({
  label,
  table,
  view = 'chart',
  emptyClass = 'min-h-24',
  hasTable = true,
  children,
}: ChartFrameProps) {
  const hint = useId()
  const [active, setActive] = useState<number | null>(null)
  const { count } = table
  // Data may have become shorter since.
  const current = active !== null && active < count ? active : null

  const onKeyDown = (event: KeyboardEvent) => {
    if (isModified(event.nativeEvent)) return
    const next = nextPoint({ key: event.key, inline: inlineDirection(event.key) }, current, count)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    announce(formatPoint(table, next))
  }

  if (count === 0)
    return (
      <p
        role="img"
        aria-label={`${label}. ${chartText.empty}`}
        className={`grid place-items-center rounded-control text-ink-3 ${emptyClass}`}
      >
        {chartText.empty}
      </p>
    )
  return (
    <div className="chart-frame @container">
      {view === 'chart' && (
        <div
          role="application"
          tabIndex={0}
          aria-label={label}
          aria-roledescription={chartText.role}
          aria-describedby={hint}
          className="rounded-control"
          onKeyDown={onKeyDown}
          onBlur={() => setActive(null)}
        >
          <div aria-hidden>{children({ active: current, setActive })}</div>
          <p id={hint} hidden>
            {chartText.hint(count)}
          </p>
        </div>
      )}
      {hasTable &&
        (view === 'chart' && count > MAX_HIDDEN_ROWS ? (
          <ValueLines label={label} table={table} />
        ) : (
          <ValueTable label={label} table={table} isVisible={view === 'table'} />
        ))}
    </div>
  )
}

/** How far along its element an event is, in percent from the start of the line. */
export function inlinePercent({ clientX, currentTarget }: PointerEvent): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  const percent = ((clientX - left) / width) * 100
  return inlineDirection('ArrowRight') === 1 ? percent : 100 - percent
}

const MAX_ROWS = 200
/** From here on the values behind a drawing are lines of one text: a table has six elements in a row. */
const MAX_HIDDEN_ROWS = 24

function ValueLines({ label, table }: { label: string; table: ChartTable }) {
  const step = Math.ceil(table.count / MAX_ROWS)
  const lines = Array.from({ length: Math.ceil(table.count / step) }, (_, position) =>
    formatRow(table, position * step).join(': '),
  )
  return (
    <p role="group" aria-label={label} className="sr-only whitespace-pre-line!">
      {lines.join('\n')}
    </p>
  )
}

interface ValueTableProps {
  label: string
  table: ChartTable
  isVisible: boolean
}

function ValueTable({ label, table: { columns, count, row }, isVisible }: ValueTableProps) {
  const step = Math.ceil(count / MAX_ROWS)
  return (
    <div
      {...(isVisible && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      className={isVisible ? 'max-h-96 overflow-auto print:max-h-none' : 'sr-only'}
    >
      <table className="chart-table">
        <caption className={step > 1 && isVisible ? 'text-start text-meta text-ink-3' : 'sr-only'}>
          {label}
          {step > 1 && `. ${chartText.sampled(step, formatNumber(count))}`}
        </caption>
        <thead className="text-meta text-ink-3">
          <tr>
            {columns.map((column, position) => (
              // Two series may have one name.
              <th key={position} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.ceil(count / step) }, (_, position) => {
            const [name, ...values] = row(position * step)
            return (
              <tr key={position}>
                <th scope="row">{name}</th>
                {values.map((value, column) => (
                  <td key={column}>
                    {value ? (
                      isVisible ? (
                        <bdi>{value}</bdi>
                      ) : (
                        value
                      )
                    ) : (
                      <span className="sr-only">{chartText.noValue}</span>
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The name of a row, and its values with those of their columns. */
function formatRow({ columns, row }: ChartTable, index: number): [string, string] {
  const [name = '', ...values] = row(index)
  const spoken = values.map((value, column) => {
    const text = value || chartText.noValue
    return values.length > 1 ? chartText.value(columns[column + 1] ?? '', text) : text
  })
  return [name, spoken.join(', ')]
}

const formatPoint = (table: ChartTable, index: number) =>
  chartText.point(...formatRow(table, index), formatNumber(index + 1), formatNumber(table.count))
