import { ApiError, unreachable } from './api-error.ts'
import { readAnswer } from './parse-response.ts'
import { retryDelay } from './retry-policy.ts'

interface EventStreamOptions {
  /** As `readBaseUrl` gives it, without a slash at its end. */
  readonly base_url: string
  readonly key: string
  /** Ends the stream for good. */
  readonly signal: AbortSignal
  /** Names of kinds, or `*`. */
  readonly kinds?: readonly string[] | undefined
  /** Goes on after this event. */
  readonly last_event_id?: string | undefined
  readonly onEvent: (frame: EventFrame) => void
  /** The stream stands, after the event `id` if there was one; `isWhole` is false when some may have been missed. */
  readonly onOpen?: (isWhole: boolean, id: string | undefined) => void
  /** It broke off, and will be tried again. */
  readonly onLost?: () => void
  readonly fetch?: typeof fetch | undefined
  /** Milliseconds without a sign of life after which a connection counts as dead. */
  readonly silence?: number | undefined
}

// The service says something at least every 20 s.
const SILENCE = 45_000

/**
 * Follows `GET /events/stream`, which `EventSource` cannot, since it sends no `Authorization`. Comes back after every
 * break with the id of the last event seen. Resolves when `signal` ends it; rejects with the `ApiError` of a refusal
 * that trying again would not change.
 */
export async function followStream(options: EventStreamOptions): Promise<void> {
  const { signal } = options
  let seen = options.last_event_id
  let failures = 0

  const hear = (frame: EventFrame) => {
    if (frame.event === 'ready') options.onOpen?.(seen !== undefined, frame.id)
    else if (frame.event === 'reset') options.onOpen?.(false, frame.id)
    else options.onEvent(frame)
    seen = frame.id ?? seen
    failures = 0
  }

  while (!signal.aborted) {
    const error = await once(options, seen, hear).catch((thrown: unknown) => thrown)
    if (signal.aborted) return
    if (error instanceof ApiError && !error.isTransient && error.status !== 429) throw error
    options.onLost?.()
    failures += 1
    const lost = error instanceof ApiError ? error : unreachable('The stream broke off.', error)
    await pause(retryDelay(lost, Math.min(failures, 6)), signal)
  }
}

async function once(
  { base_url, key, kinds, signal, silence = SILENCE, ...options }: EventStreamOptions,
  seen: string | undefined,
  hear: (frame: EventFrame) => void,
): Promise<void> {
  const dead = new AbortController()
  let watch = setTimeout(() => dead.abort(), silence)
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const query = kinds ? `?kinds=${encodeURIComponent(kinds.join(','))}` : ''
  try {
    const response = await send(`${base_url}/events/stream${query}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${key}`,
        ...(seen === undefined ? {} : { 'last-event-id': seen }),
      },
      signal: AbortSignal.any([signal, dead.signal]),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error', // A redirect would carry the key to another address.
    })
    if (!response.ok || !response.body) return void (await readAnswer(response, false))
    const take = createFrameParser(hear)
    const text = new TextDecoder()
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(watch)
      watch = setTimeout(() => dead.abort(), silence)
      take(text.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(watch)
    dead.abort()
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** One message of a server-sent stream. */
export interface EventFrame {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** Cuts a `text/event-stream` into its messages, however the network cut it into parts. Comments are no messages. */
export function createFrameParser(onFrame: (frame: EventFrame) => void) {
  let rest = ''

  return (part: string): void => {
    rest += part
    // A line end of two characters can be cut in the middle: the second half waits for the next part.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const messages = whole.replace(/\r\n?/g, '\n').split('\n\n')
    rest = (messages.pop() ?? '') + rest.slice(whole.length)
    for (const message of messages) {
      const frame = read(message)
      if (frame) onFrame(frame)
    }
  }
}

function read(message: string): EventFrame | undefined {
  const data: string[] = []
  let id: string | undefined
  let event = 'message'
  for (const line of message.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (name === 'data') data.push(value)
    else if (name === 'id') id = value
    else if (name === 'event') event = value
  }
  return data.length === 0 ? undefined : { id, event, data: data.join('\n') }
}
