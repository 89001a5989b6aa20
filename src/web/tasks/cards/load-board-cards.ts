import { InfiniteQueryObserver, type QueryClient, useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Board, BoardList, Card } from '#client/resources.ts'
import { type KeySession, useSession } from '#web/session/session.ts'
import { getCachedPages } from './card-cache.ts'
import { activeLists, flattenCards, isFullyLoaded, listCardsQuery } from './card-queries.data.ts'
import { type LoadedCards, useLoadedCards, useLoadedLists } from './use-list-cards.ts'

/** Two lists at a time, so that a large board does not run into the rate limit. */
const LISTS_AT_ONCE = 2

interface MissingCards extends LoadedCards {
  /** Cards of the board as the server counts them; 0 where it does not. */
  readonly total: number
  readonly isLoading: boolean
  /** Why some lists are incomplete. */
  readonly error: ApiError | null
  readonly retry: () => void
}

/** The loaded cards of a board, while the pages still missing are loaded: for filters, the table and the calendar. */
export function useAllCards(board: Board): MissingCards {
  const { queryClient } = useSession()
  const loaded = useLoadedCards(board)
  useLoadedLists(board, true)
  useIsFetching({ queryKey: ['GET /boards/:board_id/cards'] }) // renders when a request starts or ends
  const lists = activeLists(board)
  const stateOf = ({ id }: BoardList) =>
    queryClient.getQueryState<unknown, ApiError>(listCardsQuery(board.id, id).queryKey)
  const incomplete = lists.filter((_, index) => !isFullyLoaded(loaded.pages[index]))
  const isRunning = (list: BoardList) => stateOf(list)?.fetchStatus === 'fetching'
  const failed = incomplete.filter((list) => stateOf(list)?.error && !isRunning(list))
  const loading = incomplete.filter((list) => !failed.includes(list))
  // A render after each response starts the next requests.
  const next = loading
    .slice(0, LISTS_AT_ONCE)
    .filter((list) => !isRunning(list))
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    for (const list_id of next.split(',').filter(Boolean))
      void fetchNextCards(queryClient, board.id, list_id)
  }, [queryClient, board.id, next, loaded.pages])
  const [first] = failed
  return {
    ...loaded,
    total: lists.reduce((sum, list) => sum + (list.card_count ?? 0), 0),
    isLoading: loading.length > 0,
    error: (first && stateOf(first)?.error) ?? null,
    retry: () => failed.forEach(({ id }) => void fetchNextCards(queryClient, board.id, id)),
  }
}

interface LoadOptions {
  readonly signal: AbortSignal
  readonly onProgress?: ((loaded: number) => void) | undefined
}

/** Loads the pages still missing and returns all cards in display order. Rejects with the error of a page. */
export async function loadAllCards(
  { queryClient }: KeySession,
  board: Board,
  { signal, onProgress }: LoadOptions,
): Promise<readonly Card[]> {
  const lists = activeLists(board)
  const cards = () =>
    lists.flatMap(({ id }) => flattenCards(getCachedPages(queryClient, board.id, id)))
  for (const { id } of lists) {
    while (!isFullyLoaded(getCachedPages(queryClient, board.id, id))) {
      signal.throwIfAborted()
      const { error } = await fetchNextCards(queryClient, board.id, id)
      if (error) throw error
      onProgress?.(cards().length)
    }
  }
  signal.throwIfAborted()
  return cards()
}

/** Fetches the first page of a list, or the next one; joins a request in flight. */
export async function fetchNextCards(queryClient: QueryClient, board_id: string, list_id: string) {
  const observer = new InfiniteQueryObserver(queryClient, listCardsQuery(board_id, list_id))
  return observer.getCurrentResult().data
    ? observer.fetchNextPage({ cancelRefetch: false })
    : observer.refetch({ cancelRefetch: false })
}
