import { endpointQuery } from '#web/query/endpoint-query.ts'

/** How many a workspace may have; one page has them all. */
export const MAX_WEBHOOKS = 20

export const webhooksQuery = () => endpointQuery('GET /webhooks', {})

export const webhookQuery = (webhook_id: string) =>
  endpointQuery('GET /webhooks/:webhook_id', { webhook_id })

export const webhookStatsQuery = (webhook_id: string) =>
  endpointQuery('GET /webhooks/:webhook_id/stats', { webhook_id })

export const eventKindsQuery = () => endpointQuery('GET /event-kinds', {})
