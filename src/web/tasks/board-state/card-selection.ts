import { useSyncExternalStore } from 'react'

import { createListeners } from '#web/external-store.ts'

/**
 * The selected cards of one board, for every view of it. Kept outside of React, so that a card that is selected renders no
 * other card. It does not know which cards exist: selection-bar.tsx removes those that left the board.
 */
export function createCardSelection() {
  const listeners = createListeners()
  let ids: ReadonlySet<string> = new Set()
  // Where the next range begins, and what was selected before it.
  let anchor: string | null = null
  let before = ids

  const set = (next: ReadonlySet<string>) => {
    if (next.size === ids.size && [...next].every((id) => ids.has(id))) return
    ids = next
    listeners.notify()
  }
  const startRange = (card_id: string | null) => {
    anchor = card_id
    before = new Set([...ids].filter((id) => id !== card_id))
  }

  return {
    subscribe: listeners.subscribe,
    /** The same set until the selection changes. */
    ids: () => ids,
    has: (card_id: string) => ids.has(card_id),
    /** The next range begins here. */
    toggle: (card_id: string) => {
      const next = new Set(ids)
      if (!next.delete(card_id)) next.add(card_id)
      set(next)
      startRange(card_id)
    },
    /** Selects from the start of the range, or from `from`, to a card of the same list; a shorter range deselects again. */
    selectRange: (to: string, list: readonly string[], from = to) => {
      if (anchor === null || !list.includes(anchor)) startRange(from)
      const ends = [list.indexOf(anchor ?? to), list.indexOf(to)].toSorted((a, b) => a - b)
      const [first = 0, last = 0] = ends
      set(new Set([...before, ...list.slice(Math.max(first, 0), last + 1)]))
    },
    /** The next range begins at its `from`. */
    endRange: () => startRange(null),
    /** Adds all cards of a list to the selection. */
    selectAll: (card_ids: readonly string[]) => {
      set(new Set([...ids, ...card_ids]))
      startRange(null)
    },
    /** Deselects the others. */
    retain: (isPresent: (card_id: string) => boolean) => {
      set(new Set([...ids].filter(isPresent)))
      if (anchor !== null && !isPresent(anchor)) startRange(null)
    },
    clear: () => {
      set(new Set())
      startRange(null)
    },
  }
}

export type CardSelection = ReturnType<typeof createCardSelection>

/** Renders only when this card is selected or deselected. */
export const useIsSelected = (selection: CardSelection, card_id: string): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.has(card_id))

/** The selected ids; for what shows their count. */
export const useSelectedIds = (selection: CardSelection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.ids)
