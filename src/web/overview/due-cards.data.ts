import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import type { Board, Card } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { addDays } from '#contract/plain-date.rules.ts'
import { startOfDay } from '#contract/zoned-time.rules.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useStarredBoards } from '#web/session/preferences.ts'
import { useSession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import {
  boardsQuery,
  dueRefetchMs,
  dueSummaryQuery,
  workspaceCardsQuery,
} from '#web/tasks/boards/boards.data.ts'
import { type Due, dueOf } from '#web/tasks/cards/due.rules.ts'
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

/** How many cards are overdue or due by tomorrow. */
interface DueCounts {
  readonly overdue: Count
  readonly today: Count
  readonly tomorrow: Count
  /** When the first of the overdue ones was due. */
  readonly oldest: Date | undefined
}

/** With the first of them. */
interface DueCards extends DueCounts {
  /** The longest overdue first. */
  readonly overdueCards: readonly DueCard[]
  readonly upcomingCards: readonly DueCard[]
  /** Where they are from; undefined for the whole workspace. */
  readonly searched: { readonly boards: readonly Board[]; readonly isStarred: boolean } | undefined
}

/** Of the whole workspace where the server can count that, or else of some boards. */
export function useDueCards() {
  const me = useSettledCapabilities()
  const { isSettled } = me
  const canCount = me.can('cards.list')
  const all = useAllDueCards(me)
  const some = useSomeDueCards(isSettled && !canCount)
  return isSettled && !canCount ? some : all
}

/** Without the cards: a list of them that fails takes no number away. */
export function useDueCounts(): { data: DueCounts | undefined; error: ApiError | null } {
  const { isSettled, can } = useSettledCapabilities()
  const canCount = can('cards.list')
  const summary = useQuery({ ...dueSummaryQuery(), enabled: canCount })
  const { query } = useSomeDueCards(isSettled && !canCount)
  if (isSettled && !canCount) return query
  return { data: summary.data && exactCounts(summary.data), error: summary.error }
}

function exactCounts(summary: ResponseBody<'GET /cards/summary'>): DueCounts {
  const exact = (value: number) => ({ value, isExact: true })
  const { oldest_overdue_at: oldest } = summary
  return {
    overdue: exact(summary.overdue),
    today: exact(summary.due_today),
    tomorrow: exact(summary.due_tomorrow),
    oldest: oldest === null ? undefined : new Date(oldest),
  }
}

export const MAX_ROWS = 5
const refetchInterval = dueRefetchMs

function useAllDueCards(me: ReturnType<typeof useSettledCapabilities>) {
  const enabled = me.can('cards.list')
  const limit = useCapability('filters') ? MAX_ROWS : undefined
  const options = [
    dueSummaryQuery(),
    workspaceCardsQuery({ due: 'overdue', limit }),
    workspaceCardsQuery({ due: 'today,tomorrow', limit }),
  ] as const
  const [summaryOptions, firstOptions, aheadOptions] = options
  const summary = useQuery({ ...summaryOptions, enabled, refetchInterval })
  const first = useQuery({ ...firstOptions, enabled, refetchInterval })
  const ahead = useQuery({ ...aheadOptions, enabled, refetchInterval })
  const results = [summary, first, ahead]
  const keys = options.map(({ queryKey }) => queryKey)
  const wait = useLoadingState([me.query, ...results], [me.queryKey, ...keys])
  const due = summary.data &&
    first.data &&
    ahead.data && {
      ...exactCounts(summary.data),
      ...dueRows(first.data.data, ahead.data.data),
      searched: undefined,
    }
  return {
    wait,
    query: {
      data: due,
      error: results.find(({ error }) => error)?.error ?? null,
      refetch: () => Promise.all(results.map((result) => result.refetch())),
    },
  }
}

function dueRows(overdue: readonly Card[], ahead: readonly Card[]) {
  const overdueIds = new Set(overdue.map(({ id }) => id))
  return {
    overdueCards: selectDueCards(overdue, now()),
    // One that became overdue between the two requests is in both.
    upcomingCards: selectDueCards(
      ahead.filter(({ id }) => !overdueIds.has(id)),
      now(),
    ),
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
  const data: DueCards | undefined =
    enabled && boards.data && cards.data
      ? { ...cards.data, searched: { boards: searched, isStarred: starred.length > 0 } }
      : undefined
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
  const optionsOf = (board: Board | undefined) => ({
    ...queryOf(board),
    enabled: board !== undefined,
    refetchInterval,
  })
  const [a, b, c, d, e] = boards
  // Written out, because the hook for a list of queries is larger than this page.
  const slots = [
    useQuery(optionsOf(a)),
    useQuery(optionsOf(b)),
    useQuery(optionsOf(c)),
    useQuery(optionsOf(d)),
    useQuery(optionsOf(e)),
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
