import { createContext, use } from 'react'

import type { Board, Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import type { CardFields } from '#web/tasks/card-changes/applied-edits.ts'
import type { CardMutationContext } from '#web/tasks/card-changes/card-mutation.ts'
import type { CardFilter } from '#web/tasks/cards/card-filter.rules.ts'
import type { DateSettings } from '#web/ui/format.ts'
import type { LabelsById } from '#web/ui/label/labels-by-id.ts'
import type { OfflineProps } from '#web/ui/use-offline-props.ts'
import type { BoardLayout } from './board-layout.ts'
import type { CardFocus } from './card-focus.ts'
import type { CardSelection } from './card-selection.ts'
import type { ColumnRegistry } from './column-registry.ts'

/** The open quick add: in which list and at which end. */
export interface QuickAddState {
  readonly list_id: string
  readonly position: 'top' | 'bottom'
  /** Has the focus again after Escape. */
  readonly opener?: Element | null
}

/** A field of cards that is edited in a popover. */
export type CardField = 'labels' | 'members' | 'due' | 'start'

/** What a popover is placed at, instead of the card. */
export type OverlayAnchor = (() => Element | null | undefined) | undefined

/** The same objects and functions as long as the board is open, so reading them never causes a render. */
export interface BoardActions {
  readonly board_id: string
  readonly registry: ColumnRegistry
  readonly focus: CardFocus
  /** The selected cards, in every view of the board. */
  readonly selection: CardSelection
  /** What an action on this card is about: the selected cards in display order if it is one of them. */
  readonly cardsWith: (card: Card) => readonly Card[]
  /** Selects the visible cards of a list, once all of them are loaded. */
  readonly selectList: (list_id: string) => void
  /** For mutations of cards by other components; their outcomes are reported as those of the board. */
  readonly context: () => CardMutationContext
  /** Calls it, or shows why the board cannot be changed right now. */
  readonly ifEditable: (change: () => void) => void
  // Also while the board cannot be changed.
  readonly openMenu: (card: Card) => void
  readonly openCard: (card: Card, startsIn?: 'title') => void
  // Each shows a toast instead while the board cannot be changed.
  /** A card, and with it the selected ones. */
  readonly move: (card: Card, move: CardMove, urgency: 'polite' | 'assertive') => void
  readonly toggleCompleted: (card: Card, completed: boolean) => void
  readonly editCards: (cards: readonly Card[], fields: CardFields) => void
  readonly removeCards: (cards: readonly Card[], type: 'archive' | 'delete') => void
  readonly openMoveDialog: (card: Card, anchor?: OverlayAnchor) => void
  /** At the first card, or at another anchor. */
  readonly openEditor: (field: CardField, cards: readonly Card[], anchor?: OverlayAnchor) => void
  readonly openQuickAdd: (quickAdd: QuickAddState) => void
  readonly closeQuickAdd: () => void
}

/** Values that change while the board is open, none of them when a card moves. */
export interface BoardValues {
  readonly labels: LabelsById
  readonly layout: BoardLayout
  /** Grows each minute, so that "Today" becomes "Overdue" by itself. */
  readonly minute: number
  /** Zone and locale of the dates on the board. */
  readonly dates: DateSettings
  /** The key may write and the board is not archived. */
  readonly canEdit: boolean
  /** Why the board cannot be changed right now. */
  readonly disabledReason: string | undefined
  /** For controls that stay visible while offline. */
  readonly offlineProps: OfflineProps
  /** The server supports positions relative to another card. */
  readonly relative: boolean
  /** The server supports adding a card at the top of a list; elsewhere it goes to the bottom. */
  readonly canAddAtTop: boolean
  /** The same object while it does not change. */
  readonly filter: CardFilter
  /** A filter may hide some cards. */
  readonly filtered: boolean
}

/** The board with its counts, which change with every card: only for components that show them. */
export const BoardContext = createContext<Board | null>(null)
export const BoardActionsContext = createContext<BoardActions | null>(null)
export const BoardValuesContext = createContext<BoardValues | null>(null)

export const useBoard = (): Board => provided(use(BoardContext))
export const useBoardActions = (): BoardActions => provided(use(BoardActionsContext))
export const useBoardValues = (): BoardValues => provided(use(BoardValuesContext))

function provided<T>(value: T | null): T {
  if (value === null) throw new Error('Board components must be rendered inside BoardView.')
  return value
}
