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

/** Overdue, today and tomorrow, on the boards that are starred or else on the first ones. */
export function DuePanel() {
  const { fingerprint } = useSession().connection
  const stars = useStarredBoards(fingerprint)
  const boards = useInfiniteQuery(boardsQuery(false))
  const all = boards.data?.pages.flatMap((page) => page.data) ?? []
  const starred = stars.flatMap((id) => all.find((board) => board.id === id) ?? [])
  const looked = (starred.length > 0 ? starred : all).slice(0, BOARDS)
  const cards = useDueCards(looked)

  const problem = boards.error ?? cards.error
  const data = boards.data && cards.data && { found: cards.data, looked }
  const refetch = () => (boards.error ? boards.refetch() : cards.refetch())
  const query = { data, error: problem, refetch }
  const wait = useLoadingState(
    [boards, ...cards.answers],
    [boardsQuery(false).queryKey, ...cards.keys],
  )
  return (
    <Panel title={text.title} to={paths.boards()} query={query} wait={wait}>
      {({ found }) => (
        <>
          {found.length === 0 && <p>{looked.length > 0 ? text.none : text.noBoards}</p>}
          <ul>
            {found.slice(0, CARDS).map(({ card, due }) => (
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
          <Where
            boards={looked}
            starred={starred.length > 0}
            more={Math.max(0, found.length - CARDS)}
          />
        </>
      )}
    </Panel>
  )
}

/** One question for each board, together; what came is shown when all have. */
function useDueCards(boards: readonly Board[]) {
  const byDate = useCapability('filters')
  const queryOf = (board: Board | undefined) => dueCardsQuery(board?.id ?? '', now(), byDate)
  const [a, b, c, d, e] = boards
  // Written out, because the hook for a list of queries is larger than this page.
  const five = [
    useQuery({ ...queryOf(a), enabled: a !== undefined }),
    useQuery({ ...queryOf(b), enabled: b !== undefined }),
    useQuery({ ...queryOf(c), enabled: c !== undefined }),
    useQuery({ ...queryOf(d), enabled: d !== undefined }),
    useQuery({ ...queryOf(e), enabled: e !== undefined }),
  ]
  const answers = five.slice(0, boards.length)
  const error = answers.find((answer) => answer.error)?.error ?? null
  const isWhole = answers.every(({ data }) => data)
  return {
    answers,
    keys: boards.map((board) => queryOf(board).queryKey),
    error,
    data: isWhole
      ? selectDueCards(
          answers.flatMap(({ data }) => data?.data ?? []),
          now(),
        )
      : undefined,
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
  }
}

interface WhereProps {
  boards: readonly Board[]
  starred: boolean
  more: number
}

function Where({ boards, starred, more }: WhereProps) {
  const byDate = useCapability('filters')
  if (boards.length === 0) return null
  const [first, ...others] = boards.map(({ name }) => name)
  const names = text.boards(first ?? '', others)
  return (
    <PanelNote>
      {more > 0 && text.more(more)} {starred ? text.starred(names) : text.first(names)}{' '}
      {!byDate && text.loadedOnly}
    </PanelNote>
  )
}
