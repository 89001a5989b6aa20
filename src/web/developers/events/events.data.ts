import { useEffect, useRef, useState } from 'react'

import { type ApiError, asApiError } from '#client/api-error.ts'
import { followStream } from '#client/event-stream.ts'
import { iteratePages } from '#client/paginate.ts'
import type { Input } from '#contract/endpoints.ts'
import { useSession } from '#web/session/session.ts'
import { type FeedEvent, MAX_EVENTS } from './events.rules.ts'

/** `*` lacks internal comments, which must be named. */
const allKinds = [
  '*',
  'comment.internal_created',
  'comment.internal_updated',
  'comment.internal_deleted',
]

type LiveState =
  | { readonly kind: 'connecting' | 'live' | 'lost' }
  | { readonly kind: 'rejected'; readonly error: ApiError }

/** The events since the page was opened, oldest first, while the tab is visible. */
export function useLiveEvents() {
  const { connection, signal } = useSession()
  const { base_url, key } = connection
  const [events, setEvents] = useState<readonly FeedEvent[]>([])
  const [state, setState] = useState<LiveState>({ kind: 'connecting' })
  // The connection was away for longer than the server keeps its place.
  const [hasGap, setHasGap] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const lastId = useRef<string>(undefined)
  useEffect(() => {
    let connectionEnd: AbortController | undefined
    const start = () => {
      const own = (connectionEnd = new AbortController())
      followStream({
        base_url: base_url.replace(/\/+$/, ''),
        key,
        kinds: allKinds,
        last_event_id: lastId.current,
        signal: AbortSignal.any([own.signal, signal]),
        onOpen: (isComplete, id) => {
          if (!isComplete && lastId.current !== undefined) setHasGap(true)
          lastId.current = id ?? lastId.current
          setState({ kind: 'live' })
        },
        onLost: () => setState({ kind: 'lost' }),
        onEvent: ({ id, data }) => {
          lastId.current = id ?? lastId.current
          const event = JSON.parse(data) as FeedEvent // an event of the contract
          setEvents((previous) => [...previous, event].slice(-MAX_EVENTS))
        },
      }).catch((error: unknown) => setState({ kind: 'rejected', error: asApiError(error) }))
    }
    const update = () => {
      if (document.hidden) {
        connectionEnd?.abort()
        connectionEnd = undefined
      } else if (!connectionEnd) start()
    }
    document.addEventListener('visibilitychange', update)
    update()
    return () => {
      document.removeEventListener('visibilitychange', update)
      connectionEnd?.abort()
    }
  }, [base_url, key, signal, attempt])
  const reconnect = () => {
    setState({ kind: 'connecting' })
    setAttempt((previous) => previous + 1)
  }
  return { events, state, hasGap, fillGap: () => setHasGap(false), reconnect }
}

interface EarlierEvents {
  readonly state: 'none' | 'loading' | 'stopped' | 'loaded' | 'failed'
  readonly events: readonly FeedEvent[]
  readonly count: number
  readonly error?: ApiError
}

const none: EarlierEvents = { state: 'none', events: [], count: 0 }

/**
 * The kept events, read from the oldest to the newest: the feed has no other order. What was read stays when the reading
 * is stopped or fails, and `load` goes on after it; after the whole was read it reads what is newer.
 */
export function useEarlierEvents(kinds: readonly string[], onLoaded: () => void) {
  const { call, signal } = useSession()
  const view = kinds.join()
  const [earlier, setEarlier] = useState({ view, ...none })
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [view])
  const current = earlier.view === view ? earlier : none
  const load = async () => {
    const own = (reading.current = new AbortController())
    let { events, count } = current
    const show = (state: EarlierEvents['state'], error?: ApiError) =>
      setEarlier({ view, state, events, count, ...(error && { error }) })
    show('loading')
    try {
      const last = events.at(-1)
      const input = {
        ...(kinds.length > 0 && { kinds: view }),
        ...(last && { starting_after: last.id }),
      } as Input<'GET /events'>
      const options = { signal: AbortSignal.any([own.signal, signal]) }
      for await (const page of iteratePages(call, 'GET /events', input, options)) {
        count += page.data.length
        events = [...events, ...(page.data as readonly FeedEvent[])].slice(-MAX_EVENTS)
        show('loading')
      }
      // Of one kind only, what else may be missing is not read.
      if (kinds.length === 0) onLoaded()
      show('loaded')
    } catch (error) {
      if (!own.signal.aborted) show('failed', asApiError(error))
      else if (reading.current === own) show('stopped')
    }
  }
  return { ...current, load: () => void load(), stop: () => reading.current?.abort() }
}
