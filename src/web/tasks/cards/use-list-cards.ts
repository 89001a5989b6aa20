import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'

import type { Board, BoardList } from '#contract/tasks/boards.ts'
import type { Card } from '#contract/tasks/cards.ts'
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
export function useListCards(board_id: string, list: BoardList, find: string) {
  const query = useInfiniteQuery({
    ...listCardsQuery(board_id, list.id),
    structuralSharing: shareUnchangedCards,
  })
  const cards = flattenCards(query.data)
  const shown = useMemo(() => matching(cards, find), [cards, find])
  return { query, cards, shown, whole: isFullyLoaded(query.data) }
}

interface Read {
  readonly pages: readonly (CardPages | undefined)[]
  readonly cards: readonly Card[]
  /** These are all cards of the board. */
  readonly whole: boolean
}

/** The cards of all lists as far as they were read. Looks into the cache and asks nothing. */
export function useReadCards(board: Board): Read {
  const { queryClient } = useSession()
  const last = useRef<Read | null>(null)
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
    last.current = { pages, cards: pages.flatMap(flattenCards), whole: pages.every(isFullyLoaded) }
    return last.current
  })
}

/** Cards whose name holds every word, in any case and with or without accents. */
export function matching(cards: readonly Card[], find: string): readonly Card[] {
  if (!find) return cards
  const wanted = find.split(/\s+/)
  return cards.filter(({ name }) => {
    const text = normalizeText(name)
    return wanted.every((word) => text.includes(word))
  })
}

interface Counted {
  list: BoardList
  loaded: number
  shown: number
  whole: boolean
  find: string
}

/** What a list's head counts: "9", "4 of 5" with a limit, "3 of 9" while finding, "9+" while more may come. */
export function countWords({ list, loaded, shown, whole, find }: Counted): string {
  const all = Number.isFinite(list.card_count) ? list.card_count : loaded
  const known = Number.isFinite(list.card_count) || whole
  const text = sizeWords(known ? all : loaded, known)
  if (find) return boardText.shownOf(shown, text)
  return list.wip_limit ? boardText.countOf(all, list.wip_limit) : text
}

/** "9", or "9+" while more may come. */
export const sizeWords = (size: number, sure: boolean): string =>
  sure ? String(size) : boardText.atLeast(size)

export const isOver = (list: BoardList): boolean =>
  list.wip_limit != null && list.card_count > list.wip_limit
