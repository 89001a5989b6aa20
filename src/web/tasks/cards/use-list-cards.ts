import {
  hashKey,
  InfiniteQueryObserver,
  type QueryClient,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { Board, BoardList, Card } from '#client/resources.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import type { LabelsById } from '#web/ui/label/labels-by-id.ts'
import { type CardFilter, hidesCards, matchCards } from './card-filter.rules.ts'
import {
  type CardPage,
  type CardPages,
  flattenCards,
  isFullyLoaded,
  listCardsQuery,
  activeLists,
  hasSameItems,
  shareUnchangedCards,
} from './card-queries.data.ts'

/** The loaded cards of one list, and those the filter leaves visible. */
export function useListCards(
  board_id: string,
  list: BoardList,
  filter: CardFilter,
  labels: LabelsById,
) {
  const query = useInfiniteQuery({
    ...listCardsQuery(board_id, list.id),
    structuralSharing: shareUnchangedCards,
  })
  const cards = flattenCards(query.data)
  const visible = filterCards(cards, filter, labels)
  return { query, cards, visible, isComplete: isFullyLoaded(query.data) }
}

export interface LoadedCards {
  readonly pages: readonly (CardPages | undefined)[]
  readonly cards: readonly Card[]
  /** All cards of the board are loaded. */
  readonly isComplete: boolean
}

const hashes = new WeakMap<Board, readonly string[]>()

/** The hashes of the list queries of a board. To compute 500 of them for each event of the cache would take seconds. */
function listHashes(board: Board): readonly string[] {
  const known = hashes.get(board)
  if (known) return known
  const computed = activeLists(board).map(({ id }) =>
    hashKey(listCardsQuery(board.id, id).queryKey),
  )
  hashes.set(board, computed)
  return computed
}

const lastLoaded = new WeakMap<Board, LoadedCards>()

/** The loaded cards of all lists. Reads the cache and requests nothing. */
export function useLoadedCards(board: Board): LoadedCards {
  const { queryClient } = useSession()
  const subscribe = useCallback(
    (listener: () => void) =>
      queryClient.getQueryCache().subscribe(({ type }) => {
        if (type === 'added' || type === 'updated' || type === 'removed') listener()
      }),
    [queryClient],
  )
  return useSyncExternalStore(subscribe, () => getLoadedCards(queryClient, board))
}

/**
 * Keeps the loaded lists of the open board, also those out of sight: the cache drops what nobody observes. `isLive` lists
 * are refetched when they change.
 */
export function useLoadedLists(board: Board, isLive: boolean) {
  const { queryClient } = useSession()
  const { pages } = useLoadedCards(board)
  const loaded = activeLists(board).filter((_, index) => pages[index] !== undefined)
  const ids = loaded.map(({ id }) => id).join()
  const stops = useRef(new Map<string, () => void>())
  useEffect(() => {
    for (const list_id of ids.split(',').filter(Boolean)) {
      if (stops.current.has(list_id)) continue
      const observer = new InfiniteQueryObserver(queryClient, {
        ...listCardsQuery(board.id, list_id),
        structuralSharing: shareUnchangedCards,
        enabled: isLive,
        // A failed page waits for a retry: it invalidates the data, too.
        refetchOnMount: ({ state }) => state.isInvalidated && !state.error,
        refetchOnWindowFocus: false,
      })
      stops.current.set(
        list_id,
        observer.subscribe(() => undefined),
      )
    }
  }, [queryClient, board.id, ids, isLive])
  // Not with each change of `ids`: the last observer that stops cancels a request in flight.
  useEffect(() => {
    const current = stops.current
    return () => {
      for (const stop of current.values()) stop()
      current.clear()
    }
  }, [])
}

export function getLoadedCards(queryClient: QueryClient, board: Board): LoadedCards {
  const cache = queryClient.getQueryCache()
  const pages = listHashes(board).map(
    (hash) => cache.get<CardPage, ApiError, CardPages>(hash)?.state.data,
  )
  const last = lastLoaded.get(board)
  if (last && hasSameItems(last.pages, pages)) return last
  const loaded = createLoadedCards(pages)
  lastLoaded.set(board, loaded)
  return loaded
}

/** The cards are put together when they are first read: some readers need only the pages, after each event of the cache. */
function createLoadedCards(pages: LoadedCards['pages']): LoadedCards {
  let cards: readonly Card[] | undefined
  return {
    pages,
    get cards() {
      return (cards ??= pages.flatMap(flattenCards))
    },
    isComplete: pages.every(isFullyLoaded),
  }
}

interface Filtered {
  readonly filter: CardFilter
  readonly labels: LabelsById
  readonly visible: readonly Card[]
}
const lastFiltered = new WeakMap<readonly Card[], Filtered>()

/** Cards that match the filter. The same array while nothing changes: lists, the count and the tab order all ask for it. */
export function filterCards(
  cards: readonly Card[],
  filter: CardFilter,
  labels: LabelsById,
): readonly Card[] {
  if (!hidesCards(filter)) return cards
  const last = lastFiltered.get(cards)
  if (last?.filter === filter && last.labels === labels) return last.visible
  const visible = matchCards(cards, filter, labels)
  lastFiltered.set(cards, { filter, labels, visible })
  return visible
}

interface ListCount {
  list: BoardList
  loaded: number
  visible: number
  isComplete: boolean
  filtered: boolean
}

/** The count in a list header: "9", "4 of 5" with a WIP limit, "3 of 9" with a filter, "9+" while more may load. */
export function formatListCount({
  list,
  loaded,
  visible,
  isComplete,
  filtered,
}: ListCount): string {
  const count = list.card_count ?? loaded
  const text = formatCount(count, list.card_count !== undefined || isComplete)
  if (filtered) return boardText.visibleOf(visible, text)
  return list.wip_limit ? boardText.countOf(count, list.wip_limit) : text
}

/** "9", or "9+" while more may load. */
export const formatCount = (count: number, isExact: boolean): string =>
  isExact ? String(count) : boardText.atLeast(count)

export const isOverWipLimit = (list: BoardList): boolean =>
  list.wip_limit != null && list.card_count !== undefined && list.card_count > list.wip_limit
