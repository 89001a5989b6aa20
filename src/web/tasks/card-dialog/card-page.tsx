import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { messages } from '#web/messages/en/app.ts'
import { cardDialogText as text } from '#web/messages/en/card-dialog.ts'
import { paths } from '#web/paths.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useSession } from '#web/session/session.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { cardQuery } from '#web/tasks/cards/card-queries.data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageState } from '#web/ui/page-states.tsx'
import { visibleTitle } from './card-details.rules.ts'
import { CardDetails } from './card-details.tsx'
import { CardScopeContext } from './card-scope.ts'

/** Finds the board of a card and goes there. */
export function Component() {
  const { card_id = '' } = useParams()
  const session = useSession()
  const heading = useId()
  const card = useQuery(cardQuery(card_id))
  const isBoardUnknown = card.data !== undefined && card.data.board_id === undefined
  const found = useBoardOfList(isBoardUnknown ? card.data.list_id : undefined)

  if (card.error?.code === 'not_found') return <MissingCardPage />
  if (card.isError && !card.data)
    return (
      <ErrorState
        isPage
        title={text.failed}
        error={card.error}
        onRetry={() => void card.refetch()}
      />
    )
  const board_id = card.data?.board_id ?? found.board?.id
  if (board_id !== undefined) return <Navigate to={paths.card(board_id, card_id)} replace />
  if (!card.data || found.isPending) return <PageHeader title={undefined} loading={text.loading} />

  const board: Board = { ...noBoard, labels: [], lists: [] }
  const scope = {
    card: { ...card.data, board_id: '' },
    board,
    canEdit: false,
    offlineProps: undefined,
    context: () => ({ session, board, onOutcome: () => undefined }),
    ifEditable: () => undefined,
    openEditor: () => undefined,
    openMove: undefined,
    toggleCompleted: () => undefined,
  }
  return (
    <CardScopeContext value={scope}>
      <PageHeader
        title={visibleTitle(card.data.name, text.untitled)}
        parent={{ label: messages.app.nav.boards, to: paths.boards() }}
      />
      <p className="mt-3 text-ink-2">{text.noBoard}</p>
      <div className="mt-4">
        <CardDetails headingId={heading} onDirty={() => undefined} />
      </div>
    </CardScopeContext>
  )
}

const noBoard = { id: '', name: '' }

/** A server of the public API alone does not return the board of a card, but boards with their lists. */
function useBoardOfList(list_id: string | undefined) {
  const enabled = list_id !== undefined
  const open = useInfiniteQuery({ ...boardsQuery(false), enabled })
  const archived = useInfiniteQuery({ ...boardsQuery(true), enabled })
  const queries = [open, archived]
  useAllPages(open, enabled)
  useAllPages(archived, enabled)
  const board = queries
    .flatMap(({ data }) => data?.pages ?? [])
    .flatMap(({ data }) => data)
    .find(({ lists }) => lists.some(({ id }) => id === list_id))
  return {
    board,
    isPending:
      enabled && queries.some((query) => query.isPending || (query.hasNextPage && !query.isError)),
  }
}

const MissingCardPage = () => (
  <PageState
    isPage
    state="missing"
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
