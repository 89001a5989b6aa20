import { InfiniteQueryObserver } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import { boardLazyText as text } from '#web/messages/en/board-lazy.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'
import type { BoardActions } from '#web/tasks/board-state/board-context.ts'
import { findRenderedCard } from '#web/tasks/board-state/column-registry.ts'
import { activeLists, flattenCards, listCardsQuery } from '#web/tasks/cards/card-queries.data.ts'
import { formatError } from '#web/ui/error-message.ts'
import { toast } from '#web/ui/toast.ts'

interface FocusCardOptions {
  session: KeySession
  actions: BoardActions
  card_id: string
  signal: AbortSignal
}

/** Loads the list of a card as far as the card, scrolls to it and focuses it. Says why when it is not on the board. */
export async function focusCard({ session, actions, card_id, signal }: FocusCardOptions) {
  const { registry, focus } = actions
  const { board } = registry.snapshot()
  try {
    const list_id =
      findRenderedCard(registry, card_id)?.list_id ??
      (await session.queryClient.fetchQuery(endpointQuery('GET /cards/:card_id', { card_id })))
        .list_id
    const isFound =
      activeLists(board).some(({ id }) => id === list_id) &&
      (await loadPagesWithCard(session, board.id, list_id, card_id, signal))
    if (signal.aborted) return
    if (!isFound) return void toast({ text: text.cardNotOnBoard, tone: 'bad' })
    registry.revealList(list_id)
    // A list out of view is rendered by the scroll; its card takes the focus then.
    focus.request(card_id)
    requestAnimationFrame(() => {
      const column = registry.columns.get(list_id)
      column?.reveal(column.cards().findIndex(({ id }) => id === card_id))
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!signal.aborted) toast({ text: text.cardNotFound(formatError(error)), tone: 'bad' })
  }
}

/** Whether the list has the card, in the loaded pages or in one of those that follow. */
async function loadPagesWithCard(
  { queryClient }: KeySession,
  board_id: string,
  list_id: string,
  card_id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const observer = new InfiniteQueryObserver(queryClient, listCardsQuery(board_id, list_id))
  let result = observer.getCurrentResult()
  if (!result.data) {
    await observer.refetch()
    result = observer.getCurrentResult()
  }
  const hasCard = () => flattenCards(result.data).some(({ id }) => id === card_id)
  while (!hasCard() && result.hasNextPage && !result.isError && !signal.aborted) {
    result = await observer.fetchNextPage()
  }
  return hasCard()
}
