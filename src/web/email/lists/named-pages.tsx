import type { InfiniteData, QueryKey, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'

type NamedQuery<Item> = UseInfiniteQueryResult<InfiniteData<{ readonly data: Item[] }>, ApiError>

/**
 * All of some named things, page by page, and those that the search of the URL finds. The public API cannot find or
 * sort them, so all pages are requested.
 */
export function useNamedPages<Item extends { name: string }>(
  query: NamedQuery<Item>,
  queryKey: QueryKey,
) {
  const [search, setSearch] = useSearchState()
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
