import { type InfiniteData, type Query, type QueryClient, useQuery } from '@tanstack/react-query'

import type { Delivery, DeliveryDetails } from '#contract/developers/webhook-resources.ts'
import type { Input, ResponseBody } from '#contract/endpoints.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { pollInterval } from '#web/session/realtime/live-pages.rules.ts'
import { useLiveFilter, useLivePages } from '#web/session/realtime/use-live-pages.ts'
import { useKeyState } from '#web/session/use-capabilities.ts'
import { parseDeliveryFilter } from './deliveries.rules.ts'

/** The event stream has no event for each attempt. */
const POLL_MS = 5000
/** While the attempt that a person queued is awaited. */
const QUICK_POLL_MS = 1000
/** A paused webhook sends nothing for days. */
const QUICK_POLL_LIMIT_MS = 30_000

/** The deliveries that the URL filters, as far as they are loaded; only the first page is polled. */
export function useDeliveries(webhook_id: string, openId: string | undefined) {
  const { request, startAt, view, ...filtering } = useLiveFilter(parseDeliveryFilter)
  const live = useLivePages(
    'GET /webhooks/:webhook_id/deliveries',
    { webhook_id, ...request } as Input<'GET /webhooks/:webhook_id/deliveries'>, // a list is sent with commas
    { view: `${webhook_id} ${view}`, openId, startAt, timeOf: ({ created_at }) => created_at },
  )
  return { ...filtering, ...live }
}

export type Deliveries = ReturnType<typeof useDeliveries>

type DeliveryPage = ResponseBody<'GET /webhooks/:webhook_id/deliveries'>

/** Shows a delivery that is queued again. The loaded pages are not read again for it: there may be a hundred. */
export function showQueued(queryClient: QueryClient, delivery: Delivery) {
  const queryKey = ['GET /webhooks/:webhook_id/deliveries']
  const isPaged = ({ queryKey: key }: Query) => key[2] === 'pages'
  const merge = (page: DeliveryPage) => ({
    ...page,
    data: page.data.map((one) => (one.id === delivery.id ? delivery : one)),
  })
  queryClient.setQueriesData<InfiniteData<DeliveryPage>>(
    { queryKey, predicate: isPaged },
    (loaded) => loaded && { ...loaded, pages: loaded.pages.map(merge) },
  )
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !isPaged(query) })
}

/** An attempt that the person has queued. */
export interface QueuedAttempt {
  /** How many attempts there are with it. */
  readonly count: number
  /** As `Date.now()` counts. */
  readonly at: number
}

/** One delivery, polled while it waits: often at first for an attempt that was queued. It may also be skipped or deleted. */
export function useDelivery(
  webhook_id: string,
  delivery_id: string,
  queued: QueuedAttempt | undefined,
) {
  const options = endpointQuery('GET /webhooks/:webhook_id/deliveries/:delivery_id', {
    webhook_id,
    delivery_id,
  })
  const isAwaited = (delivery: DeliveryDetails | undefined, readAt: number) =>
    queued !== undefined &&
    delivery !== undefined &&
    delivery.attempts.length < queued.count &&
    // What was read before does not say that it is queued.
    (delivery.status === 'pending' || readAt < queued.at)
  const keyState = useKeyState()
  const query = useQuery({
    ...options,
    staleTime: POLL_MS,
    refetchInterval: ({ state: { data, dataUpdatedAt, error } }) => {
      if (!data || error?.code === 'not_found') return false
      const isRecent = queued !== undefined && Date.now() - queued.at < QUICK_POLL_LIMIT_MS
      const isQuick = isRecent && isAwaited(data, dataUpdatedAt)
      if (!isQuick && data.status !== 'pending') return false
      return pollInterval(isQuick ? QUICK_POLL_MS : POLL_MS, error, keyState)
    },
  })
  return {
    query,
    isAwaited: isAwaited(query.data, query.dataUpdatedAt),
    loading: useLoadingState([query], [options.queryKey]),
  }
}
