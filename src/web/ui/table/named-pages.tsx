import { useMemo } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import type { LoadingControls } from '#web/ui/page-states.tsx'

/** As much of `useAllItems` as a table shows. */
interface NamedList<Item> {
  readonly items: readonly Item[] | undefined
  readonly isComplete: boolean
  readonly loading: LoadingControls & { readonly showSkeleton: boolean }
  readonly query: {
    readonly error: ApiError | null
    readonly isFetchNextPageError: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
    readonly refetch: () => unknown
  }
}

/**
 * All of some named things, page by page, and those that the search of the URL finds. The public API cannot find or
 * sort them, so all pages are requested.
 */
export function useNamedPages<Item extends { name: string }>(list: NamedList<Item>) {
  const [search, setSearch] = useSearchState()
  const text = search.get('q') ?? ''
  const { items } = list
  const matches = useMemo(() => items && filterByName(items, text), [items, text])
  const setParam = (name: string, value: string | undefined) =>
    setSearch((current) => {
      if (value === undefined) current.delete(name)
      else current.set(name, value)
      return current
    })
  return { ...list, text, matches, setParam, clearText: () => setParam('q', undefined) }
}

export type NamedPages<Item extends { name: string }> = ReturnType<typeof useNamedPages<Item>>
