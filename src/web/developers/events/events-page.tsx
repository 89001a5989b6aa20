import './events.css'
import { useQuery } from '@tanstack/react-query'
import Activity from 'lucide-react/icons/activity'
import Zap from 'lucide-react/icons/zap'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { eventsText as text } from '#web/messages/en/events.ts'
import { useCapability } from '#web/session/use-capabilities.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeBlock } from '#web/ui/copyable.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MultiFilter } from '#web/ui/form/filters.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { EmptyState, PageState } from '#web/ui/page-states.tsx'
import { EventTable } from './event-table.tsx'
import { eventKindsQuery, useEarlierEvents, useLiveEvents } from './events.data.ts'
import {
  type FeedEvent,
  matchesKinds,
  MAX_EVENTS,
  mergeEvents,
  parseKinds,
} from './events.rules.ts'

/** The change feed: what happens while the page is open, and on demand what is kept. */
export function Component() {
  const canStream = useCapability('events.stream')
  return (
    <>
      <PageHeader title={text.title} />
      {canStream ? (
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
  const earlier = useEarlierEvents(kinds)
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
    <div className="events">
      <div className="events-bar">
        <MultiFilter
          label={text.kinds}
          icon={Zap}
          options={kindOptions(known, kinds)}
          values={kinds}
          onChange={setKinds}
        />
        <EarlierControl earlier={earlier} />
        <span className="events-live" data-connected={live.isConnected}>
          {live.isConnected ? text.live : text.offline}
        </span>
      </div>
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
              filtered
              title={text.noMatch}
              action={<Button onClick={() => setKinds([])}>{text.clear}</Button>}
            />
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

/** Reads what is kept, from the oldest on, and says so. */
function EarlierControl({ earlier }: { earlier: ReturnType<typeof useEarlierEvents> }) {
  const { state, count, load, stop } = earlier
  if (state === 'none')
    return (
      <Button size="small" data-tip={text.earlierHint} onClick={load}>
        {text.loadEarlier}
        <span className="sr-only">{text.earlierHint}</span>
      </Button>
    )
  return (
    <p role="status" className="events-count">
      {state === 'loading' && text.loadingEarlier(count)}
      {state === 'loaded' &&
        (count > MAX_EVENTS ? text.tooMany(MAX_EVENTS) : text.earlierLoaded(count))}
      {state === 'loading' && (
        <Button size="small" onClick={stop}>
          {text.stop}
        </Button>
      )}
    </p>
  )
}
