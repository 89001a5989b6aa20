import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { isRefusedCursor } from './table-page.rules.ts'
import { useLoadingState } from './use-loading-state.ts'

interface Pages {
  readonly isFetching: boolean
  readonly isError: boolean
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => unknown
}

/** Fetches one page after another, as long as they are needed: for what is searched by its names, which the server cannot. */
export function useAllPages(query: Pages, isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded && query.hasNextPage && !query.isFetching && !query.isError)
      void query.fetchNextPage()
  }, [isNeeded, query])
}

interface PagesQuery<Item> extends Pages {
  readonly data: { readonly pages: readonly { readonly data: readonly Item[] }[] } | undefined
  readonly error: ApiError | null
  readonly isPending: boolean
  readonly isFetchNextPageError: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  readonly refetch: () => unknown
}

interface RefetchablePages {
  readonly data:
    | { readonly pages: readonly { readonly paging: { readonly next: string | null } }[] }
    | undefined
  readonly error: ApiError | null
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
  readonly refetch: () => unknown
}

/** Fetches the next page. After its cursor was refused, such as by a newer server, the loaded pages are fetched with new ones. */
export function fetchMore(query: RefetchablePages): void {
  const cursor = query.data?.pages.at(-1)?.paging.next ?? undefined
  const isRefused = query.isFetchNextPageError && isRefusedCursor(query.error, cursor)
  void (isRefused ? query.refetch() : query.fetchNextPage())
}

/** The items of all pages, and how loading them goes. */
export function useAllItems<Item>(query: PagesQuery<Item>, queryKey: QueryKey, isNeeded = true) {
  useAllPages(query, isNeeded)
  // A failed refetch stops the pages that are needed as well.
  const isRestMissing = query.hasNextPage && query.isError && query.data !== undefined
  const { isFetchNextPageError } = query
  return {
    query,
    loading: useLoadingState([query], [queryKey]),
    items: useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data]),
    isLoadingAll: isNeeded && query.hasNextPage && !query.isError,
    /** Nothing is missing, as opposed to loading or to pages that nobody needs. */
    isComplete: query.data !== undefined && !query.hasNextPage,
    /** Pages that were needed or requested are missing. */
    retryRest:
      isRestMissing && (isNeeded || isFetchNextPageError)
        ? () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch())
        : undefined,
  }
}

export type AllItems<Item> = ReturnType<typeof useAllItems<Item>>
