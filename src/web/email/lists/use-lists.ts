import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import { useAllItems } from '#web/query/use-all-pages.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useNamedPages } from '#web/ui/table/named-pages.tsx'
import { isListSort, sortLists } from './list-sort.rules.ts'
import { listPages } from './lists.data.ts'

/** The lists, filtered and sorted as the URL says. */
export function useLists() {
  const [search] = useSearchParams()
  const canChoose = useCapability('filters')
  const isArchived = canChoose && search.get('archived') === 'true'
  const sortParam = search.get('sort')
  const sort = sortParam !== null && isListSort(sortParam) ? sortParam : null
  const options = listPages(isArchived)
  const pages = useNamedPages(useAllItems(useInfiniteQuery(options), options.queryKey))
  const { matches, isComplete, setParam } = pages
  const rows = useMemo(
    () => matches && sortLists(matches, isComplete ? sort : null),
    [matches, sort, isComplete],
  )
  return {
    ...pages,
    isArchived,
    sort,
    rows,
    setSort: (next: string | undefined) => setParam('sort', next),
  }
}

export type Lists = ReturnType<typeof useLists>
