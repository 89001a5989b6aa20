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
  shareUnchangedCards,
} from './card-queries.data.ts'

/** The cards of one list as far as they were read, and as far as the find box lets them show. */
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
  /** These are all cards of the board. */
  readonly isComplete: boolean
}

/** The cards of all lists as far as they were read. Looks into the cache and asks nothing. */
export function useLoadedCards(board: Board): LoadedCards {
  const { queryClient } = useSession()
  const last = useRef<LoadedCards | null>(null)
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  )
  return useSyncExternalStore(subscribe, () => {
    const pages = activeLists(board).map((list) => getCachedPages(queryClient, board.id, list.id))
    const known = last.current
    const same =
      known?.pages.length === pages.length && pages.every((one, at) => one === known.pages[at])
    if (known && same) return known
    last.current = {
      pages,
      cards: pages.flatMap(flattenCards),
      isComplete: pages.every(isFullyLoaded),
    }
    return last.current
  })
}

/** Cards whose name holds every word, in any case and with or without accents. */
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

/** What a list's head counts: "9", "4 of 5" with a limit, "3 of 9" while finding, "9+" while more may come. */
export function formatListCount({ list, loaded, visible, isComplete, filter }: ListCount): string {
  const all = list.card_count ?? loaded
  const known = list.card_count !== undefined || isComplete
  const text = formatCount(known ? all : loaded, known)
  if (filter) return boardText.shownOf(visible, text)
  return list.wip_limit ? boardText.countOf(all, list.wip_limit) : text
}

/** "9", or "9+" while more may come. */
export const formatCount = (size: number, sure: boolean): string =>
  sure ? String(size) : boardText.atLeast(size)

export const isOverWipLimit = (list: BoardList): boolean =>
  list.wip_limit != null && list.card_count !== undefined && list.card_count > list.wip_limit
