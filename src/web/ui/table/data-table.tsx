/* oxlint-disable jsx-a11y/no-redundant-roles -- on a phone the rows are blocks, and WebKit takes the role from the layout */
import './data-table.css'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { tableText } from '#web/messages/en/table.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { inlineDirection, isChord, isTyping, keyLetter } from '#web/ui/keyboard.ts'
import { type LoadingControls, PartialError, Skeleton } from '#web/ui/page-states.tsx'
import { TableHead, tableStyle } from './table-head.tsx'
import {
  type CellEditing,
  type Column,
  type RowOptions,
  SkeletonRows,
  TableRow,
} from './table-row.tsx'
import { type TableSelectionControl, useLongPress } from './table-selection.tsx'
import type { Sort } from './table.rules.ts'
import { rowIdOf, useRowCursor, useScrollToTop, useTableEdges } from './use-row-cursor.ts'
import { GroupRow, SpacerRow, type TableGroup, useVirtualRows } from './virtual-rows.tsx'

interface DataTableProps<Row> extends RowOptions<Row> {
  /** The filter in words: "Contacts of All customers, status Subscribed". */
  caption: string
  /** The visible columns; the first names the row and stays while the table scrolls sideways. */
  columns: readonly Column<Row>[]
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  /** Changes with the page, the filter and the sort. */
  view: string
  selection?: TableSelectionControl
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  /** Rows of all pages and those before this one. Omitted where every row is loaded, `total` where it is unknown. */
  count?: { total?: number | undefined; offset: number }
  /** Another page is loading: the rows on screen are dimmed. */
  isLoadingPage?: boolean
  loading?: LoadingControls
  failure?: { title: string; error: ApiError; onRetry: () => void } | undefined
  /** Below the rows that were loaded before the rest failed. */
  partial?: { text: string; onRetry: () => void; busy: boolean } | undefined
  /** An `EmptyState` in place of rows. */
  empty: ReactNode
  /** F2 on the active row, outside of cells that are edited. */
  onEdit?: (row: Row) => void
  /** More keys of the page on the active row. */
  onRowKey?: (event: KeyboardEvent, row: Row) => void
  /** Renders only the rows in view, which have one height. The frame fills the height that its parent leaves, or the page scrolls. */
  isVirtual?: boolean
  /** A heading before the first row of each group, where the rows of a group are adjacent. */
  groupOf?: ((row: Row) => TableGroup) | undefined
  /** Enter or F2 on a cell, or a double press. A press on the row no longer opens it. */
  onEditCell?: (row: Row, columnId: string) => void
  editing?: CellEditing | undefined
  /** The row that takes the focus once this changes. */
  requestedRow?: string | null
  /** Beside the name of a column, such as the handle that resizes it. */
  headControl?: (column: Column<Row>) => ReactNode
  /** Letters as shortcuts outside of the table; inside of it they always work. */
  singleKeys?: boolean
}

