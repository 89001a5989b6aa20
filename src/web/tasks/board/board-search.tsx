import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { BoardList } from '#client/resources.ts'
import { boardLazyText } from '#web/messages/en/board-lazy.ts'
import { boardText as text } from '#web/messages/en/board.ts'
import { useSession } from '#web/session/session.ts'
import { useBoard, useBoardActions, useBoardValues } from '#web/tasks/board-state/board-context.ts'
import { activeLists, isFullyLoaded, listCardsQuery } from '#web/tasks/cards/card-queries.data.ts'
import { filterCards, useListCards, useLoadedCards } from '#web/tasks/cards/use-list-cards.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'

/** Two lists at a time, so that a large board does not run into the rate limit. */
const LISTS_AT_ONCE = 2

/** While a filter is set: loads the cards still missing and says what was found. */
export function BoardSearch() {
  const board = useBoard()
  const { filter, labels } = useBoardValues()
  const { queryClient } = useSession()
  const { cards, pages, isComplete } = useLoadedCards(board)
  useIsFetching({ queryKey: ['GET /boards/:board_id/cards'] }) // renders when a request starts or ends
  const lists = activeLists(board)
  const canLoad = ({ id }: BoardList) => {
    const state = queryClient.getQueryState(listCardsQuery(board.id, id).queryKey)
    return !state?.error || state.fetchStatus === 'fetching'
  }
  const loading = lists.filter((list, index) => !isFullyLoaded(pages[index]) && canLoad(list))
  const found = filterCards(cards, filter, labels).length
  const total = lists.reduce((sum, list) => sum + (list.card_count ?? 0), 0)
  return (
    <>
      {loading.slice(0, LISTS_AT_ONCE).map((list) => (
        <MissingPages key={list.id} list={list} />
      ))}
      {loading.length > 0 ? (
        // Not a live region: the numbers change with every page.
        <p className="text-meta text-ink-2">{boardLazyText.searching(cards.length, total)}</p>
      ) : found > 0 ? (
        <p role="status" className="text-meta text-ink-2">
          {isComplete
            ? text.found(found, cards.length)
            : text.matchCountLoaded(found, cards.length, total)}
        </p>
      ) : (
        // Says nothing before the first cards are loaded.
        (isComplete || cards.length > 0) && <NoCardsFound isComplete={isComplete} />
      )}
    </>
  )
}

/** Lists load their next page near the end of the loaded ones; one that is not rendered loads here. */
function MissingPages({ list }: { list: BoardList }) {
  const { board_id } = useBoardActions()
  const { labels } = useBoardValues()
  const { query } = useListCards(board_id, list, '', labels)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const shouldFetch = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (shouldFetch) void fetchNextPage({ cancelRefetch: false })
  }, [shouldFetch, fetchNextPage])
  return null
}

/** Empty state across the board when the filter hides every card. It overlays the lists, so that nothing shifts. */
function NoCardsFound({ isComplete }: { isComplete: boolean }) {
  const [search, setSearch] = useSearchParams()
  const query = search.get('q') ?? ''
  const clear = () => setSearch((now) => (now.delete('q'), now), { replace: true })
  return (
    <div className="pointer-events-none absolute inset-x-0 top-1/4 z-10 grid justify-items-center">
      <div
        data-surface
        className="pointer-events-auto rounded-card border border-line bg-raised px-6 shadow-float"
      >
        <EmptyState
          filtered
          title={isComplete ? text.noMatches(query) : text.noLoadedMatches(query)}
          action={<Button onClick={clear}>{text.clearSearch}</Button>}
        />
      </div>
    </div>
  )
}
