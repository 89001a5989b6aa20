import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'

import type { Campaign } from '#client/resources.ts'
import type { ReadName } from '#contract/endpoints.ts'
import {
  campaignPages,
  campaignQuery,
  reportQuery,
  sentCampaignsQuery,
} from '#web/email/campaigns/campaigns.data.ts'
import { statsQuery } from '#web/email/campaigns/row-stats.ts'
import { earlierCampaigns, needsMoreCampaigns } from '#web/email/campaigns/sent-campaigns.rules.ts'
import { endpointQuery, undefinedIfNotFound } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import { useSession } from '#web/session/session.ts'
import { now } from '#web/ui/server-time.ts'
import { refreshInterval, reportStaleTime } from './report.rules.ts'

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
  useRefetchWithReport(campaign_id, report.dataUpdatedAt)
  return { campaign, report }
}

/** Newer counters refetch the other panels: all numbers of the page agree. */
function useRefetchWithReport(campaign_id: string, dataUpdatedAt: number) {
  const { queryClient } = useSession()
  const previous = useRef({ campaign_id, dataUpdatedAt })
  useEffect(() => {
    const last = previous.current
    if (last.campaign_id === campaign_id && last.dataUpdatedAt === dataUpdatedAt) return
    previous.current = { campaign_id, dataUpdatedAt }
    // The panels load with the first report, or after it.
    if (last.campaign_id !== campaign_id || last.dataUpdatedAt === 0) return
    for (const part of ['timeseries', 'contacts'] as const) {
      const name = `GET /campaigns/:campaign_id/report/${part}` satisfies ReadName
      void queryClient.invalidateQueries({ queryKey: [name, { campaign_id }] })
    }
  }, [queryClient, campaign_id, dataUpdatedAt])
}

/** The name of a list, if the campaign went to one that still exists. */
export function useListName(list_id: string | null | undefined): string | undefined {
  const query = endpointQuery('GET /lists/:list_id', { list_id: list_id ?? '' })
  return useQuery({ ...query, enabled: Boolean(list_id) }).data?.name
}

export interface EarlierCampaign {
  readonly id: string
  readonly name: string
  readonly stats: unknown
}

type FetchedStats = ReadonlyMap<string, unknown>
const NONE: FetchedStats = new Map()

/** Requests the stats of campaigns whose rows have none. One that fails fails all: a mean of the others is no average. */
function useMissingStats(ids: readonly string[], onFetch: (stats: FetchedStats) => void) {
  const session = useSession()
  const [failedKey, setFailedKey] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const key = ids.join()
  useEffect(() => {
    if (key === '') return
    let isCanceled = false
    const read = async (id: string) => {
      const campaign = await session.queryClient
        .fetchQuery(statsQuery(session, id))
        .catch(undefinedIfNotFound)
      return [id, campaign?.stats] as const
    }
    void Promise.all(key.split(',').map(read)).then(
      (entries) => isCanceled || onFetch(new Map(entries)),
      () => isCanceled || setFailedKey(key),
    )
    return () => {
      isCanceled = true
    }
  }, [session, key, attempt, onFetch])
  const isError = key !== '' && failedKey === key
  const retry = () => {
    setFailedKey(undefined)
    setAttempt((count) => count + 1)
  }
  return { isLoading: key !== '' && !isError, isError, retry }
}

/** The campaigns sent before this one, with their stats. Undefined until all are loaded. */
export function useEarlierCampaigns(campaign: Campaign, isNeeded: boolean) {
  const first = useQuery({ ...sentCampaignsQuery(), enabled: isNeeded })
  const [fetched, setFetched] = useState(NONE)
  const addFetched = useCallback(
    (stats: FetchedStats) => setFetched((current) => new Map([...current, ...stats])),
    [],
  )
  const ofFirst = first.data ? earlierCampaigns(campaign, first.data.data, fetched) : []
  // A campaign of last year is compared with those before it, which are on a later page.
  const needsPages = isNeeded && needsMoreCampaigns(ofFirst, first.data?.paging.next)
  const pages = useInfiniteQuery({ ...campaignPages({ status: 'sent' }), enabled: needsPages })
  const loaded = pages.data?.pages.flatMap(({ data }) => data) ?? []
  const ofPages = needsPages ? earlierCampaigns(campaign, loaded, fetched) : []
  const needsNext = needsPages && needsMoreCampaigns(ofPages, 'next')
  useAllPages(pages, needsNext)
  const earlier = ofPages.length > ofFirst.length ? ofPages : ofFirst

  // One that turns out to have no rate leaves its place to the next.
  const missing = useMissingStats(
    earlier.flatMap(({ id, stats }) => (stats || fetched.has(id) ? [] : id)),
    addFetched,
  )
  const waitsForPages = needsNext && (pages.isPending || pages.hasNextPage)
  const isFirstMissing = first.isError && first.data === undefined
  const isPageMissing = needsNext && pages.isError
  const isLoading = first.isPending || waitsForPages || missing.isLoading
  const isError = isNeeded && (isFirstMissing || isPageMissing || missing.isError)
  return {
    isError,
    retry: () => {
      if (isFirstMissing) void first.refetch()
      if (isPageMissing) void (pages.data ? pages.fetchNextPage() : pages.refetch())
      if (missing.isError) missing.retry()
    },
    earlier:
      !isNeeded || isLoading || isError
        ? undefined
        : earlier.map(({ id, name, stats }): EarlierCampaign => ({
            id,
            name,
            stats: stats ?? fetched.get(id),
          })),
  }
}

/** What an export contains. */
export interface ReportData {
  readonly campaign: Campaign
  readonly stats: unknown
  /** As the server sent them. */
  readonly links: unknown
  /** Undefined without a comparison: none is needed, or it is loading or failed. */
  readonly earlier: readonly EarlierCampaign[] | undefined
}

/** The report on the screen, for the menu that exports it. */
export const ReportContext = createContext<ReportData | null>(null)

export function useReportData(): ReportData {
  const data = use(ReportContext)
  if (!data) throw new Error('Only a report has an export menu.')
  return data
}
