import { useQuery } from '@tanstack/react-query'
import SquareKanban from 'lucide-react/icons/square-kanban'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { boardPartsText as text } from '#web/messages/en/board-parts.ts'
import { boardText } from '#web/messages/en/board.ts'
import { paths } from '#web/paths.ts'
import { type LoadingState, useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { AddList } from '#web/tasks/board-settings/add-list.tsx'
import { boardQuery, getCachedBoardName } from '#web/tasks/boards/boards.data.ts'
import {
  activeLists,
  firstCardsQuery,
  seedListQueries,
} from '#web/tasks/cards/card-queries.data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { EmptyState, PageState, ReadOnlyHint, Skeleton } from '#web/ui/page-states.tsx'
import { BoardHeader } from './board-header.tsx'
import { BoardView } from './board-view.tsx'

/** For the command palette, which adds cards from any page. */
export { addCard, reportRejectedCard } from '#web/tasks/card-changes/add-card.ts'

export function Component() {
  const { board_id = '' } = useParams()
  return <BoardPage key={board_id} board_id={board_id} />
}

function BoardPage({ board_id }: { board_id: string }) {
  const { queryClient, connection } = useSession()
  // A new API key for this session may bring a scope; the loaded board stays.
  const [firstCards] = useState(() => firstCardsQuery(board_id, connection))
  // The loader has requested both; a failure would be requested again on mount.
  const once = { retryOnMount: false }
  const board = useQuery({ ...boardQuery(board_id), ...once })
  // Its cards are those of the lists afterwards, so it is not refetched with them.
  const [isSeeded, setSeeded] = useState(false)
  const first = useQuery({ ...firstCards, ...once, staleTime: Infinity, enabled: !isSeeded })

  const loadingState = useLoadingState(
    [board, first],
    [boardQuery(board_id).queryKey, firstCards.queryKey],
  )

  const { data: page, dataUpdatedAt } = first
  const canSeed = board.data !== undefined && !loadingState.showSkeleton
  useLayoutEffect(() => {
    if (isSeeded || !canSeed || !board.data) return
    // If the first page failed, each list requests its own.
    if (page) seedListQueries(queryClient, board.data, firstCards, page, dataUpdatedAt)
    setSeeded(true) // before the paint; a list rendered earlier would request again
  }, [isSeeded, canSeed, queryClient, board.data, firstCards, page, dataUpdatedAt])

  // A failed refetch keeps the board, unless it no longer exists.
  if (board.error?.code === 'not_found') return <MissingBoard />
  const name = board.data?.name ?? getCachedBoardName(queryClient, board_id)
  if (board.isError && !board.data) {
    const retry = () => void Promise.all([board.refetch(), first.isError && first.refetch()])
    return (
      <>
        {name && <BoardHeader board={undefined} name={name} />}
        <ErrorState isPage={!name} title={boardText.failed} error={board.error} onRetry={retry} />
      </>
    )
  }
  return (
    <>
      <BoardHeader board={board.data} name={name} />
      {board.data && <ReadOnlyNotice board={board.data} />}
      {loadingState.showSkeleton || !board.data ? (
        <BoardSkeleton board={board.data} loadingState={loadingState} />
      ) : activeLists(board.data).length === 0 ? (
        <NoLists board={board.data} />
      ) : (
        isSeeded && <BoardView board={board.data} />
      )}
    </>
  )
}

function NoLists({ board }: { board: Board }) {
  const isSupported = useCapability('boards.write')
  const canAdd = useCanWrite() && isSupported && !board.archived
  return (
    <EmptyState
      title={boardText.noLists}
      action={canAdd && <AddList board_id={board.id} isFirst />}
    >
      {canAdd ? boardText.noListsDescription : boardText.noListsDescriptionReadOnly}
    </EmptyState>
  )
}

function ReadOnlyNotice({ board }: { board: Board }) {
  const canWrite = useCanWrite()
  const text = board.archived ? boardText.archived : canWrite ? '' : boardText.readOnly
  if (!text) return null
  return <ReadOnlyHint>{text}</ReadOnlyHint>
}

/** The size of the board to come: lists as tall as their cards, once the counts are loaded. */
const BoardSkeleton = ({
  board,
  loadingState,
}: {
  board: Board | undefined
  loadingState: LoadingState
}) => (
  <Skeleton label={boardText.loading} loading={loadingState}>
    <div className="mt-4 h-control w-44 rounded-control bg-sunken" />
    <SkeletonColumns
      heights={
        board?.lists.slice(0, 6).map((list) => Math.min(80, 12 + 12 * (list.card_count || 0))) ?? [
          60, 75, 45,
        ]
      }
    />
  </Skeleton>
)

const SkeletonColumns = ({ heights }: { heights: readonly number[] }) => (
  <div className="mt-4 flex h-[70dvh] gap-3.5 overflow-hidden">
    {heights.map((height, index) => (
      <div
        key={index}
        style={{ height: `${height}%` }}
        className="w-list shrink-0 rounded-tray border border-line bg-sunken"
      />
    ))}
  </div>
)

/** Instead of the page of a board that does not exist. */
function MissingBoard() {
  useEffect(() => announce(text.notFound, 'assertive'), [])
  return (
    <PageState
      isPage
      state="missing"
      icon={SquareKanban}
      title={text.notFound}
      action={
        <Link to={paths.boards()} className={buttonClass('primary')}>
          {text.backToBoards}
        </Link>
      }
    >
      {text.notFoundDescription}
    </PageState>
  )
}
