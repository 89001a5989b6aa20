import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react'

import type { ApiError } from '#client/api-error.ts'
import { liveRowsText as text } from '#web/messages/en/live-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import type { LoadingControls } from '#web/ui/page-states.tsx'
import type { Column } from './table-row.tsx'

/** Rows below the view when the next page is requested. */
const ROWS_AHEAD = 20

/** As much of `useLivePages` as the parts below show. */
interface LiveRows<Row> {
  readonly rows: readonly Row[] | undefined
  /** New rows that wait. */
  readonly added: readonly unknown[]
  /** The last update failed. */
  readonly isStale: boolean
  /** Another key is needed first. */
  readonly isStopped: boolean
  readonly loading: LoadingControls & { readonly showSkeleton: boolean }
  readonly query: {
    readonly error: ApiError | null
    readonly hasNextPage: boolean
    readonly isFetching: boolean
    readonly isFetchNextPageError: boolean
    readonly isPlaceholderData: boolean
    readonly fetchNextPage: () => unknown
    readonly refetch: () => unknown
  }
}

interface LiveTableOptions<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** "Couldn’t load deliveries". */
  readonly failed: string
}

/** The properties of a `DataTable` that loads the next page when its end is near. */
export function useLiveTable<Row>(
  { rows, loading, query }: LiveRows<Row>,
  { columns, rowId, failed }: LiveTableOptions<Row>,
) {
  const { error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const marker = rows?.[Math.max(0, rows.length - ROWS_AHEAD)]
  const markerId = marker && hasNextPage && !isFetchNextPageError ? rowId(marker) : undefined
  const markedColumns = useMemo(() => {
    const [first, ...others] = columns
    if (!first || markerId === undefined) return columns
    const cell = (row: Row): ReactNode => (
      <>
        {rowId(row) === markerId && <NearEnd key={markerId} onMount={() => void fetchNextPage()} />}
        {first.cell(row)}
      </>
    )
    return [{ ...first, cell }, ...others]
  }, [columns, rowId, markerId, fetchNextPage])
  const hasFailed = error !== null && !isFetchNextPageError && (!rows || query.isPlaceholderData)
  // None of another filter says nothing about this one.
  const isUnknown = query.isPlaceholderData && rows?.length === 0
  return {
    columns: markedColumns,
    rowId,
    rows: hasFailed ? [] : loading.showSkeleton || isUnknown ? undefined : rows,
    isVirtual: true,
    count: { total: hasNextPage ? undefined : rows?.length, offset: 0 },
    isLoadingPage: query.isPlaceholderData,
    loading,
    failure: hasFailed ? { title: failed, error, onRetry: () => void query.refetch() } : undefined,
    partial: isFetchNextPageError
      ? { text: text.loadMoreFailed, onRetry: () => void fetchNextPage(), busy: isFetching }
      : undefined,
  }
}

/** Virtual rows are rendered near the view, so a row that mounts says that the end is near. */
function NearEnd({ onMount }: { onMount: () => void }) {
  // oxlint-disable-next-line react/exhaustive-deps -- once for each page
  useEffect(() => onMount(), [])
  return null
}

interface LiveStatusProps {
  live: Pick<LiveRows<unknown>, 'rows' | 'added' | 'isStale' | 'isStopped'>
  isOnline: boolean
  /** "3 new deliveries". */
  formatNew: (count: number) => string
  /** "Show 3 new deliveries". */
  formatShow: (count: number) => string
  onShowNew: () => void
}

/** Whether the list is up to date, or a button that shows what is new. */
export function LiveStatus({ live, isOnline, formatNew, formatShow, onShowNew }: LiveStatusProps) {
  const { rows, added, isStale, isStopped } = live
  const isPaused = isStale || isStopped || !isOnline
  const updates = !isOnline
    ? text.offline
    : isStopped
      ? text.updatesStopped
      : isStale
        ? text.updatesPaused
        : text.refreshed
  const announceNew = useEffectEvent(() => announce(formatNew(added.length)))
  const hasNew = added.length > 0
  // Once: the count on the button may rise every five seconds.
  useEffect(() => void (hasNew && announceNew()), [hasNew])
  if (hasNew)
    return (
      <Button
        size="small"
        aria-label={formatShow(added.length)}
        className="border-accent-line! bg-accent-soft! text-accent-ink! pointer-coarse:min-h-11"
        onClick={onShowNew}
      >
        {text.newCount(added.length)}
      </Button>
    )
  return (
    rows && (
      <span
        tabIndex={0}
        data-tip={updates}
        className="flex items-center gap-2 rounded-chip px-1 text-cell text-ink-2"
      >
        <span
          aria-hidden
          className={`size-2 rounded-full forced-colors:border-4 ${isPaused ? 'bg-warn-solid' : 'bg-ok-solid'}`}
        />
        {isPaused ? text.paused : text.live}
        <span className="sr-only">{updates}</span>
      </span>
    )
  )
}
