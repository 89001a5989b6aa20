import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import type { Board } from '#client/resources.ts'
import { overviewText } from '#web/messages/en/overview.ts'
import { paths } from '#web/paths.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { DueBadge } from '#web/tasks/cards/due-badge.tsx'
import { dueCardsQuery, selectDueCards } from '#web/tasks/cards/due-cards.data.ts'
import { now } from '#web/ui/server-time.ts'
import { Panel, PanelNote, PanelRow } from './overview-panel.tsx'

const text = overviewText.due
const BOARDS = 5
const CARDS = 5

/** Overdue, today and tomorrow, on the starred boards or else on the first ones. */
export function DueCardsPanel() {
  const { fingerprint } = useSession().connection
  const starredIds = useStarredBoards(fingerprint)
  const boards = useInfiniteQuery(boardsQuery(false))
  const all = boards.data?.pages.flatMap((page) => page.data) ?? []
  const starred = starredIds.flatMap((id) => all.find((board) => board.id === id) ?? [])
  const searchedBoards = (starred.length > 0 ? starred : all).slice(0, BOARDS)
  const cards = useDueCards(searchedBoards)

  const error = boards.error ?? cards.error
  const data = boards.data && cards.data && { cardsDue: cards.data, searchedBoards }
  const refetch = () => (boards.error ? boards.refetch() : cards.refetch())
  const query = { data, error, refetch }
  const wait = useLoadingState(
    [boards, ...cards.results],
    [boardsQuery(false).queryKey, ...cards.keys],
  )
  return (
    <Panel title={text.title} to={paths.boards()} query={query} wait={wait}>
      {({ cardsDue }) => (
        <>
          {cardsDue.length === 0 && <p>{searchedBoards.length > 0 ? text.none : text.noBoards}</p>}
          <ul>
            {cardsDue.slice(0, CARDS).map(({ card, due }) => (
              <PanelRow key={card.id} fact={<DueBadge due={due} now={now()} tabIndex={0} />}>
                <Link
                  to={paths.boardSearch(card.board_id, card.name)}
                  className="rounded-chip hover:underline"
                >
                  {card.name}
                </Link>
              </PanelRow>
            ))}
          </ul>
          <SearchedBoards
            boards={searchedBoards}
            starred={starred.length > 0}
            more={Math.max(0, cardsDue.length - CARDS)}
          />
        </>
      )}
    </Panel>
  )
}

/** One query per board, in parallel; the data is complete or undefined. */
function useDueCards(boards: readonly Board[]) {
  const byDate = useCapability('filters')
  const queryOf = (board: Board | undefined) => dueCardsQuery(board?.id ?? '', now(), byDate)
  const [a, b, c, d, e] = boards
  // Written out, because the hook for a list of queries is larger than this page.
  const slots = [
    useQuery({ ...queryOf(a), enabled: a !== undefined }),
    useQuery({ ...queryOf(b), enabled: b !== undefined }),
    useQuery({ ...queryOf(c), enabled: c !== undefined }),
    useQuery({ ...queryOf(d), enabled: d !== undefined }),
    useQuery({ ...queryOf(e), enabled: e !== undefined }),
  ]
  const results = slots.slice(0, boards.length)
  const error = results.find((result) => result.error)?.error ?? null
  const isComplete = results.every(({ data }) => data)
  return {
    results,
    keys: boards.map((board) => queryOf(board).queryKey),
    error,
    data: isComplete
      ? selectDueCards(
          results.flatMap(({ data }) => data?.data ?? []),
          now(),
        )
      : undefined,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  }
}

interface SearchedBoardsProps {
  boards: readonly Board[]
  starred: boolean
  more: number
}

function SearchedBoards({ boards, starred, more }: SearchedBoardsProps) {
  const byDate = useCapability('filters')
  if (boards.length === 0) return null
  return (
    <PanelNote>
      {more > 0 && `${text.more(more)} · `}
      {starred ? text.starred : text.first(boards.length)} {!byDate && text.loadedOnly}
    </PanelNote>
  )
}
