import type { ColumnRegistry } from '#web/tasks/board-state/column-registry.ts'

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

export const listMenuSelector = (list_id: string) => `[data-list-menu="${CSS.escape(list_id)}"]`
export const PAGE_HEADING = 'h1'
