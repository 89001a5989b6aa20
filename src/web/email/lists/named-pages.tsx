import type { InfiniteData, QueryKey, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { ApiError } from '#client/api-error.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import type { DataTable } from '#web/ui/table/data-table.tsx'

type NamedQuery<Item> = UseInfiniteQueryResult<InfiniteData<{ readonly data: Item[] }>, ApiError>

/**
 * All of some named things, page by page, and those that the search of the URL finds. The public document cannot find or
 * sort them, so all pages are requested.
 */
export function useNamedPages<Item extends { name: string }>(
  query: NamedQuery<Item>,
  queryKey: QueryKey,
) {
  const [search, setSearch] = useSearchParams()
  const text = search.get('q') ?? ''
  const loadingState = useLoadingState([query], [queryKey])
  useAllPages(query, true)

  const loaded = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data])
  const matches = useMemo(() => loaded && filterByName(loaded, text), [loaded, text])
  const setParam = (name: string, value: string | undefined) =>
    setSearch((current) => {
      if (value === undefined) current.delete(name)
      else current.set(name, value)
      return current
    })
  return {
    query,
    loadingState,
    search,
    text,
    loaded,
    matches,
    isComplete: loaded !== undefined && !query.hasNextPage,
    setParam,
    clearText: () => setParam('q', undefined),
  }
}

export type NamedPages<Item extends { name: string }> = ReturnType<typeof useNamedPages<Item>>

type TableStates = Pick<
  ComponentProps<typeof DataTable<never>>,
  'loading' | 'failure' | 'partial' | 'count'
>

/** The states of a table of them. */
export function tableStates(
  { query, loadingState, isComplete, matches }: NamedPages<{ name: string }>,
  text: { failed: string; loadMoreFailed: string },
): TableStates {
  return {
    loading: loadingState,
    count: { offset: 0, total: isComplete ? matches?.length : undefined },
    failure:
      query.error && !query.data
        ? { title: text.failed, error: query.error, onRetry: () => void query.refetch() }
        : undefined,
    partial: query.isFetchNextPageError
      ? {
          text: text.loadMoreFailed,
          onRetry: () => void query.fetchNextPage(),
          busy: query.isFetchingNextPage,
        }
      : undefined,
  }
}

interface NamedCountProps {
  pages: Pick<NamedPages<{ name: string }>, 'query' | 'loaded' | 'matches' | 'isComplete' | 'text'>
  text: {
    count: (count: number) => string
    matchCount: (count: number, loaded: number) => string
    loadingAll: (count: number) => string
  }
}

/** Below the table: how many there are, or how many match. */
export function NamedCount({ pages, text }: NamedCountProps) {
  const { query, loaded = [], matches = [], isComplete } = pages
  if (loaded.length === 0) return null
  const isLoadingAll = !isComplete && !query.isFetchNextPageError
  const count =
    pages.text === '' ? text.count(loaded.length) : text.matchCount(matches.length, loaded.length)
  return (
    <p role="status" className="flex min-h-control-small items-center text-cell text-ink-2">
      {isLoadingAll ? text.loadingAll(loaded.length) : count}
    </p>
  )
}
