/** A list that is drawn, as the drag and the keys see it. Places are indexes among the cards shown. */
export interface ColumnHandle {
  readonly list_id: string
  readonly cards: () => readonly Card[]
  readonly scroller: () => HTMLElement | null
  /** Before which card something let go so far below the list's upper edge lands; the count of cards means the end. */
  readonly indexAt: (below: number) => number
  /** Where a place is in the window. */
  readonly positionAt: (index: number) => { left: number; top: number }
  readonly reveal: (index: number) => void
  /** Opens a gap of this height and marks it; null closes it. Writes to the page, not to React. */
  readonly showDropIndicator: (
    slot: { index: number; height: number; label: string } | null,
  ) => void
  /** Tints the list under the card. */
  readonly highlight: (over: boolean) => void
}

/** What a drag or a key has to know of the page at this moment. */
export interface BoardSnapshot {
  readonly board: Board
  /** The service supports positions relative to another card. */
  readonly relative: boolean
  /** The service supports adding a card at the top of a list. */
  readonly canAddAtTop: boolean
  /** Why the board cannot be changed right now. */
  readonly disabledReason: string | undefined
  /** A filter hides some cards. */
  readonly filtered: boolean
  /** One list at a time. */
  readonly isPhone: boolean
}

/** What is on the board now, for code that runs between two drawings of React. */
export interface ColumnRegistry {
  readonly columns: Map<string, ColumnHandle>
  readonly snapshot: () => BoardSnapshot
  readonly setSnapshot: (snapshot: BoardSnapshot) => void
  /** The whole board's scroller. */
  board: HTMLElement | null
  /** Scrolls the board until a list is in it. */
  revealList: (list_id: string) => void
  /** The card in the air. */
  draggedCard: Card | null
}

export function createColumnRegistry(first: BoardSnapshot): ColumnRegistry {
  let snapshot = first
  return {
    columns: new Map(),
    snapshot: () => snapshot,
    setSnapshot: (next) => {
      snapshot = next
    },
    board: null,
    revealList: () => {},
    draggedCard: null,
  }
}

export function findRenderedCard(registry: ColumnRegistry, card_id: string): Card | undefined {
  for (const column of registry.columns.values()) {
    const card = column.cards().find(({ id }) => id === card_id)
    if (card) return card
  }
  return undefined
}
import type { Board, Card } from '#client/resources.ts'
