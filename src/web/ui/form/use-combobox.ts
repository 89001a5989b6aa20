import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import { comboboxText } from '#web/messages/en/combobox.ts'
import { announce } from '#web/ui/live-region.tsx'
import {
  buildRows,
  type ComboboxOption,
  type ComboboxRow,
  MAX_ROWS,
  moveActive,
} from './combobox.rules.ts'

export interface ComboboxSource<Option extends ComboboxOption> {
  /** All options, or with `onSearch` the results for the text of the field. */
  options: readonly Option[]
  /** The caller searches: called with each new text. */
  onSearch?: (text: string) => void
  status?: 'ready' | 'loading' | 'failed'
  /** Repeats the search that failed. */
  onRetry?: () => void
  /** Offers a text that no option has as a new option. */
  createOption?: (text: string) => Option
}

interface ComboboxInput<Option extends ComboboxOption> extends ComboboxSource<Option> {
  isSelected: (option: Option) => boolean
  onSelect: (option: Option) => void
  /** What the field contains while no search text is typed. */
  restingText: string
  isMultiple: boolean
}

/**
 * State and keys of a combobox with a listbox popup (APG). The focus stays in the field; `aria-activedescendant` points at
 * the active row.
 */
export function useCombobox<Option extends ComboboxOption>(input: ComboboxInput<Option>) {
  const { options, onSearch, status = 'ready', onRetry, createOption, isMultiple } = input
  const listboxId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const text = query ?? ''
  const { rows: found, total } = buildRows({
    options,
    text,
    isFiltered: onSearch !== undefined,
    canCreate: createOption !== undefined && status !== 'loading',
    hasFailed: status === 'failed',
  })
  // The name that the new option gets, such as without the quotes around it.
  const rows = found.map((row) =>
    row.type === 'create' && createOption ? { ...row, text: createOption(row.text).label } : row,
  )

  // While results are awaited those on screen belong to an earlier text: Enter must not take the first of them.
  const hasDefault = text.trim() !== '' && status !== 'loading'
  const active =
    rows.find(({ id }) => id === activeId) ?? (isOpen && hasDefault ? rows[0] : undefined)
  const message =
    rows.length > 0 && total === 0 && status === 'ready' ? '' : statusMessage(status, text, total)
  const announcement =
    text === '' && status === 'ready' ? '' : message || comboboxText.results(total)
  useEffect(() => {
    if (isOpen && announcement) announce(announcement)
  }, [isOpen, announcement])

  const search = (next: string | undefined) => {
    if ((next ?? '') !== text) onSearch?.(next ?? '')
    setQuery(next)
    setActiveId(undefined)
  }
  const selectedId = rows.find((row) => row.type === 'option' && input.isSelected(row.option))?.id
  /** Opens at the selected option; of several none is. */
  const open = (otherwise?: string) => {
    setIsOpen(true)
    setActiveId((!isMultiple && selectedId) || otherwise)
  }
  const close = () => {
    setIsOpen(false)
    setActiveId(undefined)
  }
  const choose = (row: ComboboxRow<Option>) => {
    if (row.type === 'retry') return onRetry?.()
    const option = row.type === 'option' ? row.option : createOption?.(row.text)
    if (!option) return
    input.onSelect(option)
    search(undefined)
    // An open list covers what comes after the field, such as the button of a dialog.
    if (!isMultiple || text !== '') close()
    else setActiveId(row.id) // the arrows continue from here
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Tab' && isOpen && active && text !== '') choose(active)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      if (event.altKey && by === -1) close()
      else if (isOpen) setActiveId(moveActive(rows, active?.id, by)?.id)
      else open(event.altKey ? undefined : moveActive(rows, undefined, by)?.id)
    } else if (event.key === 'Enter' && isOpen) {
      if (active) choose(active)
      else if (!isMultiple) close()
    } else if (event.key === 'Escape' && (isOpen || query)) {
      if (!isOpen) search(undefined)
      close()
    } else return
    event.preventDefault()
    event.stopPropagation() // Esc closes the list, not the dialog around it
  }

  return {
    rows,
    active,
    isOpen,
    text,
    message,
    listboxId,
    field,
    search,
    open,
    close,
    choose,
    setActiveId,
    fieldProps: {
      ref: field,
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listboxId : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen && active ? `${listboxId}-${active.id}` : undefined,
      'aria-busy': status === 'loading' || undefined,
      autoComplete: 'off',
      spellCheck: false,
      value: query ?? input.restingText,
      onKeyDown,
    },
  } as const
}

function statusMessage(status: 'ready' | 'loading' | 'failed', text: string, total: number) {
  if (status === 'failed') return comboboxText.failed
  if (status === 'loading') return comboboxText.loading
  if (total > MAX_ROWS) return comboboxText.truncated(MAX_ROWS, total)
  if (total > 0) return ''
  return text.trim() === '' ? comboboxText.noOptions : comboboxText.noResults(text.trim())
}
