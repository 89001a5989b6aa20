/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on a phone the rows are blocks, and WebKit takes the role from the layout */
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { CSSProperties, ReactNode } from 'react'

import { tableText } from '#web/messages/en/table.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Column } from './table-row.tsx'
import type { TableSelectionControl } from './table-selection.tsx'
import { directionOf, nextSort, type Sort } from './table.rules.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
  selection: TableSelectionControl | undefined
  ids: readonly string[]
  hasMenu: boolean
  headControl: ((column: Column<Row>) => ReactNode) | undefined
}

/** The names of the columns, the sort, and the checkbox for the page. A phone shows only what can be pressed. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sort, onSort, selection, ids, hasMenu } = props
  const pageState = selection?.pageState(ids) ?? 'none'
  return (
    <thead role="rowgroup">
      <tr role="row">
        {selection && (
          <th role="columnheader" className="select-cell">
            <Checkbox
              label={tableText.selectPage}
              hideLabel
              disabled={ids.length === 0}
              checked={pageState === 'all'}
              indeterminate={pageState === 'some'}
              onChange={() => selection.togglePage(ids)}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.id}
            role="columnheader"
            aria-sort={column.isSortable && onSort ? directionOf(sort, column.id) : undefined}
            style={column.width === undefined ? undefined : { width: `${column.width}rem` }}
            className={`${props.headControl ? 'overflow-hidden text-ellipsis' : ''} ${index === 0 ? 'name-cell' : column.align === 'end' ? 'end-cell' : ''}`}
          >
            {column.isSortable && onSort ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              column.label
            )}
            {props.headControl?.(column)}
          </th>
        ))}
        {hasMenu && (
          <th role="columnheader" className="menu-cell">
            <span className="sr-only">{tableText.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Many columns scroll sideways instead of narrowing the first one, where it has a least width. */
export function tableStyle<Row>(columns: readonly Column<Row>[]): CSSProperties | undefined {
  const minWidth = columns[0]?.minWidth
  if (minWidth === undefined) return undefined
  // The cells of the checkbox and the menu.
  const width = columns.reduce((sum, column) => sum + (column.width ?? column.minWidth ?? 0), 6)
  return { '--table-width': `${width}rem` } as CSSProperties // a custom property
}

interface SortButtonProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: (sort: Sort | undefined) => void
}

/** The direction is `aria-sort` of the head; unsorted columns show an arrow under the pointer and with the focus. */
function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const direction = directionOf(sort, column.id)
  const isDown =
    direction === 'none' ? column.firstDirection === 'descending' : direction === 'descending'
  return (
    <button
      type="button"
      onClick={() => onSort(nextSort(sort, column.id, column.firstDirection))}
      data-sorted={direction === 'none' ? undefined : true}
      className="sort-button"
    >
      {column.label}
      <Icon of={isDown ? ArrowDown : ArrowUp} size={14} />
    </button>
  )
}
