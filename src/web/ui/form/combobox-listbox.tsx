import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'

import { comboboxText } from '#web/messages/en/combobox.ts'
import { Icon } from '#web/ui/icon.tsx'
import { preloadOn } from '#web/ui/lazy-chunk.tsx'
import { Popup, popupParts } from '#web/ui/popup/popup.tsx'
import type { ComboboxOption, ComboboxRow } from './combobox.rules.ts'

interface ComboboxListboxProps<Option extends ComboboxOption> {
  listboxId: string
  label: string
  isOpen: boolean
  isMultiple: boolean
  rows: readonly ComboboxRow<Option>[]
  active: ComboboxRow<Option> | undefined
  /** Why the list is empty, incomplete or not there yet. */
  message: string
  /** Stands before the label of an option, such as an avatar. */
  leading?: ((option: Option) => ReactNode) | undefined
  isSelected: (option: Option) => boolean
  onActivate: (id: string) => void
  onChoose: (row: ComboboxRow<Option>) => void
  onClose: () => void
  /** The box that the list hangs below. */
  children: ReactElement
}

/** The popup of a combobox. The focus never enters it. */
export function ComboboxListbox<Option extends ComboboxOption>(
  props: ComboboxListboxProps<Option>,
) {
  const { listboxId, label, isOpen, isMultiple, rows, active, message, onClose, children } = props
  const anchor = useRef<HTMLDivElement>(null)
  return (
    <>
      <div ref={anchor} {...preloadOn(popupParts.load)}>
        {children}
      </div>
      {isOpen && (
        <Popup
          anchor={anchor}
          align="start"
          gap={4}
          onClose={onClose}
          className="grid max-h-72 w-(--radix-popover-trigger-width) min-w-48 overflow-y-auto overscroll-contain p-1.5"
        >
          <div
            role="listbox"
            id={listboxId}
            aria-label={comboboxText.options(label)}
            aria-multiselectable={isMultiple || undefined}
          >
            {rows.map((row) => (
              <Row key={row.id} {...props} row={row} isActive={row.id === active?.id} />
            ))}
          </div>
          {message && <p className="px-2.5 py-1.5 text-cell text-ink-3">{message}</p>}
        </Popup>
      )}
    </>
  )
}

interface RowProps<Option extends ComboboxOption> extends Omit<
  ComboboxListboxProps<Option>,
  'rows' | 'active' | 'children'
> {
  row: ComboboxRow<Option>
  isActive: boolean
}

function Row<Option extends ComboboxOption>(props: RowProps<Option>) {
  const { listboxId, row, isActive, isSelected, onActivate, onChoose, leading } = props
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const selected = row.type === 'option' && isSelected(row.option)
  return (
    <div
      ref={element}
      id={`${listboxId}-${row.id}`}
      role="option"
      aria-selected={selected}
      data-highlighted={isActive || undefined}
      // Not `pointerenter`: a list that appears under a resting pointer must not change the active row.
      onPointerMove={() => isActive || onActivate(row.id)}
      onClick={() => onChoose(row)}
      className="flex min-h-[1.9375rem] cursor-pointer items-center gap-2.5 rounded-chip px-2.5 py-1 text-cell select-none data-highlighted:bg-selected pointer-coarse:min-h-11"
    >
      {row.type === 'option' && leading?.(row.option)}
      {row.type === 'create' && <Icon of={Plus} className="text-ink-3" />}
      {row.type === 'retry' && <Icon of={RefreshCw} className="text-ink-3" />}
      <span className="min-w-0 flex-1 wrap-anywhere">
        {row.type === 'option' && row.option.label}
        {row.type === 'create' && comboboxText.create(row.text)}
        {row.type === 'retry' && comboboxText.tryAgain}
        {row.type === 'option' && row.option.detail && (
          <span className="block text-meta text-ink-3">{row.option.detail}</span>
        )}
      </span>
      {selected && <Icon of={Check} className="text-accent-ink" />}
    </div>
  )
}
