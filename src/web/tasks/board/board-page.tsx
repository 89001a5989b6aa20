import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'

import type { Board } from '#contract/tasks/boards.ts'
import { messages } from '#web/messages/en/app.ts'
import { boardText } from '#web/messages/en/board.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState, type LoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite } from '#web/session/use-capabilities.ts'
import { boardQuery } from '#web/tasks/boards/boards.data.ts'
import {
  type CardPage,
  seedListQueries,
  firstCardsQuery,
  activeLists,
} from '#web/tasks/cards/card-queries.data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Problem } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Empty, ReadOnlyLine, Skeleton } from '#web/ui/page-states.tsx'
import { BoardHead } from './board-header.tsx'
import { BoardView } from './board-view.tsx'

/** One board: the page most of the day is spent on. */
export function Component() {
  const { board_id = '' } = useParams()
  return <BoardPage key={board_id} board_id={board_id} />
}

function BoardPage({ board_id }: { board_id: string }) {
  const board = useQuery(boardQuery(board_id))
  const first = useQuery({ ...firstCardsQuery(board_id), staleTime: Infinity })

  const wait = useLoadingState(
    [board, first],
    [boardQuery(board_id).queryKey, firstCardsQuery(board_id).queryKey],
  )

  // A refresh that failed leaves what is shown, unless the board is gone.
  if (board.isError && (!board.data || board.error.code === 'not_found')) {
    const gone = board.error.code === 'not_found'
    return (
      <>
        <PageHeader
          failed
          title={boardText.unnamed}
          parent={{ label: messages.app.nav.boards, to: paths.boards() }}
        />
        <Problem
          title={gone ? boardText.missing : boardText.failed}
          error={board.error}
          {...(!gone && { onRetry: () => void board.refetch() })}
          way={
            <Link to={paths.boards()} className={buttonClass()}>
              {boardText.backToBoards}
            </Link>
          }
        />
      </>
    )
  }
  return (
    <>
      <BoardHead board={board.data} />
      {board.data && <Notice board={board.data} />}
      {wait.showSkeleton || !board.data ? (
        <Waiting board={board.data} wait={wait} />
      ) : activeLists(board.data).length === 0 ? (
        <Empty title={boardText.noLists}>{boardText.noListsMeaning}</Empty>
      ) : (
        <Dealt board={board.data} page={first.data} at={first.dataUpdatedAt} />
      )}
    </>
  )
}

/** Deals the first page out before a list is drawn, so that none asks for what is here. */
function Dealt({ board, page, at }: { board: Board; page: CardPage | undefined; at: number }) {
  const { queryClient } = useSession()
  const [dealt, setDealt] = useState(false)
  useLayoutEffect(() => {
    if (dealt) return
    // A first page that failed is no matter: each list then asks for itself.
    if (page) seedListQueries(queryClient, board, page, at)
    setDealt(true) // before the paint; a list drawn earlier would ask again
  }, [dealt, queryClient, board, page, at])
  return dealt && <BoardView board={board} />
}

function Notice({ board }: { board: Board }) {
  const mayWrite = useCanWrite()
  const text = board.archived ? boardText.archived : mayWrite ? '' : boardText.readOnly
  if (!text) return null
  return <ReadOnlyLine>{text}</ReadOnlyLine>
}

/** Of the size of what comes: the lists as tall as their cards, once these can be counted. */
const Waiting = ({ board, wait }: { board: Board | undefined; wait: LoadingState }) => (
  <Skeleton label={boardText.loading} wait={wait}>
    <div className="mt-4 h-control w-44 rounded-control bg-sunken" />
    <Trays
      heights={
        board?.lists.slice(0, 6).map((list) => Math.min(80, 12 + 12 * (list.card_count || 0))) ?? [
          60, 75, 45,
        ]
      }
    />
  </Skeleton>
)

const Trays = ({ heights }: { heights: readonly number[] }) => (
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
