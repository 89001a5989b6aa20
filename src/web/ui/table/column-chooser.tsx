import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsLeftRight from 'lucide-react/icons/chevrons-left-right'
import ChevronsRightLeft from 'lucide-react/icons/chevrons-right-left'
import Columns3 from 'lucide-react/icons/columns-3'
import { useId, useRef, useState } from 'react'

import { tableText } from '#web/messages/en/table.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { OptionSearch } from '#web/ui/form/filter-popover.tsx'
import { preloadOn } from '#web/ui/lazy-chunk.tsx'
import { Popup, popupParts } from '#web/ui/popup/popup.tsx'
import {
  applyWidths,
  changeColumn,
  type ColumnChoice,
  isColumnVisible,
  limitWidth,
  orderColumns,
  resizeColumn,
  WIDTH_STEP,
} from './table.rules.ts'

interface ColumnChooserProps {
  columns: readonly {
    id: string
    label: string
    isOptional?: boolean
    width?: number
    minWidth?: number
  }[]
  choice: ColumnChoice | undefined
  /** Offers other widths. */
  isResizable?: boolean
  /** Undefined restores the columns of the table. */
  onChange: (choice: ColumnChoice | undefined) => void
}

/** Shows, hides and orders the columns of a table; many of them can be searched. The first column always stays. */
export function ColumnChooser({ columns, choice, isResizable, onChange }: ColumnChooserProps) {
  const button = useRef<HTMLButtonElement>(null)
  const popupId = useId()
  const [isOpen, setOpen] = useState(false)
  const ordered = orderColumns(columns, choice)
  const movable = ordered.slice(1)
  const widths = new Map(applyWidths(columns, choice).map((one) => [one.id, one.width]))
  const resize = ({ id, minWidth = 8 }: ColumnChooserProps['columns'][number], by: number) =>
    onChange(resizeColumn(columns, choice, id, limitWidth((widths.get(id) ?? minWidth) + by)))
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        icon={Columns3}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? popupId : undefined}
        {...preloadOn(popupParts.load)}
        onClick={() => setOpen(!isOpen)}
      >
        {tableText.columns}
      </Button>
      {isOpen && (
        <Popup
          id={popupId}
          anchor={button}
          opener={button}
          label={tableText.columns}
          align="end"
          onClose={() => setOpen(false)}
          className="grid max-h-(--radix-popover-content-available-height) w-80 overflow-y-auto text-cell"
        >
          <OptionSearch
            label={tableText.columns.toLowerCase()}
            options={ordered}
            onEnter={() => setOpen(false)}
          >
            {(matches) => (
              <ul>
                {matches.map((column) => (
                  <li key={column.id} className="flex items-center gap-1">
                    <div className="min-w-0 flex-1">
                      <Checkbox
                        label={column.label}
                        disabled={column === columns[0]}
                        checked={isColumnVisible(columns, column, choice)}
                        onChange={() =>
                          onChange(changeColumn(columns, choice, column.id, 'toggle'))
                        }
                      />
                    </div>
                    {isResizable &&
                      isColumnVisible(columns, column, choice) &&
                      ([-WIDTH_STEP, WIDTH_STEP] as const).map((by) => (
                        <IconButton
                          key={by}
                          icon={by < 0 ? ChevronsRightLeft : ChevronsLeftRight}
                          label={tableText[by < 0 ? 'narrower' : 'wider'](column.label)}
                          onClick={() => resize(column, by)}
                        />
                      ))}
                    {column !== columns[0] &&
                      (['up', 'down'] as const).map((direction) => (
                        <IconButton
                          key={direction}
                          icon={direction === 'up' ? ArrowUp : ArrowDown}
                          label={tableText[direction === 'up' ? 'moveUp' : 'moveDown'](
                            column.label,
                          )}
                          // The button keeps the focus at the end of the list.
                          aria-disabled={column === movable.at(direction === 'up' ? 0 : -1)}
                          onClick={() =>
                            onChange(changeColumn(columns, choice, column.id, direction))
                          }
                        />
                      ))}
                  </li>
                ))}
              </ul>
            )}
          </OptionSearch>
          {choice && (
            <Button
              size="small"
              variant="quiet"
              className="mx-3 mb-3"
              onClick={({ currentTarget }) => {
                // This button goes.
                currentTarget.parentElement?.querySelector<HTMLElement>('input:enabled')?.focus()
                onChange(undefined)
              }}
            >
              {tableText.resetColumns}
            </Button>
          )}
        </Popup>
      )}
    </>
  )
}
