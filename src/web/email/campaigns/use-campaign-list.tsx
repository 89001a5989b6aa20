import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { useAllItems } from '#web/query/use-all-pages.ts'
import { usePreference } from '#web/session/preferences.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { useNamedTable } from '#web/ui/table/named-table.tsx'
import { CampaignDialog } from './campaign-dialog.tsx'
import { dateOf, orderStatuses, parseSort, sortCampaigns } from './campaign-list.rules.ts'
import { hasStats } from './campaign-values.rules.ts'
import { campaignPages } from './campaigns.data.ts'
import { deletedCampaigns } from './deleted-campaigns.ts'

/** The campaigns of the status in the URL, as far as they are loaded. */
export function useCampaignList() {
  const [search] = useSearchParams()
  const status = search.get('status') || null
  const isSupported = useCapability('campaigns.write')
  const canWrite = useCanWrite()
  const [loadAllStatus, setLoadAllStatus] = useState<string | null>()
  // Names are searched and rows are sorted here, which needs all of them.
  const needsAll =
    loadAllStatus === status || Boolean(search.get('q')) || !!parseSort(search.get('sort'))
  const options = campaignPages(status)
  const list = useAllItems(useInfiniteQuery(options), options.queryKey, needsAll)
  // No campaign has a status that the server does not know.
  const isUnknownStatus = status !== null && list.query.error?.code === 'validation_error'

  const deletedIds = deletedCampaigns.useIds()
  const items = useMemo(
    () => (isUnknownStatus ? [] : list.items?.filter(({ id }) => !deletedIds.has(id))),
    [isUnknownStatus, list.items, deletedIds],
  )
  const canSort = useMemo(
    () => ({
      date: list.isComplete && items?.some((one) => dateOf(one) !== null) === true,
      rates: list.isComplete && items?.every(hasStats) === true,
    }),
    [items, list.isComplete],
  )
  const table = useNamedTable(
    { ...list, items, isComplete: list.isComplete || isUnknownStatus },
    {
      singleKeys: usePreference('single_key_shortcuts') === 'on',
      create:
        canWrite && isSupported ? (onClose) => <CampaignDialog onClose={onClose} /> : undefined,
      isFiltered: status !== null,
      sort: sortCampaigns,
    },
  )
  return { table, status, canSort, loadAll: () => setLoadAllStatus(status) }
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
