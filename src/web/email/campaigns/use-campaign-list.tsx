import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { useAllItems } from '#web/query/use-all-pages.ts'
import { useDebouncedText } from '#web/query/use-debounced-text.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { useSearchState } from '#web/ui/form/use-search-state.ts'
import { useNamedTable } from '#web/ui/table/named-table.tsx'
import { CampaignDialog } from './campaign-dialog.tsx'
import { dateOf, orderStatuses, parseSort, sortCampaigns } from './campaign-list.rules.ts'
import { hasStats } from './campaign-values.rules.ts'
import { campaignPages, campaignRequest, parseListIds } from './campaigns.data.ts'
import { deletedCampaigns } from './deleted-campaigns.ts'

/** The campaigns that the URL filters, as far as they are loaded. */
export function useCampaignList() {
  const [url] = useSearchState()
  const me = useSettledCapabilities()
  const canFilter = me.can('filters')
  const status = url.get('status') || null
  const lists = canFilter ? parseListIds(url) : []
  const text = url.get('q')?.trim() ?? ''
  const searched = useDebouncedText(text)
  const request = campaignRequest(url, canFilter, searched)
  const { sort: _sort, ...filter } = request
  const view = JSON.stringify(filter)
  const isSupported = useCapability('campaigns.write')
  const canWrite = useCanWrite()
  const [loadAllOf, setLoadAllOf] = useState<string>()
  const sort = parseSort(url.get('sort'))
  // What the server cannot search or sort is done here, which needs all of them.
  const needsAll =
    loadAllOf === view ||
    (!canFilter && (text !== '' || sort !== undefined)) ||
    (sort !== undefined && sort.column !== 'sent_at')
  const options = campaignPages(request)
  const query = useInfiniteQuery({
    ...options,
    enabled: me.isSettled,
    placeholderData: keepPreviousData,
  })
  const list = useAllItems(query, options.queryKey, needsAll)
  const loading = useLoadingState([me.query, query], [me.queryKey, options.queryKey])
  // What is shown is that of another filter, or the text is still typed.
  const isStale = query.isPlaceholderData || (canFilter && searched !== text)
  const isFiltered = status !== null || lists.length > 0
  // No campaign has a status or list that the server does not know.
  const isUnknownValue = (isFiltered || searched !== '') && query.error?.code === 'validation_error'

  const deletedIds = deletedCampaigns.useIds()
  const items = useMemo(
    () => (isUnknownValue ? [] : list.items?.filter(({ id }) => !deletedIds.has(id))),
    [isUnknownValue, list.items, deletedIds],
  )
  const isComplete = (list.isComplete && !isStale) || isUnknownValue
  const canSort = useMemo(
    () => ({
      date: canFilter || (isComplete && items?.some((one) => dateOf(one) !== null) === true),
      rates: isComplete && items?.every(hasStats) === true,
    }),
    [items, isComplete, canFilter],
  )
  const table = useNamedTable(
    { ...list, loading, items, isComplete, isStale },
    {
      singleKeys: usePreference('single_key_shortcuts') === 'on',
      create:
        canWrite && isSupported ? (onClose) => <CampaignDialog onClose={onClose} /> : undefined,
      isFiltered,
      sort: sortCampaigns,
      server: canFilter ? { sort: '-sent_at' } : undefined,
    },
  )
  return {
    table,
    status,
    lists,
    canFilter,
    request: campaignRequest(url, canFilter),
    canSort,
    loadAll: () => setLoadAllOf(view),
  }
}

export type CampaignList = ReturnType<typeof useCampaignList>

/** The tabs: a status has one once a campaign with it is loaded. */
export function useStatusTabs(current: string | null, canFilter: boolean): readonly string[] {
  const { isSettled } = useSettledCapabilities()
  const all = useInfiniteQuery({
    ...campaignPages(campaignRequest(new URLSearchParams(), canFilter)),
    enabled: isSettled,
  })
  return useMemo(() => {
    const statuses = all.data?.pages.flatMap(({ data }) => data.map(({ status }) => status)) ?? []
    return orderStatuses(statuses, current)
  }, [all.data, current])
}
