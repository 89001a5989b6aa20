import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo } from 'react'

import type { Board, Card } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import type { CardField } from '#web/tasks/board-state/board-context.ts'
import { boardScope } from '#web/tasks/boards/boards.data.ts'
import type { CardMutationContext } from '#web/tasks/card-changes/card-mutation.ts'
import { replaceCardInCache } from '#web/tasks/cards/card-cache.ts'
import { isNewer } from '#web/tasks/cards/card-copies.rules.ts'
import { cardQuery, listCardsQuery } from '#web/tasks/cards/card-queries.data.ts'
import { useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import type { OfflineProps } from '#web/ui/use-offline-props.ts'

/** What the parts of an open card share. */
export interface CardScope {
  readonly card: Card
  readonly board: Board
  /** The key may write and the board is not archived. */
  readonly canEdit: boolean
  readonly offlineProps: OfflineProps
  readonly context: () => CardMutationContext
  /** Calls it, or shows why nothing can be changed right now. */
  readonly ifEditable: (change: () => void) => void
  readonly openEditor: (field: CardField) => void
  /** Undefined where the lists of the board are unknown. */
  readonly openMove: (() => void) | undefined
  readonly toggleCompleted: () => void
}

export const CardScopeContext = createContext<CardScope | null>(null)

export function useCardScope(): CardScope {
  const scope = use(CardScopeContext)
  if (!scope) throw new Error('The parts of a card must be rendered inside its dialog or page.')
  return scope
}

/** A card is restored after its list: a board has its open lists only. */
export const isListArchived = ({ board, card, openMove }: CardScope): boolean =>
  openMove !== undefined &&
  !board.lists.some(({ id, archived }) => id === card.list_id && archived !== true)

/** The card as it is shown now: what the board has of it at once, then with every field. */
export function useCard(board: Board, card_id: string) {
  const query = useQuery(cardQuery(card_id))
  const { cards } = useLoadedCards(board)
  const { data: detail } = query
  const listed = useMemo(() => cards.find(({ id }) => id === card_id), [cards, card_id])
  const card = useMemo(() => mergeCard(board, listed, detail), [board, listed, detail])
  const session = useSession()
  useEffect(() => {
    if (listed && detail) showNewerInList(session, listed, detail)
  }, [session, listed, detail])
  return { card, query }
}

/**
 * Shows the newer version that was requested by itself on the board too. A change of it would otherwise send the version of
 * the list and be rejected. A list that is being loaded brings it anyway.
 */
function showNewerInList(
  { queryClient, mutate }: KeySession,
  listed: Card,
  detail: ResponseBody<'GET /cards/:card_id'>,
): void {
  const { board_id, list_id } = listed
  const { queryKey } = listCardsQuery(board_id, list_id)
  const isHere = detail.status === 'open' && (detail.board_id ?? board_id) === board_id
  if (!isHere || !isNewer(detail, listed) || mutate.isMutating(boardScope(board_id))) return
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) return
  replaceCardInCache(queryClient, listed, { ...listed, ...detail, board_id })
}

/** The newer of the two wins; optimistic updates change both. */
function mergeCard(
  board: Board,
  listed: Card | undefined,
  detail: ResponseBody<'GET /cards/:card_id'> | undefined,
): Card | undefined {
  if (!detail) return listed
  const merged =
    !listed || isNewer(detail, listed) ? { ...listed, ...detail } : { ...detail, ...listed }
  // A server of the public API alone returns no `board_id` here.
  return { ...merged, board_id: detail.board_id ?? listed?.board_id ?? board.id }
}