/** A table of one page of rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, view, selection, loading, failure, partial, empty } = props
  const { rowId, link, onOpen, isLoadingPage = false, singleKeys = true } = props
  const frame = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => (rows ?? []).map(rowId), [rows, rowId])
  const cursor = useRowCursor({ ids, view, singleKeys, requestedRow: props.requestedRow })
  const { isVirtual = false, groupOf, onEditCell } = props
  const entries = useVirtualRows({ frame, rows, groupOf, isVirtual, activeIndex: cursor.index })
  useScrollToTop(frame, isLoadingPage ? undefined : view)
  const edges = useTableEdges()

  const openRow = (id: string) =>
    cursor.body.current
      ?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] [data-row-link]`)
      ?.click()

  const longPress = useLongPress((target) => {
    const id = rowIdOf(target)
    if (id === undefined) return
    cursor.activate(id)
    selection?.toggle(id, ids)
  }, selection && !selection.isEmpty)

  const onClick = (event: MouseEvent) => {
    const target = event.target
    const id = rowIdOf(target)
    if (id === undefined || !(target instanceof Element)) return
    const isCheckbox = target instanceof HTMLInputElement
    // A press on the label of the checkbox is followed by one on the checkbox.
    if (!isCheckbox && target.closest('label')) return
    cursor.activate(id)
    if (selection && event.shiftKey) {
      // A link would open a window; a checkbox would go back to its old state.
      if (!isCheckbox) event.preventDefault()
      return selection.extend(cursor.activeId ?? id, id, ids)
    }
    if (selection && isCheckbox) return selection.toggle(id, ids)
    if (target.closest('a, button, input')) return
    if (selection && (event.ctrlKey || event.metaKey)) return selection.toggle(id, ids)
    if (onEditCell) return cursor.focusRow(ids.indexOf(id), columnIdOf(target))
    if (getSelection()?.isCollapsed !== false) openRow(id) // else a text was marked, to copy it
  }

  const onDoubleClick = (event: MouseEvent) => {
    const columnId = columnIdOf(event.target)
    const row = rows?.[ids.indexOf(rowIdOf(event.target) ?? '')]
    if (row && columnId !== undefined) onEditCell?.(row, columnId)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { index, activeId } = cursor
    const row = rows?.[index]
    if (rowIdOf(event.target) === undefined || !row || activeId === undefined) return
    const action = keyAction(event, row, index, activeId)
    if (!action) return props.onRowKey?.(event, row)
    event.preventDefault()
    action()
  }

  /** What a key does on the active row; undefined if nothing. */
  const keyAction = (event: KeyboardEvent, row: Row, index: number, activeId: string) => {
    if (selection && isChord(event.nativeEvent, 'a')) return () => selection.togglePage(ids)
    if (isTyping(event.nativeEvent) || inlineDirection(event.key) !== 0) return undefined
    const letter = keyLetter(event)
    const by = event.key === 'ArrowDown' || letter === 'j' ? 1 : -1
    if (event.key.startsWith('Arrow') || letter === 'j' || letter === 'k')
      return () => moveCursor(index, by, event.shiftKey)
    if (event.key === 'Home') return () => cursor.focusRow(0)
    if (event.key === 'End') return () => cursor.focusRow(ids.length - 1)
    const columnId = columnIdOf(event.target)
    const isCell = event.target instanceof HTMLTableCellElement
    if (
      onEditCell &&
      columnId !== undefined &&
      (event.key === 'F2' || (isCell && event.key === 'Enter'))
    )
      return () => onEditCell(row, columnId)
    if (event.key === 'F2' && props.onEdit) return () => props.onEdit?.(row)
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
      return () => openRow(activeId)
    if (event.key === 'Escape' && selection && !selection.isEmpty) return selection.clear
    if (letter === 'x' && selection) return () => selection.toggle(activeId, ids)
    return undefined
  }

  const moveCursor = (index: number, by: 1 | -1, isRange: boolean) => {
    const [from, to] = [ids[index], ids[index + by]]
    if (from === undefined || to === undefined) return
    cursor.focusRow(index + by)
    if (isRange) selection?.extend(from, to, ids)
    else selection?.endRange()
  }

  const head = (
    <TableHead
      columns={columns}
      sort={props.sort}
      onSort={props.onSort}
      selection={selection}
      ids={ids}
      hasMenu={props.menu !== undefined}
      headControl={props.headControl}
    />
  )
  const hasSelection = selection !== undefined
  const columnCount = columns.length + Number(hasSelection) + Number(props.menu !== undefined)
  const hasControls = selection || link || onOpen || props.menu
  const frameClass =
    'relative min-h-0 overflow-auto overscroll-x-contain rounded-tray border border-line bg-surface scroll-pt-row'

  if (!rows && !failure)
    return (
      <Skeleton label={tableText.loading(caption)} {...(loading && { loading })}>
        <div inert className={`${frameClass} overflow-hidden!`}>
          <table className="data-table">
            {head}
            <SkeletonRows columns={columns} hasSelection={selection !== undefined} />
          </table>
        </div>
      </Skeleton>
    )

  const { count } = props
  const rowCount = count && (count.total === undefined ? -1 : count.total + 1)
  return (
    <div
      ref={frame}
      data-state={isLoadingPage ? 'refreshing' : partial ? 'partial' : 'ready'}
      aria-busy={isLoadingPage || undefined}
      className={frameClass}
      // A region that scrolls must be reachable; rows with controls are.
      {...(!hasControls &&
        ids.length > 0 && { tabIndex: 0, role: 'region', 'aria-label': caption })}
    >
      <div ref={edges} aria-hidden className="table-edges" />
      <table
        role="table"
        aria-rowcount={rowCount}
        data-virtual={isVirtual || undefined}
        data-sized={columns[0]?.width !== undefined || undefined}
        style={tableStyle(columns)}
        className="data-table"
      >
        <caption className="sr-only">{caption}</caption>
        {head}
        <tbody
          ref={cursor.body}
          role="rowgroup"
          className={isLoadingPage ? 'opacity-70' : ''}
          onClick={onClick}
          {...(selection && longPress)}
          // Shift would mark the text between two presses.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onDoubleClick={onEditCell && onDoubleClick}
          onKeyDown={onKeyDown}
          onFocus={cursor.onFocus}
          onBlur={cursor.onBlur}
        >
          {entries.map((entry) => {
            if (entry.kind === 'spacer')
              return <SpacerRow key={entry.key} height={entry.height} columnCount={columnCount} />
            if (entry.kind === 'group')
              return (
                <GroupRow
                  key={entry.key}
                  group={entry.group}
                  hasSelection={hasSelection}
                  columnCount={columnCount}
                />
              )
            const { row, index } = entry
            const id = rowId(row)
            return (
              <TableRow
                key={id}
                {...pickRowOptions(props)}
                row={row}
                columns={columns}
                isActive={index === cursor.index}
                isSelected={selection?.isSelected(id)}
                rowIndex={count && count.offset + index + 2}
                isVirtual={isVirtual}
                editing={props.editing?.rowId === id ? props.editing : undefined}
              />
            )
          })}
        </tbody>
      </table>
      {failure && (
        <div className="px-4">
          <ErrorState {...failure} />
        </div>
      )}
      {!failure && rows?.length === 0 && <div className="px-4">{empty}</div>}
      {partial && (
        <div className="sticky start-0 px-4 py-2">
          <PartialError {...partial} />
        </div>
      )}
    </div>
  )
}

const columnIdOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>('[data-column]')?.dataset['column']
    : undefined

const pickRowOptions = <Row,>(options: RowOptions<Row>) => {
  const { rowId, rowName, link, linkState, onOpen, menu, attributes } = options
  return {
    rowId,
    rowName,
    ...(attributes && { attributes }),
    ...(link && { link, linkState }),
    ...(onOpen && { onOpen }),
    ...(menu && { menu }),
  }
}
