/** Milliseconds. */
export interface StreamTimings {
  /** A comment after so long without an event. */
  readonly heartbeat: number
  /** The key is looked at again at least so often. */
  readonly recheck: number
  /** A reader that takes nothing for so long is cut. */
  readonly writeTimeout: number
}

export const defaultTimings: StreamTimings = {
  heartbeat: 20_000,
  recheck: 2_000,
  writeTimeout: 30_000,
}

// What may wait in memory for one slow reader; beyond it nothing is read from the database.
const bufferBytes = 65_536

/** What a stream writes to. Everything in it ends when `end` is aborted, and `end` is aborted when the reader goes. */
export function createSseWriter(timings: StreamTimings, end: AbortController) {
  const bytes = new TextEncoder()
  let wakeUp: () => void = () => undefined
  let hasNews = false
  let silentSince = Date.now()
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined
  let roomMade: () => void = () => undefined

  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => void (sink = controller),
      pull: () => roomMade(),
      cancel: () => end.abort(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes }),
  )
  end.signal.addEventListener('abort', () => {
    wakeUp()
    roomMade()
    try {
      sink?.close()
    } catch {
      // The reader closed it first.
    }
  })

  /** Resolves when something happens, or after `ms`. */
  const waitFor = (ms: number, give: (resolve: () => void) => void) =>
    new Promise<'happened' | 'late'>((resolve) => {
      const timer = setTimeout(() => resolve('late'), ms)
      give(() => {
        clearTimeout(timer)
        resolve('happened')
      })
    })

  async function send(text: string): Promise<void> {
    while (!end.signal.aborted && (sink?.desiredSize ?? 0) <= 0)
      if ((await waitFor(timings.writeTimeout, (resolve) => (roomMade = resolve))) === 'late')
        throw new Error('The reader takes nothing.')
    if (end.signal.aborted) return
    sink?.enqueue(bytes.encode(text))
    silentSince = Date.now()
  }

  return {
    body,
    send,
    /** There is more to read. */
    wake: () => {
      hasNews = true
      wakeUp()
    },
    /** Until there is news, or it is time to look at the key again. Answers whether there is news. */
    async pause(): Promise<boolean> {
      if (!hasNews && !end.signal.aborted)
        await waitFor(timings.recheck, (resolve) => (wakeUp = resolve))
      const had = hasNews
      hasNews = false
      if (Date.now() - silentSince >= timings.heartbeat) await send(heartbeat)
      return had
    },
  }
}

interface Frame {
  readonly id?: string | undefined
  readonly event: string
  /** One line: JSON without line ends. */
  readonly data: string
}

/** One message of a `text/event-stream`. */
export const formatFrame = ({ id, event, data }: Frame): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

interface StreamedEvent {
  readonly id: string
  readonly kind: string
  readonly body: string
}

export const formatEventFrame = ({ id, kind, body }: StreamedEvent): string =>
  formatFrame({ id, event: kind, data: body })

/** Says nothing, and shows both ends that the other is still there. */
const heartbeat = ': \n\n'
