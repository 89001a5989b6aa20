import { ApiError } from '#client/api-error.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import type { KeySession } from '#web/session/session.ts'
import type { BoardActions } from '#web/tasks/board-state/board-context.ts'
import { findRenderedCard } from '#web/tasks/board-state/column-registry.ts'
import { setListView } from '#web/tasks/board-state/list-views.ts'
import {
  activeLists,
  flattenCards,
  isFullyLoaded,
  listCardsQuery,
} from '#web/tasks/cards/card-queries.data.ts'
import { fetchNextCards } from '#web/tasks/cards/load-board-cards.ts'

interface FocusCardOptions {
  session: KeySession
  actions: BoardActions
  card_id: string
  signal: AbortSignal
}

/** Loads the list of a card as far as the card, and scrolls to it behind its dialog. */
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
    if (signal.aborted || !isFound) return
    setListView(session.connection.fingerprint, list_id, { isCollapsed: false })
    registry.revealList(list_id)
    // A list out of view is rendered by the scroll; its card takes the focus then.
    focus.request(card_id)
    requestAnimationFrame(() => {
      const column = registry.columns.get(list_id)
      column?.reveal(column.cards().findIndex(({ id }) => id === card_id))
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error // the dialog of the card says what is wrong
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
  const key = listCardsQuery(board_id, list_id).queryKey
  const hasCard = () => flattenCards(queryClient.getQueryData(key)).some(({ id }) => id === card_id)
  while (!hasCard() && !isFullyLoaded(queryClient.getQueryData(key)) && !signal.aborted) {
    const { isError } = await fetchNextCards(queryClient, board_id, list_id)
    if (isError) break
  }
  return hasCard()
}
