/** How rows make room: they glide; or at once after a drop, when React renders them in their new places. */
export type RowMotion = 'glide' | 'instant'

/** A rendered list, for the drag controller and the keyboard. Indexes count the visible cards. */
export interface ColumnHandle {
  readonly list_id: string
  /** Collapsed or sorted: a card dropped on it goes to its bottom. */
  readonly landsAtBottom: boolean
  readonly cards: () => readonly Card[]
  readonly scroller: () => HTMLElement | null
  /** The insertion index at this offset below the upper edge of the list; the number of cards means the end. */
  readonly indexAt: (offset: number) => number
  /** Where an index is in the window. */
  readonly positionAt: (index: number) => { left: number; top: number }
  readonly reveal: (index: number) => void
  /** Opens a gap of this height; null closes it. Writes to the DOM, not through React. */
  readonly showDropIndicator: (
    slot: { index: number; height: number; label: string } | null,
    motion: RowMotion,
  ) => void
  /** Highlights the list as the drop target. */
  readonly highlight: (over: boolean) => void
}

/** What the address of an open card remembers in the history. */
export interface CardLocationState {
  /** The page below it in the history is its board. */
  readonly isOverBoard: boolean
  /** It is a list of cards of all boards. */
  readonly isOverList?: boolean
  readonly startsInTitle?: boolean
}

/** The current values of the board for drags, keys and actions. */
export interface BoardSnapshot {
  readonly board: Board
  /** The server supports positions relative to another card. */
  readonly relative: boolean
  /** The server supports adding a card at the top of a list. */
  readonly canAddAtTop: boolean
  /** Why the board cannot be changed right now. */
  readonly disabledReason: string | undefined
  /** A filter may hide some cards. */
  readonly filtered: boolean
  /** A phone shows one list at a time. */
  readonly isPhone: boolean
}

/** The list at this x of the window, or the nearest, and how far away it is. */
export type NearestList = (x: number) => { list_id: string; distance: number } | null

/** What is rendered on the board now, for code that runs between two renders of React. */
export interface ColumnRegistry {
  readonly columns: Map<string, ColumnHandle>
  readonly snapshot: () => BoardSnapshot
  readonly setSnapshot: (snapshot: BoardSnapshot) => void
  /** The scroll container of the board. */
  board: HTMLElement | null
  /** Scrolls the board until a list is in view. */
  revealList: (list_id: string) => void
  /** Measures once where the lists are; they move when the board scrolls. */
  measureLists: () => NearestList
  readonly dragged: Observable<Card | null>
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
    measureLists: () => () => null,
    dragged: observable<Card | null>(null),
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
import { observable, type Observable } from '#web/external-store.ts'
