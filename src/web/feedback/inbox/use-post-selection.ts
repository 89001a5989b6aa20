import { useEffectEvent, useLayoutEffect, useState } from 'react'

import type { Post } from '#client/resources.ts'
import { paths } from '#web/paths.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { isTyping, keyLetter } from '#web/ui/keyboard.ts'
import type { TableSelectionControl } from '#web/ui/table/table-selection.tsx'

/**
 * The selected posts of a filter. X selects the post that has the focus or is open, Shift with X or an arrow extends the
 * selection to it, and Escape clears it.
 */
export function usePostSelection(
  filter: string,
  selection: TableSelectionControl,
  posts: readonly Post[] = [],
) {
  const canWrite = useCanWrite()
  const singleKeys = usePreference('single_key_shortcuts') === 'on'
  // Chosen in the menu, where a finger or a keyboard without single keys begins.
  const [chosenFilter, setChosenFilter] = useState<string>()
  const page = posts.map(({ id }) => id)
  const select = (id: string, isRange: boolean) => {
    if (isRange) selection.extend(id, id, page)
    else selection.toggle(id, page)
  }
  const clear = () => {
    setChosenFilter(undefined)
    selection.clear()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!canWrite || isTyping(event) || document.querySelector('dialog[open]')) return
    const row = event.target instanceof Element ? event.target.closest('li[data-id]') : null
    const id =
      row?.getAttribute('data-id') ?? page.find((one) => paths.post(one) === location.pathname)
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by && event.shiftKey && row && id) {
      const next = page[page.indexOf(id) + by]
      if (next === undefined) return
      selection.extend(id, next, page)
      document.querySelector<HTMLElement>(`li[data-id="${CSS.escape(next)}"] a`)?.focus()
    } else if (event.key === 'Escape' && row && !selection.isEmpty) {
      clear()
    } else if (keyLetter(event) === 'x' && singleKeys) {
      const target = id ?? page[0]
      if (target === undefined) return
      select(target, event.shiftKey)
    } else return
    event.preventDefault()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return {
    control: selection,
    isSelected: selection.isSelected,
    /** Checkboxes are visible, and a tap selects. */
    isSelecting: !selection.isEmpty || chosenFilter === filter,
    begin: () => setChosenFilter(filter),
    onSelect: canWrite ? select : undefined,
    clear,
  }
}

/** Whether a key acts on the selected posts. */
export function isBulkKey(event: KeyboardEvent, singleKeys: boolean): boolean {
  if (isTyping(event) || document.querySelector('dialog[open]')) return false
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  // E, D and V would change the post that is open.
  return event.key === 'Delete' || (singleKeys && 'staedv'.includes(keyLetter(event)))
}

export type PostSelection = ReturnType<typeof usePostSelection>
