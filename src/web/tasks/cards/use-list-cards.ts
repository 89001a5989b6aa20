import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'

import type { Board, BoardList, Card } from '#client/resources.ts'
import { boardText } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { normalizeText } from '#web/ui/normalize-text.ts'
import { getCachedPages } from './card-cache.ts'
import {
  type CardPages,
  flattenCards,
  isFullyLoaded,
  listCardsQuery,
  activeLists,
  hasSameItems,
  shareUnchangedCards,
} from './card-queries.data.ts'

/** The loaded cards of one list, and those the filter leaves visible. */
export function useListCards(board_id: string, list: BoardList, filter: string) {
  const query = useInfiniteQuery({
    ...listCardsQuery(board_id, list.id),
    structuralSharing: shareUnchangedCards,
  })
  const cards = flattenCards(query.data)
  const visible = useMemo(() => filterCards(cards, filter), [cards, filter])
  return { query, cards, visible, isComplete: isFullyLoaded(query.data) }
}

interface LoadedCards {
  readonly pages: readonly (CardPages | undefined)[]
  readonly cards: readonly Card[]
  /** All cards of the board are loaded. */
  readonly isComplete: boolean
}

/** The loaded cards of all lists. Reads the cache and requests nothing. */
export function useLoadedCards(board: Board): LoadedCards {
  const { queryClient } = useSession()
  const last = useRef<LoadedCards | null>(null)
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  return useSyncExternalStore(subscribe, () => {
    const pages = activeLists(board).map((list) => getCachedPages(queryClient, board.id, list.id))
    const current = last.current
    if (current && hasSameItems(current.pages, pages)) return current
    last.current = {
      pages,
      cards: pages.flatMap(flattenCards),
      isComplete: pages.every(isFullyLoaded),
    }
    return last.current
  })
}

/** Cards whose name contains every word, ignoring case and accents. */
export function filterCards(cards: readonly Card[], filter: string): readonly Card[] {
  if (!filter) return cards
  const words = filter.split(/\s+/)
  return cards.filter(({ name }) => {
    const text = normalizeText(name)
    return words.every((word) => text.includes(word))
  })
}

interface ListCount {
  list: BoardList
  loaded: number
  visible: number
  isComplete: boolean
  filter: string
}

/** The count in a list header: "9", "4 of 5" with a WIP limit, "3 of 9" with a filter, "9+" while more may load. */
export function formatListCount({ list, loaded, visible, isComplete, filter }: ListCount): string {
  const count = list.card_count ?? loaded
  const text = formatCount(count, list.card_count !== undefined || isComplete)
  if (filter) return boardText.visibleOf(visible, text)
  return list.wip_limit ? boardText.countOf(count, list.wip_limit) : text
}

/** "9", or "9+" while more may load. */
export const formatCount = (count: number, isExact: boolean): string =>
  isExact ? String(count) : boardText.atLeast(count)

export const isOverWipLimit = (list: BoardList): boolean =>
  list.wip_limit != null && list.card_count !== undefined && list.card_count > list.wip_limit
