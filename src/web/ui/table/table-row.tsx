/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on a phone the rows are blocks, and WebKit takes the role from the layout */
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ComponentProps, memo, type ReactElement, type ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'

import { tableText } from '#web/messages/en/table.ts'
import { IconButton, iconButtonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
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
  /** In rem; where the rows are virtual each column has one. */
  width?: number
  /** In rem, of a first column without a width: with many columns the table scrolls sideways. */
  minWidth?: number
  /** Hidden until the person chooses it. */
  isOptional?: boolean
  /** On a phone this column is part of the second line; the others are left out. */
  onPhone?: boolean
}

/** Read out in an empty cell; nothing to the eye. */
export const None = () => <span className="sr-only">{tableText.none}</span>

export const TimeCell = ({ at }: { at: string | null | undefined }) =>
  at ? <RelativeTime at={at} tabIndex={-1} /> : <None />

export interface RowOptions<Row> {
  rowId: (row: Row) => string
  /** Names the row in its controls: "Select iris@hartlane.example". */
  rowName: (row: Row) => string
  /** What Enter and a press open, as an address or as an action. */
  link?: (row: Row) => To
  /** The state of the history entry that the links create, of which each opens something over the table. */
  linkState?: unknown
  onOpen?: (row: Row) => void
  /** Attributes of the cell that names the row. */
  attributes?: (row: Row) => Record<`data-${string}`, string>
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
  /** As few elements as possible; cells can have the focus. */
  isVirtual?: boolean | undefined
  editing?: CellEditing | undefined
}

/** The cell that is being edited, and its field. */
export interface CellEditing {
  rowId: string
  columnId: string
  editor: ReactNode
}

function cellClass<Row>(column: Column<Row>, columns: readonly Column<Row>[]): string {
  const isLastOnPhone = column === columns.findLast(({ onPhone }) => onPhone)
  const phone = column.onPhone ? `phone-cell ${isLastOnPhone ? 'last-phone-cell' : ''}` : ''
  return `${phone} ${column.align === 'end' ? 'end-cell' : ''}`
}

function TableRowElement<Row>(props: TableRowProps<Row>) {
  const { row, columns, isActive, isSelected, rowIndex, rowId, rowName, menu } = props
  const { isVirtual, editing } = props
  const tabIndex = isActive ? 0 : -1
  const [first, ...others] = columns
  const hasSelection = isSelected !== undefined
  return (
    <tr
      role="row"
      data-testid="row"
      data-id={rowId(row)}
      aria-rowindex={rowIndex}
      data-selected={isSelected || undefined}
    >
      {hasSelection && (
        <td role="cell" {...controlProps('select')} className="select-cell">
          {isVirtual ? (
            <input
              type="checkbox"
              className="row-checkbox"
              aria-label={tableText.selectRow(rowName(row))}
              checked={isSelected}
              readOnly
              tabIndex={tabIndex}
            />
          ) : (
            <Checkbox
              label={tableText.selectRow(rowName(row))}
              hideLabel
              checked={isSelected}
              readOnly
              tabIndex={tabIndex}
            />
          )}
        </td>
      )}
      {first && (
        <td
          role="cell"
          {...controlProps('open')}
          {...props.attributes?.(row)}
          data-column={first.id}
          className="name-cell"
        >
          {editing?.columnId === first.id ? (
            editing.editor
          ) : (
            <Opener {...props} tabIndex={tabIndex}>
              {first.cell(row)}
            </Opener>
          )}
        </td>
      )}
      {others.map((column) => (
        <td
          key={column.id}
          role="cell"
          data-column={column.id}
          {...(isVirtual && { tabIndex: -1, ...controlProps(column.id) })}
          className={cellClass(column, columns)}
        >
          {editing?.columnId === column.id ? editing.editor : column.cell(row)}
        </td>
      ))}
      {menu && (
        <td role="cell" {...controlProps('menu')} className="menu-cell">
          {menu(
            row,
            isVirtual ? (
              <button
                type="button"
                title={tableText.rowActions(rowName(row))}
                aria-label={tableText.rowActions(rowName(row))}
                tabIndex={tabIndex}
                className={`row-menu ${iconButtonClass}`}
              />
            ) : (
              <IconButton
                icon={Ellipsis}
                label={tableText.rowActions(rowName(row))}
                tabIndex={tabIndex}
              />
            ),
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
function Opener<Row>(props: OpenerProps<Row>) {
  const { row, link, linkState, onOpen, tabIndex, isVirtual, children } = props
  const look =
    'inline-flex min-h-6 max-w-full items-center text-start text-ink outline-none hover:underline'
  if (link)
    return (
      <Link
        to={link(row)}
        state={linkState}
        preventScrollReset={linkState !== undefined}
        tabIndex={tabIndex}
        data-row-link
        // With fewer elements than in other tables.
        className={
          isVirtual
            ? 'inline-block max-w-full truncate align-middle leading-6 text-ink outline-none hover:underline'
            : look
        }
      >
        {isVirtual ? children : <span className="truncate">{children}</span>}
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

interface SkeletonRowsProps {
  columns: readonly { id: string }[]
  hasSelection: boolean
}

/** Ten rows, each as high as those that replace them. */
export const SkeletonRows = ({ columns, hasSelection }: SkeletonRowsProps) => (
  <tbody>
    {Array.from({ length: 10 }, (_, row) => (
      <tr key={row}>
        {hasSelection && <td className="select-cell" />}
        {columns.map(({ id }, index) => (
          <td key={id} className={index === 0 ? 'name-cell' : ''}>
            <div
              className={`h-2.5 rounded-chip bg-line ${(row + index) % 3 === 0 ? 'w-1/2' : 'w-3/4'}`}
            />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)
