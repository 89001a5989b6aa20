import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import {
  campaignPages,
  campaignQuery,
  reportQuery,
  sentCampaignsQuery,
} from '#web/email/campaigns/campaigns.data.ts'
import { statsQuery } from '#web/email/campaigns/row-stats.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useSession } from '#web/session/session.ts'
import { now } from '#web/ui/server-time.ts'
import {
  earlierCampaigns,
  needsMoreCampaigns,
  refreshInterval,
  reportStaleTime,
} from './report.rules.ts'

const listQuery = (list_id: string) => endpointQuery('GET /lists/:list_id', { list_id })

/** The campaign and its report, refetched each minute while its numbers change. */
export function useReport(campaign_id: string) {
  const campaign = useQuery({
    ...campaignQuery(campaign_id),
    refetchInterval: ({ state }) => refreshInterval(state.data, now().getTime()),
  })
  const at = now().getTime()
  const report = useQuery({
    ...reportQuery(campaign_id),
    staleTime: reportStaleTime(campaign.data?.sent_at, at),
    refetchInterval: refreshInterval(campaign.data, at),
  })
  return { campaign, report }
}

/** The name of a list, if the campaign went to one that still exists. */
export function useListName(list_id: string | null | undefined): string | undefined {
  return useQuery({ ...listQuery(list_id ?? ''), enabled: Boolean(list_id) }).data?.name
}

export interface EarlierCampaign {
  readonly id: string
  readonly name: string
  readonly stats: unknown
}

/** The stats of campaigns whose rows have none. Undefined until all are settled. */
function useMissingStats(ids: readonly string[]): ReadonlyMap<string, unknown> | undefined {
  const session = useSession()
  const [result, setResult] = useState<{ key: string; stats: ReadonlyMap<string, unknown> }>()
  const key = ids.join()
  useEffect(() => {
    if (key === '') return
    let isCanceled = false
    const read = async (id: string) => {
      // Without it the campaign has no dot.
      const campaign = await session.queryClient
        .fetchQuery(statsQuery(session, id))
        .catch(() => undefined)
      return [id, campaign?.stats] as const
    }
    void Promise.all(key.split(',').map(read)).then(
      (entries) => isCanceled || setResult({ key, stats: new Map(entries) }),
    )
    return () => {
      isCanceled = true
    }
  }, [session, key])
  if (key === '') return new Map()
  return result?.key === key ? result.stats : undefined
}

/** The campaigns sent before this one, with their stats. Undefined while they load. */
export function useEarlierCampaigns(campaign: Campaign, isNeeded: boolean) {
  const first = useQuery({ ...sentCampaignsQuery(), enabled: isNeeded })
  const ofFirst = first.data ? earlierCampaigns(campaign, first.data.data) : []
  // A campaign of last year is compared with those before it, which are on a later page.
  const needsPages = isNeeded && needsMoreCampaigns(ofFirst, first.data?.paging.next)
  const pages = useInfiniteQuery({ ...campaignPages('sent'), enabled: needsPages })
  const loaded = pages.data?.pages.flatMap(({ data }) => data) ?? []
  const ofPages = needsPages ? earlierCampaigns(campaign, loaded) : []
  const needsNext = needsPages && needsMoreCampaigns(ofPages, 'next')
  useAllPages(pages, needsNext)
  const earlier = ofPages.length > ofFirst.length ? ofPages : ofFirst

  // A server may omit the stats of its rows.
  const missing = useMissingStats(earlier.flatMap(({ id, stats }) => (stats ? [] : id)))
  const waitsForPages = needsNext && !pages.isError && (pages.isPending || pages.hasNextPage)
  const isLoading = isNeeded && (first.isPending || waitsForPages || missing === undefined)
  return {
    isError: first.isError && first.data === undefined,
    retry: () => void first.refetch(),
    earlier: isLoading
      ? undefined
      : earlier.map(({ id, name, stats }): EarlierCampaign => ({
          id,
          name,
          stats: stats ?? missing?.get(id),
        })),
  }
}

/** What an export contains. */
export interface ReportData {
  readonly campaign: Campaign
  readonly stats: unknown
  /** As the server sent them. */
  readonly links: unknown
  readonly earlier: readonly EarlierCampaign[]
}

/** The report on the screen, for the menu that exports it. */
export const ReportContext = createContext<ReportData | null>(null)

export function useReportData(): ReportData {
  const data = use(ReportContext)
  if (!data) throw new Error('Only a report has an export menu.')
  return data
}
