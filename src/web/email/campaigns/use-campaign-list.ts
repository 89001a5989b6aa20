import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { useAllPages } from '#web/query/use-all-pages.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { filterByName } from '#web/ui/form/filter-by-name.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import type { Sort } from '#web/ui/table/table.rules.ts'
import { dateOf, orderStatuses, parseSort, sortCampaigns } from './campaign-list.rules.ts'
import { hasStats } from './campaign-values.rules.ts'
import { campaignPages } from './campaigns.data.ts'
import { deletedCampaigns } from './deleted-campaigns.ts'

/** The campaigns of the status in the URL, as far as they are loaded, filtered and sorted as the URL says. */
export function useCampaignList() {
  const [search, setSearch] = useSearchState()
  const status = search.get('status') || null
  const text = search.get('q') ?? ''
  const sort = parseSort(search.get('sort')) ? search.get('sort') : null
  const options = campaignPages(status)
  const query = useInfiniteQuery(options)
  const loadingState = useLoadingState([query], [options.queryKey])
  const [loadAllStatus, setLoadAllStatus] = useState<string | null>()
  // Names are searched and rows are sorted here, which needs all of them.
  const needsAll = loadAllStatus === status || text !== '' || sort !== null
  useAllPages(query, needsAll)

  const deletedIds = deletedCampaigns.useIds()
  const loaded = useMemo(
    () => query.data?.pages.flatMap(({ data }) => data).filter(({ id }) => !deletedIds.has(id)),
    [query.data, deletedIds],
  )
  const isComplete = loaded !== undefined && !query.hasNextPage
  const rows = useMemo(
    () => loaded && sortCampaigns(filterByName(loaded, text), isComplete ? sort : null),
    [loaded, text, sort, isComplete],
  )
  const canSort = useMemo(() => {
    return {
      date: isComplete && loaded.some((one) => dateOf(one) !== null),
      rates: isComplete && loaded.every(hasStats),
    }
  }, [loaded, isComplete])

  return {
    query,
    loadingState,
    status,
    text,
    sort,
    loaded,
    rows,
    isComplete,
    canSort,
    isLoadingAll: query.hasNextPage && !query.isError && needsAll,
    loadAll: () => setLoadAllStatus(status),
    setSort: (next: Sort | undefined) =>
      setSearch((current) => {
        if (next === undefined) current.delete('sort')
        else current.set('sort', next)
        return current
      }),
    clearText: () =>
      setSearch((current) => {
        current.delete('q')
        return current
      }),
  }
}

export type CampaignList = ReturnType<typeof useCampaignList>

/** The tabs: a status has one once a campaign with it is loaded. */
export function useStatusTabs(current: string | null): readonly string[] {
  const all = useInfiniteQuery(campaignPages(null))
  return useMemo(() => {
    const statuses = all.data?.pages.flatMap(({ data }) => data.map(({ status }) => status)) ?? []
    return orderStatuses(statuses, current)
  }, [all.data, current])
}
