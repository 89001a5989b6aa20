import { useQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import Zap from 'lucide-react/icons/zap'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { eventKindsQuery } from '#web/developers/webhooks/webhooks.data.ts'
import { eventsText as text } from '#web/messages/en/events.ts'
import { useLoadingState } from '#web/query/use-loading-state.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { useSettledCapabilities } from '#web/session/use-settled-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/copyable.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { restoreLostFocus } from '#web/ui/focus-return.ts'
import { MultiFilter } from '#web/ui/form/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState, PageState, Skeleton } from '#web/ui/page-states.tsx'
import { EventTable } from './event-table.tsx'
import { useEarlierEvents, useLiveEvents } from './events.data.ts'
import {
  type FeedEvent,
  matchesKinds,
  MAX_EVENTS,
  mergeEvents,
  parseKinds,
} from './events.rules.ts'

/** The change feed: what happens while the page is open, and on demand what is kept. */
export function Component() {
  const { query, queryKey, can } = useSettledCapabilities()
  const loadingState = useLoadingState([query], [queryKey])
  return (
    <>
      <PageHeader title={text.title} area={text.developers} />
      {query.error && !query.data && query.error.code !== 'not_found' ? (
        <ErrorState
          title={text.serverFailed}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : query.isPending ? (
        <Skeleton label={text.loading} loading={loadingState}>
          <div className="mt-4 h-96 rounded-card bg-sunken" />
        </Skeleton>
      ) : can('events.stream') ? (
        <EventFeed />
      ) : (
        <PageState state="empty" icon={Activity} title={text.unavailable}>
          {text.unavailableDescription}
        </PageState>
      )}
    </>
  )
}

function EventFeed() {
  const [url, setUrl] = useSearchParams()
  const kinds = parseKinds(url)
  const view = kinds.join()
  const [open, setOpen] = useState<FeedEvent>()
  const hasKinds = useCapability('webhooks.manage')
  const known = useQuery({ ...eventKindsQuery(), enabled: hasKinds }).data?.data ?? []
  const live = useLiveEvents()
  const earlier = useEarlierEvents(kinds, live.fillGap)
  const rows = useMemo(() => {
    const wanted = view === '' ? [] : view.split(',')
    return mergeEvents(
      earlier.events,
      live.events.filter((one) => matchesKinds(one, wanted)),
    )
  }, [earlier.events, live.events, view])
  const setKinds = (values: readonly string[]) =>
    setUrl(
      (params) => {
        if (values.length > 0) params.set('kinds', values.join())
        else params.delete('kinds')
        return params
      },
      { replace: true },
    )
  return (
    <div className="time-last mt-4 flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <MultiFilter
          label={text.kinds}
          icon={Zap}
          options={kindOptions(known, kinds)}
          values={kinds}
          onChange={setKinds}
        />
        <EarlierControl key={view} earlier={earlier} hasGap={live.hasGap} />
        <span
          role="status"
          className={`ms-auto flex items-center gap-2 text-cell text-ink-2 before:size-2 before:rounded-full forced-colors:before:border-4 ${live.state.kind === 'live' ? 'before:bg-ok-solid' : 'before:bg-warn-solid'}`}
        >
          {text[live.state.kind]}
        </span>
      </div>
      {live.state.kind === 'rejected' && (
        <ErrorState title={text.rejectedTitle} error={live.state.error} onRetry={live.reconnect} />
      )}
      {earlier.state === 'failed' && earlier.error && (
        <ErrorState title={text.failed} error={earlier.error} onRetry={earlier.load} />
      )}
      <EventTable
        rows={rows}
        view={view}
        onOpen={setOpen}
        empty={
          kinds.length > 0 && earlier.state === 'loaded' ? (
            <EmptyState
              key="filtered"
              filtered
              title={text.noMatch}
              action={<Button onClick={() => setKinds([])}>{text.clear}</Button>}
            />
          ) : live.state.kind === 'rejected' ? (
            <EmptyState icon={Activity} title={text.noEvents} />
          ) : (
            <EmptyState icon={Activity} title={text.waiting}>
              {text.waitingDescription}
            </EmptyState>
          )
        }
      />
      {open && (
        <Dialog title={open.event} className="md:w-[44rem]" onClose={() => setOpen(undefined)}>
          <CodeBlock label={text.json} code={JSON.stringify(open, null, 2)} />
        </Dialog>
      )}
    </div>
  )
}

/** Also a kind of the URL that the list lacks, or that is not loaded. */
const kindOptions = (known: readonly { kind: string }[], values: readonly string[]) =>
  [...new Set([...known.map(({ kind }) => kind), ...values])].map((value) => ({
    value,
    label: value,
  }))

interface EarlierControlProps {
  earlier: ReturnType<typeof useEarlierEvents>
  hasGap: boolean
}

/** Reads what is kept, from the oldest on, and says so. */
function EarlierControl({ earlier, hasGap }: EarlierControlProps) {
  const { state, count, load, stop } = earlier
  const isLoading = state === 'loading'
  const isComplete = state === 'loaded' && !hasGap
  useEffect(() => {
    if (isComplete) restoreLostFocus()
  }, [isComplete])
  const label = isLoading
    ? text.stop
    : state === 'stopped' || state === 'failed'
      ? text.continue
      : hasGap
        ? text.loadMissing
        : text.loadEarlier
  const loaded = count > MAX_EVENTS ? text.tooMany(MAX_EVENTS) : text.earlierLoaded(count)
  return (
    <div className="flex items-center gap-3 text-cell text-ink-2">
      {/* One button, so that it keeps the focus. */}
      {!isComplete && (
        <Button
          size="small"
          {...(!isLoading && { 'data-tip': text.earlierHint })}
          onClick={isLoading ? stop : load}
        >
          {label}
          {!isLoading && <span className="sr-only">{text.earlierHint}</span>}
        </Button>
      )}
      {/* Each page changes this count, which would be read out each time. */}
      {isLoading && <span>{text.loadingEarlier(count)}</span>}
      <span role="status">
        {state === 'stopped' ? text.stopped(count) : isComplete && loaded}
        {hasGap && !isLoading && text.gap}
      </span>
    </div>
  )
}
