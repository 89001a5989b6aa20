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

const QUARTER_MS = 15 * 60_000

/** The quarter of an hour that a request counts from, so that going back and forth requests nothing again. */
export const startOfQuarterHour = (time: Date) =>
  new Date(Math.floor(time.getTime() / QUARTER_MS) * QUARTER_MS)

/** Mutations of one board, its lists and its cards reach the server in order. */
export const boardScope = (board_id: string) => `board:${board_id}`

/** The name of a board from the lists of boards, while the board itself is loading. */
export const getCachedBoardName = (queryClient: QueryClient, board_id: string) =>
  [boardsQuery(false), boardsQuery(true)]
    .flatMap(({ queryKey }) => queryClient.getQueryData(queryKey)?.pages ?? [])
    .flatMap(({ data }) => data)
    .find(({ id }) => id === board_id)?.name
