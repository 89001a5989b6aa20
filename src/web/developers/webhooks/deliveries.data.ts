import {
  type InfiniteData,
  keepPreviousData,
  type Query,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Delivery, DeliveryDetails } from '#contract/developers/webhook-resources.ts'
import type { Input, ResponseBody } from '#contract/endpoints.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useKeyState } from '#web/session/use-capabilities.ts'
import { now } from '#web/ui/server-time.ts'
import {
  type DeliveryFilter,
  isFiltered,
  mergeDeliveries,
  parseDeliveryFilter,
  pollInterval,
  startOfPeriod,
} from './deliveries.rules.ts'

/** The event stream has no event for each attempt. */
const POLL_MS = 5000
/** While the attempt that a person queued is awaited. */
const QUICK_POLL_MS = 1000
/** A paused webhook sends nothing for days. */
const QUICK_POLL_LIMIT_MS = 30_000

/** The deliveries that the URL filters, as far as they are loaded; only the first page is polled. */
export function useDeliveries(webhook_id: string, openId: string | undefined) {
  const [url, setUrl] = useSearchParams()
  const filter = parseDeliveryFilter(url)
  const view = JSON.stringify([webhook_id, filter])
  // The start of a period stays, or each render would be another request.
  const request = useMemo(() => toRequest(webhook_id, filter), [view]) // oxlint-disable-line react/exhaustive-deps -- `view` is both
  const options = endpointPages('GET /webhooks/:webhook_id/deliveries', request)
  const query = useInfiniteQuery({
    ...options,
    // The other query reads the first page again; after hours of scrolling there are a hundred.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })
  const keyState = useKeyState()
  const latest = useQuery({
    ...endpointQuery('GET /webhooks/:webhook_id/deliveries', request),
    enabled: query.data !== undefined && !query.isPlaceholderData,
    staleTime: POLL_MS,
    refetchInterval: ({ state: { error } }) => pollInterval(POLL_MS, error, keyState),
  })
  const { dataUpdatedAt } = latest
  const loading = useLoadingState([query], [options.queryKey])

  const [isScrolled, setScrolled] = useState(false)
  // New rows above would move what is read.
  const isReading = isScrolled || openId !== undefined
  const [frozen, setFrozen] = useState<{ readonly view: string; readonly id: string }>()
  const newestVisible = frozen?.view === view ? frozen.id : undefined
  const pages = query.data?.pages
  const merged = useMemo(
    () =>
      pages &&
      mergeDeliveries(
        pages,
        query.isPlaceholderData ? undefined : latest.data,
        newestVisible,
        openId,
      ),
    [pages, latest.data, newestVisible, openId, query.isPlaceholderData],
  )
  // The period goes on while the request stays: what leaves it is hidden with the next poll.
  const { rows, added } = useMemo(() => {
    const { rows: all, added: newer } = merged ?? { rows: undefined, added: [] }
    if (!filter.since) return { rows: all, added: newer }
    const start = Date.parse(startOfPeriod(filter.since, now()))
    const isInPeriod = ({ id, created_at }: Delivery) =>
      id === openId || Date.parse(created_at) >= start
    return { rows: all?.filter(isInPeriod), added: newer.filter(isInPeriod) }
    // oxlint-disable-next-line react/exhaustive-deps -- the time is read with each poll
  }, [merged, filter.since, openId, dataUpdatedAt])
  const firstId = merged?.rows[0]?.id
  if (isReading && newestVisible === undefined && firstId !== undefined)
    setFrozen({ view, id: firstId })
  if (!isReading && frozen) setFrozen(undefined)

  const { refetch } = query
  const hasGap = merged?.hasGap === true && !query.isPlaceholderData
  // After each poll, because it may fail; one that still runs goes on.
  useEffect(() => {
    if (hasGap) void refetch({ cancelRefetch: false })
  }, [hasGap, refetch, dataUpdatedAt])

  const setFilter = (name: keyof DeliveryFilter, value: string | undefined) =>
    setUrl(
      (params) => {
        if (value) params.set(name, value)
        else params.delete(name)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    filter,
    view,
    isFiltered: isFiltered(filter),
    rows,
    query,
    loading,
    isStale: latest.isError,
    /** Another key is needed first. */
    isStopped: keyState !== 'accepted',
    added,
    /** Returns the newest. */
    showNew: (): string | undefined => {
      const newest = added[0]?.id
      if (newest !== undefined) setFrozen({ view, id: newest })
      return newest
    },
    setScrolled,
    setFilter,
    clear: () => setUrl({}, { replace: true, preventScrollReset: true }),
  }
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

function toRequest(
  webhook_id: string,
  { status, kind, since }: DeliveryFilter,
): Input<'GET /webhooks/:webhook_id/deliveries'> {
  return {
    webhook_id,
    ...(status.length > 0 && { status: status.join() }),
    ...(kind.length > 0 && { kind: kind.join() }),
    ...(since && { since: startOfPeriod(since, now()) }),
  } as Input<'GET /webhooks/:webhook_id/deliveries'> // a list is sent with commas
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
