import { createParser, type EventSourceMessage } from 'eventsource-parser'

import { ApiError, createUnreachableError } from './api-error.ts'
import { parseResponse } from './parse-response.ts'
import { retryDelay } from './retry-policy.ts'

interface EventStreamOptions {
  /** As `parseBaseUrl` returns it, without a trailing slash. */
  readonly base_url: string
  readonly key: string
  /** Ends the stream for good. */
  readonly signal: AbortSignal
  /** Event kinds, or `*`. */
  readonly kinds?: readonly string[] | undefined
  /** Resumes after this event. */
  readonly last_event_id?: string | undefined
  readonly onEvent: (message: EventSourceMessage) => void
  /** The stream is open, after the event `id` if there is one; `isComplete` is false when events may be missing. */
  readonly onOpen?: (isComplete: boolean, id: string | undefined) => void
  /** The connection is lost and will be retried. */
  readonly onLost?: () => void
  readonly fetch?: typeof fetch | undefined
  /** Milliseconds without any data after which a connection counts as dead. */
  readonly idleTimeout?: number | undefined
}

// The server sends a heartbeat at least every 20 s.
const IDLE_TIMEOUT = 45_000
// setTimeout fires at once when its delay does not fit into 32 bits.
const MAX_DELAY = 2 ** 31 - 1

/**
 * Follows `GET /events/stream` with fetch, because `EventSource` cannot send `Authorization`. Reconnects after every
 * loss with the id of the last event. Resolves when `signal` aborts; rejects with an `ApiError` that a retry cannot fix.
 */
export async function followStream(options: EventStreamOptions): Promise<void> {
  const { signal } = options
  let lastEventId = options.last_event_id
  let reconnectionTime: number | undefined
  let failures = 0

  const onEvent = (message: EventSourceMessage) => {
    if (message.event === 'ready') options.onOpen?.(lastEventId !== undefined, message.id)
    else if (message.event === 'reset') options.onOpen?.(false, message.id)
    else options.onEvent(message)
    lastEventId = message.id ?? lastEventId
    failures = 0
  }
  const onRetry = (milliseconds: number) => {
    reconnectionTime = Math.min(milliseconds, MAX_DELAY)
  }

  while (!signal.aborted) {
    const parser = createParser({ onEvent, onRetry })
    const feed = (text: string) => parser.feed(text)
    const error = await readStream(options, lastEventId, feed).catch((thrown: unknown) => thrown)
    if (signal.aborted) return
    if (error instanceof ApiError && !error.isTransient && error.status !== 429) throw error
    options.onLost?.()
    failures += 1
    const lost =
      error instanceof ApiError ? error : createUnreachableError('The stream was closed.', error)
    const backOff = retryDelay(lost, Math.min(failures, 6))
    // `retry:` replaces the first delay only; a server that stays away is not asked at that pace.
    const delay = failures === 1 ? reconnectionTime : Math.max(backOff, reconnectionTime ?? 0)
    await pause(delay ?? backOff, signal)
  }
}

async function readStream(
  { base_url, key, kinds, signal, idleTimeout = IDLE_TIMEOUT, ...options }: EventStreamOptions,
  lastEventId: string | undefined,
  feed: (text: string) => void,
): Promise<void> {
  const connection = new AbortController()
  const abort = () => connection.abort()
  let idleTimer = setTimeout(abort, idleTimeout)
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const query = kinds ? `?kinds=${encodeURIComponent(kinds.join(','))}` : ''
  try {
    const response = await send(`${base_url}/events/stream${query}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${key}`,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
      signal: AbortSignal.any([signal, connection.signal]),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error', // A redirect would send the key to another address.
    })
    if (!response.ok || !response.body) return void (await parseResponse(response, false))
    const decoder = new TextDecoder()
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(idleTimer)
      idleTimer = setTimeout(abort, idleTimeout)
      feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(idleTimer)
    abort()
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
