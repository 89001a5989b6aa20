import type { Campaign } from '#client/resources.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'

/** The first page of campaigns that went out. */
export const sentCampaignsQuery = () => endpointQuery('GET /campaigns', { status: 'sent' })

/** The first page of campaigns that are scheduled. */
export const scheduledCampaignsQuery = () =>
  endpointQuery('GET /campaigns', { status: 'scheduled' })

export const reportQuery = (campaign_id: string) =>
  endpointQuery('GET /campaigns/:campaign_id/report', { campaign_id })

/** Campaigns page by page; null is every status. The status comes from the URL and may be unknown to the server. */
export const campaignPages = (status: string | null) =>
  endpointPages('GET /campaigns', status ? { status } : {})

export const campaignQuery = (campaign_id: string) =>
  endpointQuery('GET /campaigns/:campaign_id', { campaign_id })

/** More columns would not fit next to each other. */
export const MAX_COMPARED = 6

/** The campaigns in `ids=` of a URL, each once; those past the limit are not compared. */
export const comparedIds = (search: URLSearchParams): string[] =>
  distinctIds(search).slice(0, MAX_COMPARED)

/** Ids of the URL that are past the limit. */
export const idsOverLimit = (search: URLSearchParams): string[] =>
  distinctIds(search).slice(MAX_COMPARED)

const distinctIds = (search: URLSearchParams) => [
  ...new Set(
    (search.get('ids') ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean),
  ),
]

/** The last to go out first. */
export const latestSent = (campaigns: readonly Campaign[]): Campaign[] =>
  campaigns.toSorted((one, other) => sentAt(other) - sentAt(one))

const sentAt = ({ sent_at }: Campaign) => (sent_at ? Date.parse(sent_at) : 0)

/** The mean open rate of the delivered campaigns; undefined for fewer than two. */
export function meanOpenRate(campaigns: readonly Campaign[]): number | undefined {
  const rates = campaigns.flatMap(({ stats }) =>
    stats && stats.delivered > 0 ? (stats.open_rate ?? []) : [],
  )
  if (rates.length < 2) return undefined
  return rates.reduce((sum, one) => sum + one, 0) / rates.length
}
