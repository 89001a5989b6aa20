/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on a phone the rows are blocks, and WebKit takes the role from the layout */
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'

import { useVisibleRange } from '#web/ui/use-virtual-range.ts'

/** Rows that belong together under a heading. */
export interface TableGroup {
  readonly id: string
  readonly label: string
  /** "12 cards". */
  readonly count: string
}

/** What is rendered in the body of a table, from top to bottom. */
type TableEntry<Row> =
  | { readonly kind: 'row'; readonly row: Row; readonly index: number }
  | { readonly kind: 'group'; readonly key: string; readonly group: TableGroup }
  | { readonly kind: 'spacer'; readonly key: string; readonly height: number }

interface VirtualRowsInput<Row> {
  frame: RefObject<HTMLElement | null>
  rows: readonly Row[] | undefined
  groupOf: ((row: Row) => TableGroup) | undefined
  isVirtual: boolean
  /** Stays rendered, so that Tab can return to it. */
  activeIndex: number
}

/** The part of a table that the window shows: on a phone the page scrolls and the table is as high as its rows. */
function visibleInWindow(box: HTMLElement) {
  const { top } = box.getBoundingClientRect()
  const clamp = (y: number) => box.scrollTop + Math.min(box.clientHeight, Math.max(0, y))
  return { from: clamp(-top), to: clamp(innerHeight - top) }
}

const noFrame: RefObject<HTMLElement | null> = { current: null }

/** The rows in view with spacers for the others; every row, unless they are virtual. */
export function useVirtualRows<Row>(input: VirtualRowsInput<Row>): readonly TableEntry<Row>[] {
  const { frame, rows, groupOf, isVirtual, activeIndex } = input
  // A row has twenty elements: less is rendered ahead.
  // Until the rows are there, a skeleton without a frame is in its place.
  const scroller = isVirtual && rows ? frame : noFrame
  const range = useVisibleRange(scroller, 'y', 0.25, 120, visibleInWindow)
  const rowHeight = useRowHeight(scroller, range, rows)
  const groups = useMemo(() => groupOf && groupRows(rows ?? [], groupOf), [rows, groupOf])
  const count = groups?.length ?? rows?.length ?? 0
  const entryAt = (index: number): TableEntry<Row> | undefined => {
    const row = rows?.[index]
    return groups ? groups[index] : row && { kind: 'row', row, index }
  }
  const activeEntry = groups
    ? groups.findIndex((entry) => entry.kind === 'row' && entry.index === activeIndex)
    : activeIndex
  const indexes = isVirtual
    ? visibleRows(range, count, rowHeight, activeEntry)
    : Array.from({ length: count }, (_, index) => index)
  const visible: TableEntry<Row>[] = []
  let next = 0
  const addSpacer = (to: number) => {
    if (to > next)
      visible.push({ kind: 'spacer', key: `spacer-${next}`, height: (to - next) * rowHeight })
  }
  for (const index of indexes) {
    const entry = entryAt(index)
    addSpacer(index)
    if (entry) visible.push(entry)
    next = index + 1
  }
  addSpacer(count)
  return visible
}

/** The indexes of the rows in the range, and of the active one. */
function visibleRows(
  { from, to }: { from: number; to: number },
  count: number,
  height: number,
  active: number,
): readonly number[] {
  // A filter may have removed the rows at this scroll position; a printout has all rows.
  const isEndless = !Number.isFinite(to)
  const begin = isEndless ? 0 : Math.min(from, Math.max(0, count * height - (to - from)))
  const first = Math.max(0, Math.floor(begin / height))
  const end = isEndless ? count : Math.min(count, Math.ceil((begin + to - from) / height))
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index)
  if (active < 0 || active >= count || (active >= first && active < end)) return indexes
  return active < first ? [active, ...indexes] : [...indexes, active]
}

function groupRows<Row>(
  rows: readonly Row[],
  groupOf: (row: Row) => TableGroup,
): readonly TableEntry<Row>[] {
  let current: string | undefined
  return rows.flatMap((row, index): TableEntry<Row>[] => {
    const entry = { kind: 'row', row, index } as const
    const group = groupOf(row)
    if (group.id === current) return [entry]
    current = group.id
    return [{ kind: 'group', key: `group-${group.id}`, group }, entry]
  })
}

const DEFAULT_HEIGHT = 41

/** The height that styles give to a row, which depends on density, size of text and window. */
function useRowHeight(
  frame: RefObject<HTMLElement | null>,
  ...renderedBy: readonly unknown[]
): number {
  const [height, setHeight] = useState(DEFAULT_HEIGHT)
  useLayoutEffect(() => {
    const row = frame.current?.querySelector<HTMLElement>('[data-testid=row]')
    const current = row?.getBoundingClientRect().height
    if (current) setHeight(current)
    // oxlint-disable-next-line react/exhaustive-deps -- measured after the first rows and after scrolling
  }, [frame, ...renderedBy])
  return height
}

/** In place of rows that are not rendered. */
export const SpacerRow = ({ height, columnCount }: { height: number; columnCount: number }) => (
  <tr aria-hidden className="spacer-row">
    <td colSpan={columnCount} style={{ height }} />
  </tr>
)

interface GroupRowProps {
  group: TableGroup
  hasSelection: boolean
  columnCount: number
}

/** The heading of a group; it stays at the side while the table scrolls sideways. */
export const GroupRow = ({ group, hasSelection, columnCount }: GroupRowProps) => (
  <tr role="row" className="group-row">
    {hasSelection && <td role="cell" className="select-cell" />}
    <th role="rowheader" scope="rowgroup" colSpan={columnCount - Number(hasSelection)}>
      {group.label} <span className="text-ink-3">{group.count}</span>
    </th>
  </tr>
)
