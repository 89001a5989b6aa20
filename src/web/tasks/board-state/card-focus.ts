import { createListeners } from '#web/external-store.ts'

/** One card of the board is in the tab order; arrows carry that place from card to card. */
export function createCardFocus() {
  const changed = createListeners()
  let current: string | null = null
  let wanted: string | null = null
  let wantedAt = 0

  return {
    subscribe: changed.subscribe,
    current: () => current,
    /** `wanted` draws the card once more, so that it can take the focus. */
    stateOf: (card_id: string): 'none' | 'current' | 'wanted' => {
      if (current !== card_id) return 'none'
      return wanted === card_id ? 'wanted' : 'current'
    },
    /** The card that has, or last had, the focus. */
    note: (card_id: string) => {
      if (current === card_id) return
      current = card_id
      changed.tell()
    },
    /** Gives a card the focus as soon as it is drawn: it may be on its way to another list. */
    want: (card_id: string) => {
      current = card_id
      wanted = card_id
      wantedAt = performance.now()
      changed.tell()
    },
    /** True once, for the card that is wanted. */
    take: (card_id: string): boolean => {
      if (wanted !== card_id) return false
      wanted = null
      // A card that comes back much later must not pull the focus away from what the person does now.
      return performance.now() - wantedAt < 3000
    },
  }
}

export type CardFocus = ReturnType<typeof createCardFocus>
