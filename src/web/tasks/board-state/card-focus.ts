import { createListeners } from '#web/external-store.ts'

/** Roving tabindex: one card of the board is in the tab order, and arrow keys move it. */
export function createCardFocus() {
  const listeners = createListeners()
  let current: string | null = null
  let tabStop: string | null = null
  let requested: string | null = null
  let requestedAt = 0

  return {
    subscribe: listeners.subscribe,
    /** The card that has the focus, or had it last; it may be hidden or gone. */
    current: () => current,
    /** The card in the tab order: the current one while it is on the board. */
    tabStop: () => tabStop,
    /** `requested` renders the card once more, so that it can take the focus. */
    stateOf: (card_id: string): 'none' | 'tabStop' | 'requested' => {
      if (tabStop !== card_id) return 'none'
      return requested === card_id ? 'requested' : 'tabStop'
    },
    setCurrent: (card_id: string) => {
      if (current === card_id && tabStop === card_id) return
      current = tabStop = card_id
      listeners.notify()
    },
    setTabStop: (card_id: string | null) => {
      if (tabStop === card_id) return
      tabStop = card_id
      listeners.notify()
    },
    /** Focuses a card once it is rendered: it may be moving to another list. */
    request: (card_id: string) => {
      current = tabStop = requested = card_id
      requestedAt = performance.now()
      listeners.notify()
    },
    /** True once, for the requested card. */
    consumeRequest: (card_id: string): boolean => {
      if (requested !== card_id) return false
      requested = null
      // A card that is rendered much later must not steal the focus.
      return performance.now() - requestedAt < 3000
    },
  }
}

export type CardFocus = ReturnType<typeof createCardFocus>
