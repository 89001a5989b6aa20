import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'

/** The first page of campaigns that went out. */
export const sentCampaignsQuery = () => endpointQuery('GET /campaigns', { status: 'sent' })

export const reportQuery = (campaign_id: string) =>
  endpointQuery('GET /campaigns/:campaign_id/report', { campaign_id })

/** Campaigns page by page; null is every status. The status comes from the URL and may be unknown to the server. */
export const campaignPages = (status: string | null) =>
  endpointPages('GET /campaigns', status ? { status } : {})

export const campaignQuery = (campaign_id: string) =>
  endpointQuery('GET /campaigns/:campaign_id', { campaign_id })

/** What a report shows first: the campaigns to compare with are requested beside it, not after it. */
export const campaignQueries = (campaign_id: string) => [
  campaignQuery(campaign_id),
  reportQuery(campaign_id),
  sentCampaignsQuery(),
]
