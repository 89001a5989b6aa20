import type { QueryClient } from '@tanstack/react-query'

import type { Input } from '#contract/endpoints.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { toSearch } from '#web/query/use-debounced-text.ts'

/** The first page of campaigns that went out. */
export const sentCampaignsQuery = () => endpointQuery('GET /campaigns', { status: 'sent' })

export const reportQuery = (campaign_id: string) =>
  endpointQuery('GET /campaigns/:campaign_id/report', { campaign_id })

/** Campaigns page by page. */
export const campaignPages = (request: Input<'GET /campaigns'> = {}) =>
  endpointPages('GET /campaigns', request)

/** The ids of lists in a URL. */
export const parseListIds = (url: URLSearchParams): string[] => [
  ...new Set(url.get('list')?.split(',').filter(Boolean)),
]

/**
 * What the page of campaigns requests for its URL, without what the server cannot do. Names in the URL may be unknown to
 * the server.
 */
export function campaignRequest(
  url: URLSearchParams,
  canFilter: boolean,
  text = url.get('q'),
): Input<'GET /campaigns'> {
  const status = url.get('status')
  const search = toSearch(text)
  const lists = parseListIds(url)
  return {
    ...(status && { status }),
    ...(canFilter && {
      ...(lists.length > 0 && { list_id: lists.join() }),
      ...(search && { search }),
      sort: url.get('sort') === 'sent_at' ? 'date' : '-date',
    }),
  }
}

/** What the tabs and the page request first; before the capabilities are known it would be requested twice. */
export function campaignListQueries(queryClient: QueryClient, url: URLSearchParams) {
  const me = queryClient.getQueryData(endpointQuery('GET /me', {}).queryKey)
  if (!me) return []
  const canFilter = me.capabilities?.includes('filters') === true
  return [url, new URLSearchParams()].map((one) => campaignPages(campaignRequest(one, canFilter)))
}

export const campaignQuery = (campaign_id: string) =>
  endpointQuery('GET /campaigns/:campaign_id', { campaign_id })

/** What a report shows first: the campaigns to compare with are requested beside it, not after it. */
export const campaignQueries = (campaign_id: string) => [
  campaignQuery(campaign_id),
  reportQuery(campaign_id),
  sentCampaignsQuery(),
]
