import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

import { tableText } from '#web/messages/en/table.ts'
import { inlineDirection } from '#web/ui/keyboard.ts'
import { COLUMN_WIDTHS, limitWidth, WIDTH_STEP } from './table.rules.ts'

interface ColumnResizerProps {
  column: { readonly label: string; readonly width?: number; readonly minWidth?: number }
  /** In rem; undefined restores the width of the table. */
  onResize: (width: number | undefined) => void
}

interface Drag {
  readonly x: number
  /** In rem, as are all widths. */
  readonly from: number
  readonly tableWidth: number
  to?: number
}

/** Pixels; a press that moves less changes nothing. */
const MIN_DRAG = 3

const remSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** With a line at the end of the column while the pointer is in the head. */
const resizer =
  'absolute inset-y-0 end-0 w-3 cursor-col-resize touch-none -outline-offset-2 select-none after:absolute after:inset-y-2.5 after:end-0 after:w-0.5 after:rounded-full max-md:hidden [&:is(:active,:focus-visible)]:after:bg-focus forced-colors:[&:is(:active,:focus-visible)]:after:bg-[Highlight] [&:is(:hover,:active,:focus-visible)]:after:inset-y-0 [thead:hover_&]:after:bg-line-strong forced-colors:[thead:hover_&]:after:bg-[CanvasText]'

/** The edge of a column: dragged, or moved with the arrow keys; a double click restores the width. */
export function ColumnResizer({ column, onResize }: ColumnResizerProps) {
  const handle = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag>(undefined)
  const head = () => handle.current?.closest('th')
  const table = () => handle.current?.closest('table')
  const currentWidth = () => (head()?.getBoundingClientRect().width ?? 0) / remSize()

  /** Without React: the cells follow the head, and no row is rendered while the pointer moves. */
  const show = ({ from, tableWidth, to = from }: Drag) => {
    head()?.style.setProperty('width', `${to}rem`)
    table()?.style.setProperty('--table-width', `${tableWidth + to - from}rem`)
  }
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault() // or it marks text
    handle.current?.setPointerCapture(event.pointerId)
    const tableWidth = (table()?.getBoundingClientRect().width ?? 0) / remSize()
    drag.current = { x: event.clientX, from: currentWidth(), tableWidth }
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const { current } = drag
    if (!current) return
    const isMirrored = getComputedStyle(document.documentElement).direction === 'rtl'
    const by = (clientX - current.x) * (isMirrored ? -1 : 1)
    if (current.to === undefined && Math.abs(by) < MIN_DRAG) return
    current.to = limitWidth(current.from + by / remSize())
    show(current)
  }
  const onPointerUp = () => {
    const to = drag.current?.to
    drag.current = undefined
    if (to !== undefined) onResize(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = inlineDirection(event.key)
    if (direction === 0) return
    event.preventDefault()
    onResize(limitWidth(currentWidth() + direction * WIDTH_STEP))
  }
  const { label, width = column.minWidth } = column
  return (
    <div
      ref={handle}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={tableText.columnWidth(label)}
      aria-valuemin={COLUMN_WIDTHS.min}
      aria-valuemax={COLUMN_WIDTHS.max}
      aria-valuenow={width}
      className={resizer}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
