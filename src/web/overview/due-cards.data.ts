import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { Board, Card } from '#client/resources.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { type Due, dueOf } from '#web/tasks/cards/due.rules.ts'
import { addDays } from '#web/ui/date/plain-date.rules.ts'
import { startOfDay } from '#web/ui/date/zoned-time.rules.ts'
import { localDay, timeZone } from '#web/ui/format.ts'
import { now } from '#web/ui/server-time.ts'
import type { Count } from './overview.data.ts'

const MAX_BOARDS = 5

/** The open cards of a board due by the end of tomorrow, or its first open cards where the server cannot filter by date. */
export const dueCardsQuery = (board_id: string, now: Date, canFilterByDate: boolean) =>
  endpointQuery('GET /boards/:board_id/cards', {
    board_id,
    completed: false,
    ...(canFilterByDate && { due_before: endOfTomorrow(now).toISOString() }),
  })

/** How many cards of the whole workspace are overdue or due by tomorrow, in the person’s days. */
const dueSummaryQuery = () => endpointQuery('GET /cards/summary', { time_zone: timeZone() })

/** The open cards of all boards due by the end of tomorrow, the longest overdue first; `since` leaves out earlier ones. */
const allDueCardsQuery = (now: Date, since?: 'today') =>
  endpointQuery('GET /cards', {
    completed: false,
    due_before: endOfTomorrow(now).toISOString(),
    ...(since && { due_after: startOfDay(localDay(now), timeZone()).toISOString() }),
  })

interface DueCard {
  readonly card: Card & { readonly board_name?: string }
  readonly due: Due
}

/** Cards overdue, due today or due tomorrow, earliest first. */
export function selectDueCards(cards: readonly DueCard['card'][], now: Date): DueCard[] {
  return cards
    .flatMap((card) => {
      const due = dueOf(card, now)
      return due && ['overdue', 'today', 'tomorrow'].includes(due.state) ? [{ card, due }] : []
    })
    .sort((one, other) => one.due.at.getTime() - other.due.at.getTime())
}

/** The midnight that ends tomorrow in the person’s time zone. */
const endOfTomorrow = (now: Date) => startOfDay(addDays(localDay(now), 2), timeZone())

/** The cards that are overdue or due by tomorrow: how many there are, and the first of them. */
interface DueCards {
  readonly overdue: Count
  readonly today: Count
  readonly tomorrow: Count
  /** When the first of the overdue ones was due. */
  readonly oldest: Date | undefined
  /** The longest overdue first. */
  readonly overdueCards: readonly DueCard[]
  readonly upcomingCards: readonly DueCard[]
  /** Where they are from; undefined for the whole workspace. */
  readonly searched: { readonly boards: readonly Board[]; readonly isStarred: boolean } | undefined
}

/** Of the whole workspace where the server can count that, or else of some boards. */
export function useDueCards() {
  const canCount = useCapability('cards.list')
  const all = useAllDueCards(canCount)
  const some = useSomeDueCards(!canCount)
  return canCount ? all : some
}

function useAllDueCards(enabled: boolean) {
  const at = now()
  const options = [
    dueSummaryQuery(),
    allDueCardsQuery(at),
    // Many that are overdue fill the first page.
    allDueCardsQuery(at, 'today'),
  ] as const
  const [summaryOptions, firstOptions, upcomingOptions] = options
  const summary = useQuery({ ...summaryOptions, enabled })
  const first = useQuery({ ...firstOptions, enabled })
  const upcoming = useQuery({ ...upcomingOptions, enabled })
  const results = [summary, first, upcoming]
  const wait = useLoadingState(
    results,
    options.map(({ queryKey }) => queryKey),
  )
  const { data } = summary
  const exact = (value: number) => ({ value, isExact: true })
  const due: DueCards | undefined =
    data && first.data && upcoming.data
      ? {
          overdue: exact(data.overdue),
          today: exact(data.due_today),
          tomorrow: exact(data.due_tomorrow),
          oldest: data.oldest_overdue_at === null ? undefined : new Date(data.oldest_overdue_at),
          overdueCards: selectDueCards(first.data.data, at).filter(isOverdue),
          upcomingCards: selectDueCards(upcoming.data.data, at).filter((one) => !isOverdue(one)),
          searched: undefined,
        }
      : undefined
  return {
    wait,
    query: {
      data: due,
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map((result) => result.refetch())),
    },
  }
}

const isOverdue = ({ due }: DueCard) => due.state === 'overdue'

/** Of the starred boards, or else of the first ones. */
function useSomeDueCards(enabled: boolean) {
  const { fingerprint } = useSession().connection
  const starredIds = useStarredBoards(fingerprint)
  const boards = useInfiniteQuery(boardsQuery(false))
  const allBoards = boards.data?.pages.flatMap((page) => page.data) ?? []
  const starred = starredIds.flatMap((id) => allBoards.find((board) => board.id === id) ?? [])
  const searched = (starred.length > 0 ? starred : allBoards).slice(0, enabled ? MAX_BOARDS : 0)
  const cards = useBoardsDueCards(searched)
  const wait = useLoadingState(
    [boards, ...cards.results],
    [boardsQuery(false).queryKey, ...cards.keys],
  )
  const data: DueCards | undefined = boards.data &&
    cards.data && {
      ...cards.data,
      searched: { boards: searched, isStarred: starred.length > 0 },
    }
  return {
    wait,
    query: {
      data,
      error: boards.error ?? cards.error,
      refetch: () => (boards.error ? boards.refetch() : cards.refetch()),
    },
  }
}

/** One query per board, in parallel; the data is complete or undefined. */
function useBoardsDueCards(boards: readonly Board[]) {
  const canFilterByDate = useCapability('filters')
  const queryOf = (board: Board | undefined) =>
    dueCardsQuery(board?.id ?? '', now(), canFilterByDate)
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
  const pages = results.flatMap(({ data }) => data ?? [])
  const nameOf = (board_id: string) => boards.find(({ id }) => id === board_id)?.name
  const cards = pages
    .flatMap((page) => page.data)
    .map((card) => ({ ...card, board_name: nameOf(card.board_id) ?? '' }))
  const due = selectDueCards(cards, now())
  const isExact = pages.every(({ paging }) => paging.next === null)
  const stateOf = (state: Due['state']) => due.filter((one) => one.due.state === state)
  const count = (state: Due['state']) => ({ value: stateOf(state).length, isExact })
  return {
    results,
    keys: boards.map((board) => queryOf(board).queryKey),
    error: results.find((result) => result.error)?.error ?? null,
    data:
      pages.length === results.length
        ? {
            overdue: count('overdue'),
            today: count('today'),
            tomorrow: count('tomorrow'),
            oldest: stateOf('overdue')[0]?.due.at,
            overdueCards: stateOf('overdue'),
            upcomingCards: due.filter((one) => !isOverdue(one)),
          }
        : undefined,
    refetch: () => Promise.all(results.map((result) => result.refetch())),
  }
}
