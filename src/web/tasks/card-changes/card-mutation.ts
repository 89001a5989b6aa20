import type { ApiError } from '#client/api-error.ts'
import type { Board, Card } from '#client/resources.ts'
import type { KeySession } from '#web/session/session.ts'

/** What the person should hear of; a change that simply succeeded has no outcome. */
export type CardOutcome =
  /** The card left a completing list and is still completed. */
  | { type: 'still_completed'; card: Card; reopen: () => void }
  | { type: 'move_rejected' | 'update_rejected'; card: Card; error: ApiError; retry: () => void }
  /** Someone else changed a card before it was moved; the cache already shows their version. */
  | {
      type: 'changed_by_other'
      card: Card
      current: Card
      retry: () => void
    }
  /** The card no longer exists; it stays in the cache until its list is refetched. */
  | { type: 'gone'; card: Card; refetch: () => void }

/** Where mutations go, and who reports their outcomes, including those of later retries and undos. */
export interface CardMutationContext {
  readonly session: KeySession
  readonly board: Board
  readonly onOutcome: (outcome: CardOutcome) => void
}
