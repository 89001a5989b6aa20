import { type KeyboardEvent, useCallback, useRef, useState } from 'react'

import type { ColumnRegistry } from '#web/tasks/board-state/column-registry.ts'

interface NameFieldProps {
  label: string
  name: string
  onSave: (name: string) => void
  /** Also after Escape. Without the focus when the person left the field for something else. */
  onClose: (hasFocus: boolean) => void
  className: string
}

/** A name edited in its place. Enter and leaving the field save, Escape restores the name. */
export function NameField({ label, name, onSave, onClose, className }: NameFieldProps) {
  const [value, setValue] = useState(name)
  const isDone = useRef(false)

  const finish = (saves: boolean, hasFocus: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const next = value.trim()
    if (saves && next && next !== name) onSave(next)
    onClose(hasFocus)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation() // the keys of the board
    const { key } = event
    if (event.nativeEvent.isComposing || (key !== 'Enter' && key !== 'Escape')) return
    event.preventDefault() // Enter would press the button that has the focus next
    finish(key === 'Enter', true)
  }
  return (
    <input
      aria-label={label}
      autoFocus
      value={value}
      maxLength={255}
      autoComplete="off"
      onFocus={(event) => event.target.select()}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={onKeyDown}
      className={`absolute rounded-control border border-focus bg-surface px-1.5 ${className}`}
    />
  )
}

/** A name field in place of a menu button. Without the button the closing menu has nothing to focus, so the field keeps it. */
export function useRename() {
  const [isRenaming, setRenaming] = useState(false)
  // Whether the button takes the focus when it is back.
  const [keepsFocus, setKeepsFocus] = useState(false)
  const rename = useCallback(() => setRenaming(true), [])
  const close = (hasFocus: boolean) => {
    setKeepsFocus(hasFocus)
    setRenaming(false)
  }
  return { isRenaming, keepsFocus, rename, close }
}

/** Focuses the first of these elements that the page has once it shows a change. */
export function focusAfterChange(...selectors: readonly string[]) {
  requestAnimationFrame(() => {
    const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector))
    found.find(Boolean)?.focus()
  })
}

/** Shows a list in its new position and focuses its menu. On a large board the scroll renders it. */
export function focusMovedList(registry: ColumnRegistry, list_id: string) {
  requestAnimationFrame(() => {
    registry.revealList(list_id)
    requestAnimationFrame(() => focusAfterChange(listMenuSelector(list_id)))
  })
}

export const listMenuSelector = (list_id: string) => `[data-list-menu="${list_id}"]`
export const PAGE_HEADING = 'h1'
