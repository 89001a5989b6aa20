import { createContext, use } from 'react'

import type { Board, Card } from '#client/resources.ts'
import type { CardMove } from '#contract/tasks/cards.ts'
import type { OfflineProps } from '#web/session/use-disabled-reason.ts'
import type { LabelsById } from '#web/tasks/cards/label-color.rules.ts'
import type { BoardLayout } from './board-layout.ts'
import type { CardFocus } from './card-focus.ts'
import type { ColumnRegistry } from './column-registry.ts'

/** The open quick add: in which list and at which end. */
export interface QuickAddState {
  readonly list_id: string
  readonly position: 'top' | 'bottom'
  /** Has the focus again after Escape. */
  readonly opener?: Element | null
}

/** The same objects and functions as long as the board is open, so reading them never causes a render. */
export interface BoardActions {
  readonly board_id: string
  readonly registry: ColumnRegistry
  readonly focus: CardFocus
  // Each shows a toast instead while the board cannot be changed.
  readonly move: (card: Card, move: CardMove, urgency: 'polite' | 'assertive') => void
  readonly toggleCompleted: (card: Card, completed: boolean) => void
  readonly openMenu: (card: Card) => void
  readonly openMoveDialog: (card: Card) => void
  readonly openQuickAdd: (quickAdd: QuickAddState) => void
  readonly closeQuickAdd: () => void
}

/** Values that change while the board is open, none of them when a card moves. */
export interface BoardValues {
  readonly labels: LabelsById
  readonly layout: BoardLayout
  /** Grows each minute, so that "Today" becomes "Overdue" by itself. */
  readonly minute: number
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
  /** Normalized text of the search field; empty shows all cards. */
  readonly filter: string
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
