import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { Item, PaginatedEndpoint } from '#client/paginate.ts'
import type { Input } from '#contract/endpoints.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useSession } from '#web/session/session.ts'
import { useKeyState } from '#web/session/use-capabilities.ts'
import { isFiltered, type LiveFilter, startOfPeriod, toRequest } from './live-filter.rules.ts'
import { type LivePage, mergeLivePages, pollInterval } from './live-pages.rules.ts'

const POLL_MS = 5000

/** The lists whose items have ids that ascend with time. */
type LiveEndpoint = {
  [N in PaginatedEndpoint]: Item<N> extends { readonly id: string } ? N : never
}[PaginatedEndpoint]

interface LivePagesOptions<Row> {
  /** Changes with the request. */
  readonly view: string
  /** The row that is open beside the list. */
  readonly openId?: string | undefined
  /** As `Date.now()` counts: what is older leaves the list with the next poll. Read then. */
  readonly startAt: () => number | undefined
  readonly timeOf: (row: Row) => string
}

/**
 * A list of which no event tells, newest first, as far as it is loaded; only its first page is polled. While the person
 * reads further down or has a row open, new rows wait in `added`.
 */
export function useLivePages<N extends LiveEndpoint>(
  name: N,
  request: Input<N>,
  { view, openId, startAt, timeOf }: LivePagesOptions<Item<N>>,
) {
  type Row = Item<N> & { readonly id: string }
  const options = endpointPages(name, request)
  const query = useInfiniteQuery({
    ...options,
    // The other query reads the first page again; after hours of scrolling there are a hundred.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })
  const keyState = useKeyState()
  const latest = useQuery({
    ...endpointQuery(name, request),
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
  // A live endpoint responds with pages of rows with ids, which the compiler loses in the generic name.
  const pages = query.data?.pages as readonly LivePage<Row>[] | undefined
  const latestPage = latest.data as LivePage<Row> | undefined
  const merged = useMemo(
    () =>
      pages &&
      mergeLivePages(
        pages,
        query.isPlaceholderData ? undefined : latestPage,
        newestVisible,
        openId,
      ),
    [pages, latestPage, newestVisible, openId, query.isPlaceholderData],
  )
  const { rows, added } = useMemo(() => {
    const start = startAt()
    const isShown = (row: Row) =>
      start === undefined || row.id === openId || Date.parse(timeOf(row)) >= start
    return { rows: merged?.rows.filter(isShown), added: merged?.added.filter(isShown) ?? [] }
    // oxlint-disable-next-line react/exhaustive-deps -- the time is read with each poll, and `view` changes with it
  }, [merged, view, openId, dataUpdatedAt])
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

  return {
    view,
    rows: rows as readonly Item<N>[] | undefined, // only wider
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
  }
}

/** The filter of a live list, which is in the URL. */
export function useLiveFilter<Filter extends LiveFilter>(parse: (url: URLSearchParams) => Filter) {
  const { clock } = useSession()
  const [url, setUrl] = useSearchParams()
  const filter = parse(url)
  const view = JSON.stringify(filter)
  // The start of a period stays, or each render would be another request.
  const request = useMemo(() => toRequest(filter, clock.now()), [view]) // oxlint-disable-line react/exhaustive-deps -- `view` is the filter
  const options = { replace: true, preventScrollReset: true }
  return {
    filter,
    view,
    request,
    /** The period goes on while the request stays. */
    startAt: () => filter.since && startOfPeriod(filter.since, clock.now()),
    isFiltered: isFiltered(filter),
    setFilter: (name: keyof Filter & string, value: string | undefined) =>
      setUrl((params) => {
        if (value) params.set(name, value)
        else params.delete(name)
        return params
      }, options),
    clear: () => setUrl({}, options),
  }
}
