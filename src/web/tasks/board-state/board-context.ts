import { createContext, use } from 'react'

import type { Board } from '#contract/tasks/boards.ts'
import type { Card, CardMove } from '#contract/tasks/cards.ts'
import type { KeySession } from '#web/session/session.ts'
import type { OfflineProps } from '#web/session/use-disabled-reason.ts'
import type { LabelsById } from '#web/tasks/cards/label-color.rules.ts'
import type { BoardLayout } from './board-layout.ts'
import type { CardFocus } from './card-focus.ts'
import type { ColumnRegistry } from './column-registry.ts'

/** A box for a new card that is open, and at which end of which list. */
export interface QuickAddState {
  readonly list_id: string
  readonly position: 'top' | 'bottom'
}

/** What every part of one board's page shares; none of it changes when a card moves. */
export interface BoardContextValue {
  readonly session: KeySession
  readonly board_id: string
  readonly labels: LabelsById
  readonly layout: BoardLayout
  /** Grows each minute, so that "Today" becomes "Overdue" by itself. */
  readonly minute: number
  /** The key may write and the board is not archived. */
  readonly canEdit: boolean
  /** Why nothing can be changed at this moment; the ways of changing below say it instead. */
  readonly disabledReason: string | undefined
  /** For controls that stay while the network is away. */
  readonly offlineProps: OfflineProps
  /** The service can put a card beside another one. */
  readonly relative: boolean
  readonly registry: ColumnRegistry
  readonly focus: CardFocus
  /** What is typed in the find box, in its plain form; empty shows all. */
  readonly filter: string
  readonly move: (card: Card, move: CardMove, urgency: 'polite' | 'assertive') => void
  readonly toggleCompleted: (card: Card, completed: boolean) => void
  readonly openMenu: (card: Card) => void
  readonly openMoveDialog: (card: Card) => void
  /** The service can put a new card on top of a list; elsewhere it comes to the bottom. */
  readonly canAddAtTop: boolean
  readonly setQuickAdd: (adding: QuickAddState | null) => void
}

export const RoomContext = createContext<BoardContextValue | null>(null)
/** The board with its counts, which change with every card: for the few who show them. */
export const BoardContext = createContext<Board | null>(null)

export function useBoardContext(): BoardContextValue {
  const room = use(RoomContext)
  if (!room) throw new Error('useBoardRoom needs a board above it.')
  return room
}

export function useBoard(): Board {
  const board = use(BoardContext)
  if (!board) throw new Error('useBoard needs a board above it.')
  return board
}
