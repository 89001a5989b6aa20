import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useRef, useSyncExternalStore } from 'react'

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
import type { LabelsById } from './label-color.rules.ts'

/** The loaded cards of one list, and those the filter leaves visible. */
export function useListCards(
  board_id: string,
  list: BoardList,
  filter: string,
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

interface Filtered {
  readonly filter: string
  readonly labels: LabelsById
  readonly visible: readonly Card[]
}
const lastFiltered = new WeakMap<readonly Card[], Filtered>()

/**
 * Cards whose name, labels and members contain every word, ignoring case and accents. The same array while nothing
 * changes: lists, the count and the tab order all ask for it.
 */
export function filterCards(
  cards: readonly Card[],
  filter: string,
  labels: LabelsById,
): readonly Card[] {
  if (!filter) return cards
  const last = lastFiltered.get(cards)
  if (last?.filter === filter && last.labels === labels) return last.visible
  const words = filter.split(/\s+/)
  const visible = cards.filter(({ name, label_ids, members }) => {
    const labelNames = label_ids.map((id) => labels.get(id)?.name)
    const text = normalizeText([name, ...labelNames, ...members.map(nameOf)].join('\n'))
    return words.every((word) => text.includes(word))
  })
  lastFiltered.set(cards, { filter, labels, visible })
  return visible
}

const nameOf = ({ name }: { name: string }) => name

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
