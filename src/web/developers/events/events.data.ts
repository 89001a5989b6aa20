import { useEffect, useRef, useState } from 'react'

import { type ApiError, asApiError } from '#client/api-error.ts'
import { followStream } from '#client/event-stream.ts'
import { iteratePages } from '#client/paginate.ts'
import type { Input } from '#contract/endpoints.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { useSession } from '#web/session/session.ts'
import { type FeedEvent, MAX_EVENTS } from './events.rules.ts'

/** `*` lacks internal comments, which must be named. */
const allKinds = [
  '*',
  'comment.internal_created',
  'comment.internal_updated',
  'comment.internal_deleted',
]

export const eventKindsQuery = () => endpointQuery('GET /event-kinds', {})

/** The events since the page was opened, oldest first, while the tab is visible. */
export function useLiveEvents() {
  const { connection, signal } = useSession()
  const { base_url, key } = connection
  const [events, setEvents] = useState<readonly FeedEvent[]>([])
  const [isConnected, setConnected] = useState(false)
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
        onOpen: (_isComplete, id) => {
          lastId.current = id ?? lastId.current
          setConnected(true)
        },
        onLost: () => setConnected(false),
        onEvent: ({ id, data }) => {
          lastId.current = id ?? lastId.current
          const event = JSON.parse(data) as FeedEvent // an event of the contract
          setEvents((previous) => [...previous, event].slice(-MAX_EVENTS))
        },
      }).catch(() => setConnected(false)) // rejected: the page says so
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
  }, [base_url, key, signal])
  return { events, isConnected }
}

interface EarlierEvents {
  readonly state: 'none' | 'loading' | 'loaded' | 'failed'
  readonly events: readonly FeedEvent[]
  readonly count: number
  readonly error?: ApiError
}

const none: EarlierEvents = { state: 'none', events: [], count: 0 }

/** The kept events, read from the oldest to the newest: the feed has no other order. */
export function useEarlierEvents(kinds: readonly string[]) {
  const { call, signal } = useSession()
  const view = kinds.join()
  const [earlier, setEarlier] = useState({ view, ...none })
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [view])
  const current = earlier.view === view ? earlier : none
  const load = async () => {
    const own = (reading.current = new AbortController())
    let events: FeedEvent[] = []
    let count = 0
    const show = (state: EarlierEvents['state'], error?: ApiError) =>
      setEarlier({ view, state, events, count, ...(error && { error }) })
    show('loading')
    try {
      const input = (kinds.length > 0 ? { kinds: view } : {}) as Input<'GET /events'>
      const options = { signal: AbortSignal.any([own.signal, signal]) }
      for await (const page of iteratePages(call, 'GET /events', input, options)) {
        count += page.data.length
        events = [...events, ...(page.data as readonly FeedEvent[])].slice(-MAX_EVENTS)
        show('loading')
      }
      show('loaded')
    } catch (error) {
      if (!own.signal.aborted) show('failed', asApiError(error))
      else if (reading.current === own) show('none')
    }
  }
  return { ...current, load: () => void load(), stop: () => reading.current?.abort() }
}
