import { createListeners } from '#web/external-store.ts'

/** One card of the board is in the tab order; arrows carry that place from card to card. */
export function createCardFocus() {
  const listeners = createListeners()
  let current: string | null = null
  let requested: string | null = null
  let requestedAt = 0

  return {
    subscribe: listeners.subscribe,
    current: () => current,
    /** `wanted` draws the card once more, so that it can take the focus. */
    stateOf: (card_id: string): 'none' | 'current' | 'wanted' => {
      if (current !== card_id) return 'none'
      return requested === card_id ? 'wanted' : 'current'
    },
    /** The card that has, or last had, the focus. */
    setCurrent: (card_id: string) => {
      if (current === card_id) return
      current = card_id
      listeners.notify()
    },
    /** Gives a card the focus as soon as it is drawn: it may be on its way to another list. */
    request: (card_id: string) => {
      current = card_id
      requested = card_id
      requestedAt = performance.now()
      listeners.notify()
    },
    /** True once, for the card that is wanted. */
    consumeRequest: (card_id: string): boolean => {
      if (requested !== card_id) return false
      requested = null
      // A card that comes back much later must not pull the focus away from what the person does now.
      return performance.now() - requestedAt < 3000
    },
  }
}

export type CardFocus = ReturnType<typeof createCardFocus>
