import type { QueryClient } from '@tanstack/react-query'

import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { timeZone } from '#web/ui/format.ts'

export const boardsQuery = (archived: boolean) =>
  endpointPages('GET /boards', archived ? { archived: true } : {})

export const archivedListsQuery = (board_id: string) =>
  endpointPages('GET /boards/:board_id/lists', { board_id, archived: true })

export const boardQuery = (board_id: string) => endpointQuery('GET /boards/:board_id', { board_id })

/** How many cards of all boards are overdue or due by tomorrow, in the person’s days. Needs `cards.list`. */
export const dueSummaryQuery = () => endpointQuery('GET /cards/summary', { time_zone: timeZone() })

/** Cards become overdue without an event. */
export const dueRefetchMs = 60_000

/** As `GET /cards` names it. */
export type DueState = 'overdue' | 'today' | 'tomorrow'

interface WorkspaceCards {
  /** Those that the summary counts; undefined for all that are not done. */
  readonly due: DueState | 'today,tomorrow' | undefined
  readonly starting_after?: string | undefined
  readonly limit?: number | undefined
  readonly include_total?: boolean
}

/** A page of the cards of all boards that are not done, by due date. Needs `cards.list`. */
export const workspaceCardsQuery = ({
  due,
  starting_after,
  limit,
  include_total,
}: WorkspaceCards) =>
  endpointQuery('GET /cards', {
    completed: false,
    ...(due && { due, time_zone: timeZone() }),
    ...(starting_after !== undefined && { starting_after }),
    ...(limit !== undefined && { limit }),
    ...(include_total && { include_total }),
  })

/** Mutations of one board, its lists and its cards reach the server in order. */
export const boardScope = (board_id: string) => `board:${board_id}`

/** The name of a board from the lists of boards, while the board itself is loading. */
export const getCachedBoardName = (queryClient: QueryClient, board_id: string) =>
  [boardsQuery(false), boardsQuery(true)]
    .flatMap(({ queryKey }) => queryClient.getQueryData(queryKey)?.pages ?? [])
    .flatMap(({ data }) => data)
    .find(({ id }) => id === board_id)?.name
