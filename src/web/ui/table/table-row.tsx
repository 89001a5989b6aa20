/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on a phone the rows are blocks, and WebKit takes the role from the layout */
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ComponentProps, memo, type ReactElement, type ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'

import { tableText } from '#web/messages/en/table.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { controlProps } from './use-row-cursor.ts'

export interface Column<Row> {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** Numbers and times are aligned at the end. */
  align?: 'end'
  isSortable?: boolean
  /** Dates and sizes begin with the largest. */
  firstDirection?: 'ascending' | 'descending'
  /** Hidden until the person chooses it. */
  isOptional?: boolean
  /** On a phone this column is part of the second line; the others are left out. */
  onPhone?: boolean
}

export interface RowOptions<Row> {
  rowId: (row: Row) => string
  /** Names the row in its controls: "Select iris@hartlane.example". */
  rowName: (row: Row) => string
  /** What Enter and a press open, as an address or as an action. */
  link?: (row: Row) => To
  onOpen?: (row: Row) => void
  /** The menu around its button. */
  menu?: (row: Row, trigger: ReactElement<ComponentProps<'button'>>) => ReactNode
}

interface TableRowProps<Row> extends RowOptions<Row> {
  row: Row
  columns: readonly Column<Row>[]
  isActive: boolean
  /** Undefined where nothing can be selected. */
  isSelected: boolean | undefined
  rowIndex: number | undefined
}

// The second line of a phone's block is as long as its cells need; `md:` lays them out as a table again.
const cellClass =
  'h-row border-b border-line px-3 text-start max-md:h-auto max-md:border-0 max-md:p-0 md:max-w-80 md:truncate'
/** Cells that stay while the table scrolls sideways. */
export const stickyClass = 'md:sticky md:z-1 bg-inherit'
export const selectCellClass =
  'start-0 md:w-11 md:min-w-11 md:ps-3 md:pe-0 max-md:absolute max-md:inset-y-0 max-md:grid max-md:w-11 max-md:place-items-center'
const menuCellClass =
  'w-12 py-0 pe-2! ps-1! text-end! max-md:absolute max-md:inset-y-0 max-md:end-0 max-md:grid max-md:place-items-center'

/** The last cell of a phone's second line takes the room that is left, so there is no third line. */
const phoneClass = <Row,>(column: Column<Row>, columns: readonly Column<Row>[]) =>
  column === columns.findLast(({ onPhone }) => onPhone)
    ? 'max-md:min-w-0 max-md:flex-1 max-md:overflow-hidden'
    : ''

function TableRowElement<Row>(props: TableRowProps<Row>) {
  const { row, columns, isActive, isSelected, rowIndex, rowId, rowName, menu } = props
  const tabIndex = isActive ? 0 : -1
  const [first, ...others] = columns
  const hasSelection = isSelected !== undefined
  return (
    <tr
      role="row"
      data-testid="row"
      data-id={rowId(row)}
      aria-rowindex={rowIndex}
      className={`relative hover:bg-hover ${isSelected ? 'bg-selected' : 'bg-surface'} after:pointer-events-none after:absolute after:inset-0 after:z-2 after:hidden after:border-2 after:border-focus has-focus-visible:after:block max-md:flex max-md:min-h-13 max-md:flex-wrap max-md:content-center max-md:items-center max-md:gap-x-2 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:py-2 ${hasSelection ? 'max-md:ps-12' : 'max-md:ps-4'} ${menu ? 'max-md:pe-12' : 'max-md:pe-4'}`}
    >
      {hasSelection && (
        <td
          role="cell"
          {...controlProps('select')}
          className={`${cellClass} ${stickyClass} ${selectCellClass}`}
        >
          <Checkbox
            label={tableText.selectRow(rowName(row))}
            hideLabel
            checked={isSelected}
            readOnly
            tabIndex={tabIndex}
          />
        </td>
      )}
      {first && (
        <td
          role="cell"
          {...controlProps('open')}
          className={`${cellClass} ${stickyClass} ${hasSelection ? 'md:start-11' : 'md:start-0'} font-medium max-md:basis-full max-md:text-body`}
        >
          <Opener {...props} tabIndex={tabIndex}>
            {first.cell(row)}
          </Opener>
        </td>
      )}
      {others.map((column) => (
        <td
          key={column.id}
          role="cell"
          className={`${cellClass} ${column.align === 'end' ? 'md:text-end' : ''} ${column.onPhone ? phoneClass(column, columns) : 'max-md:hidden'}`}
        >
          {column.cell(row)}
        </td>
      ))}
      {menu && (
        <td role="cell" {...controlProps('menu')} className={`${cellClass} ${menuCellClass}`}>
          {menu(
            row,
            <IconButton
              icon={Ellipsis}
              label={tableText.rowActions(rowName(row))}
              tabIndex={tabIndex}
            />,
          )}
        </td>
      )}
    </tr>
  )
}

// The cursor changes two rows at a time.
export const TableRow = memo(TableRowElement) as typeof TableRowElement

interface OpenerProps<Row> extends TableRowProps<Row> {
  tabIndex: number
  children: ReactNode
}

/** The link or button of the main column; the ring around the row shows its focus. */
function Opener<Row>({ row, link, onOpen, tabIndex, children }: OpenerProps<Row>) {
  const look =
    'inline-flex min-h-6 max-w-full items-center text-start text-ink outline-none hover:underline'
  if (link)
    return (
      <Link to={link(row)} tabIndex={tabIndex} data-row-link className={look}>
        <span className="truncate">{children}</span>
      </Link>
    )
  if (!onOpen) return children
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-row-link
      onClick={() => onOpen(row)}
      className={look}
    >
      <span className="truncate">{children}</span>
    </button>
  )
}
