/** Milliseconds. */
export interface StreamTimings {
  /** Silence after which a heartbeat comment is sent. */
  readonly heartbeat: number
  /** Interval at which the API key is checked again. */
  readonly recheck: number
  /** Time after which a client that reads nothing is disconnected. */
  readonly writeTimeout: number
}

export const defaultTimings: StreamTimings = {
  heartbeat: 20_000,
  recheck: 2_000,
  writeTimeout: 30_000,
}

// The memory one slow client may use; beyond it, nothing more is read from the database.
const bufferBytes = 65_536

/** When to connect again: not all clients of a server at the same moment. */
const retryHint = () => `retry: ${Math.round(1000 + Math.random() * 2000)}\n\n`

/** Writes one event stream. Aborting `abort` ends it, and a client that disconnects aborts it. */
export function createSseWriter(timings: StreamTimings, abort: AbortController) {
  const encoder = new TextEncoder()
  let onWake: () => void = () => undefined
  let onDrain: () => void = () => undefined
  let hasEvents = false
  let lastSentAt = performance.now()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined

  const body = new ReadableStream<Uint8Array>(
    {
      start: (created) => void (controller = created),
      pull: () => onDrain(),
      cancel: () => abort.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes }),
  )
  abort.signal.addEventListener('abort', () => {
    onWake()
    onDrain()
    try {
      controller?.enqueue(encoder.encode(retryHint()))
      controller?.close()
    } catch {
      // The client disconnected first.
    }
  })

  async function send(text: string): Promise<void> {
    while (!abort.signal.aborted && (controller?.desiredSize ?? 0) <= 0)
      if ((await race(timings.writeTimeout, (resolve) => (onDrain = resolve))) === 'timeout')
        throw new Error('The client stopped reading.')
    if (abort.signal.aborted) return
    controller?.enqueue(encoder.encode(text))
    lastSentAt = performance.now()
  }

  return {
    body,
    send,
    /** Announces that there are events to read. */
    wake: () => {
      hasEvents = true
      onWake()
    },
    /** Waits for events, or until the key has to be checked again. Resolves to whether there are events. */
    async waitForEvents(): Promise<boolean> {
      if (!hasEvents && !abort.signal.aborted)
        await race(timings.recheck, (resolve) => (onWake = resolve))
      const result = hasEvents
      hasEvents = false
      if (performance.now() - lastSentAt >= timings.heartbeat) await send(heartbeat)
      return result
    },
  }
}

/** Resolves when the function passed to `register` is called, or after `ms`. */
const race = (ms: number, register: (resolve: () => void) => void) =>
  new Promise<'resolved' | 'timeout'>((resolve) => {
    const timer = setTimeout(() => resolve('timeout'), ms)
    register(() => {
      clearTimeout(timer)
      resolve('resolved')
    })
  })

interface Frame {
  readonly id?: string | undefined
  readonly event: string
  /** JSON on one line. */
  readonly data: string
}

/** One message of a `text/event-stream`. */
export const formatFrame = ({ id, event, data }: Frame): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

/** An empty comment: both ends notice a dead connection. */
const heartbeat = ': \n\n'
