import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { isRefusedCursor, replaceRows, type TablePage } from './table-page.rules.ts'
import { useLoadingState } from './use-loading-state.ts'

/** Pages that Previous and Back show at once; those before them are requested again, so memory stays flat. */
const MAX_CACHED_PAGES = 12

interface TablePageInput {
  /** `useCursorPages` of the table. */
  pages: { readonly cursor: string | undefined; readonly goToFirst: () => void }
  /** The request of the page after a cursor. */
  queryOf: (cursor: string | undefined) => { readonly queryKey: readonly unknown[] }
  /** False until it is known what the request contains. */
  enabled?: boolean
  /** In ms, for rows that change without an event. */
  refetchInterval?: number
  /** The server no longer knows the cursor of the URL, so the table goes to its first page. */
  onRefusedCursor: () => void
}

/** One page of a keyset-paged table: the page on screen stays until the next one is loaded. */
export function useTablePage<Row extends { id: string }>(input: TablePageInput) {
  const { pages, queryOf, enabled = true, refetchInterval = false } = input
  const queryClient = useQueryClient()
  const { queryKey } = queryOf(pages.cursor)
  const query = useQuery<TablePage<Row>, ApiError>({
    queryKey,
    enabled,
    refetchInterval,
    placeholderData: keepPreviousData,
    structuralSharing: replaceRows,
  })
  const loadingState = useLoadingState([query], [queryKey])
  const { data, error, isPlaceholderData } = query

  const isRefused = isRefusedCursor(error, pages.cursor)
  const refuse = useEffectEvent(() => {
    pages.goToFirst()
    input.onRefusedCursor()
  })
  useEffect(() => {
    if (isRefused) refuse()
  }, [isRefused])
  useEffect(() => {
    if (data && !isPlaceholderData) removeOldPages(queryClient, queryKey)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  }, [data, isPlaceholderData])

  return {
    query,
    queryKey,
    loadingState,
    data: isRefused ? undefined : data,
    error: isRefused ? null : error,
    /** Another page is loading; the one on screen is dimmed. */
    isLoadingPage: isPlaceholderData && !error,
    /** Whether a page is in the cache, so that it is shown without the network. */
    hasPage: (cursor: string) => queryClient.getQueryData(queryOf(cursor).queryKey) !== undefined,
    prefetch: (cursor: string) => void queryClient.prefetchQuery(queryOf(cursor)),
  }
}

/** Removes the pages of an endpoint that were loaded first and are not on screen. */
function removeOldPages(queryClient: QueryClient, queryKey: readonly unknown[]) {
  const cache = queryClient.getQueryCache()
  const inactive = cache
    .findAll({ queryKey: queryKey.slice(0, 1), type: 'inactive', fetchStatus: 'idle' })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const query of inactive.slice(MAX_CACHED_PAGES)) cache.remove(query)
}
