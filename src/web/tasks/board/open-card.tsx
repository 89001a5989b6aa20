import { useCallback, useEffect } from 'react'
import { useLocation, useMatch, useNavigate } from 'react-router-dom'

import { ApiError } from '#client/api-error.ts'
import { paths } from '#web/paths.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { type BoardActions, useBoardActions } from '#web/tasks/board-state/board-context.ts'
import { type CardLocationState, findRenderedCard } from '#web/tasks/board-state/column-registry.ts'
import { setListView } from '#web/tasks/board-state/list-views.ts'
import {
  activeLists,
  flattenCards,
  isFullyLoaded,
  listCardsQuery,
} from '#web/tasks/cards/card-queries.data.ts'
import { fetchNextCards } from '#web/tasks/cards/load-board-cards.ts'
import { Lazy, lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'

export const cardDialog = lazyChunk(() => import('#web/tasks/card-dialog/card-dialog.tsx'))

/** Opens a card over the board; its address keeps the filter. */
export function useOpenCard(board_id: string): BoardActions['openCard'] {
  const navigate = useNavigate()
  return useCallback(
    ({ id }, startsIn) => {
      const state: CardLocationState = { isOverBoard: true, startsInTitle: startsIn === 'title' }
      void navigate({ pathname: paths.card(board_id, id), search: location.search }, { state })
    },
    [navigate, board_id],
  )
}

/** The card that the address names, over the board. */
export function OpenCard() {
  const actions = useBoardActions()
  const navigate = useNavigate()
  const card_id = useMatch('/boards/:board_id/cards/:card_id')?.params.card_id
  useFocusedCard(actions, card_id)
  if (card_id === undefined) return null
  const cancel = () => {
    const pathname = paths.board(actions.board_id)
    void navigate({ pathname, search: location.search }, { replace: true })
  }
  return (
    <Lazy chunk={cardDialog} fallback={<TypeAheadBuffer onCancel={cancel} />} onCancel={cancel}>
      {({ CardDialog }) => <CardDialog card_id={card_id} />}
    </Lazy>
  )
}

/** Scrolls to the card that the address names, unless it was opened from the board. */
function useFocusedCard(actions: BoardActions, card_id: string | undefined) {
  const session = useSession()
  const { state } = useLocation()
  // Written by useOpenCard; other pages leave it empty.
  const isOverBoard = (state as CardLocationState | null)?.isOverBoard === true
  useEffect(() => {
    if (!card_id || isOverBoard) return
    const controller = new AbortController()
    const { signal } = controller
    void focusCard({ session, actions, card_id, signal })
    return () => controller.abort()
  }, [session, actions, card_id, isOverBoard])
}

interface FocusCardOptions {
  session: KeySession
  actions: BoardActions
  card_id: string
  signal: AbortSignal
}

/** Loads the list of a card as far as the card, and scrolls to it behind its dialog. */
async function focusCard({ session, actions, card_id, signal }: FocusCardOptions) {
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
