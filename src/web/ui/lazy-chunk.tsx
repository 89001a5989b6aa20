import { type ReactNode, useEffect, useEffectEvent, useReducer, useSyncExternalStore } from 'react'

import { observable } from '#web/external-store.ts'

/** Code that is loaded when it is first needed. */
export interface LazyChunk<Module> {
  /** Rejects with a `ChunkError`; the next call tries again. */
  readonly load: () => Promise<Module>
  readonly get: () => Module | undefined
  readonly subscribe: (listener: () => void) => () => void
}

/** The connection failed, or the chunk was removed by a newer build. */
export class ChunkError extends Error {}

// Vite requests the stylesheet of a chunk once: after a failure, the next import succeeds without it.
const failedSheets = new Set<string>()
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    failedSheets.add(target.href)
    target.remove()
  },
  true, // it does not bubble
)

const reloadSheet = (href: string) =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    document.head.append(link)
  }).then(() => failedSheets.delete(href))

export function lazyChunk<Module>(load: () => Promise<Module>): LazyChunk<Module> {
  const module = observable<Module | undefined>(undefined)
  let missingSheets: string[] = []
  return {
    get: module.get,
    subscribe: module.subscribe,
    load: async () => {
      try {
        await Promise.all(missingSheets.filter((href) => failedSheets.has(href)).map(reloadSheet))
        const loaded = await load()
        module.set(loaded)
        return loaded
      } catch (cause) {
        missingSheets = [...failedSheets]
        throw new ChunkError('A chunk could not be loaded.', { cause })
      }
    },
  }
}

interface LazyProps<Module> {
  chunk: LazyChunk<Module>
  fallback?: ReactNode
  /** For what a person opened: a failed load shows a toast, and this is called when they no longer wait. */
  onCancel?: (() => void) | undefined
  children: (module: Module) => ReactNode
}

/** Renders a part of a page whose code is a lazy chunk. A failed load never reaches an error boundary. */
export function Lazy<Module>({ chunk, fallback, onCancel, children }: LazyProps<Module>) {
  const module = useSyncExternalStore(chunk.subscribe, chunk.get, chunk.get)
  const [attempt, startAgain] = useReducer((count: number) => count + 1, 0)
  const isLoaded = module !== undefined
  const isOpened = onCancel !== undefined
  const cancel = useEffectEvent(() => {
    onCancel?.()
    startAgain() // the same action may have opened it again
  })
  useEffect(() => {
    if (isLoaded) return undefined
    return requestChunk(chunk.load, isOpened ? { onCancel: () => cancel() } : undefined)
  }, [chunk, isLoaded, isOpened, attempt])
  return isLoaded ? children(module) : fallback
}

interface ChunkRequest<Module> {
  onLoad?: (module: Module) => void
  /** Without it the request is silent. */
  onCancel?: () => void
}

/** A chunk that a person waits for could not be loaded. */
export interface ChunkFailure {
  /** The server responds, so a newer build may have removed the chunk. */
  readonly isServerUp: boolean
  /** Aborted when the failure is over. */
  readonly signal: AbortSignal
  readonly onRetry: () => void
  readonly onCancel: () => void
}

type Notify = (failure: ChunkFailure) => void

let resolveNotify: (notify: Notify) => void
const notifyLoaded = new Promise<Notify>((resolve) => (resolveNotify = resolve))

/** Sets how failures are shown. That code is not part of a first load. */
export const setChunkNotice = (notify: Notify) => resolveNotify(notify)

/** Loads chunks and keeps trying until it succeeds. Returns how to stop. */
export function requestChunk<Module>(
  load: () => Promise<Module>,
  { onLoad, onCancel }: ChunkRequest<Module> = {},
): () => void {
  const abort = new AbortController()
  const { signal } = abort

  async function run() {
    for (let failures = 0; !signal.aborted;) {
      const loaded = await load().then(
        (module) => ({ module }),
        () => undefined,
      )
      if (signal.aborted) return
      if (loaded) {
        abort.abort()
        return onLoad?.(loaded.module)
      }
      const wait = new AbortController()
      const onRetry = () => wait.abort()
      signal.addEventListener('abort', onRetry)
      const failure = { isServerUp: failures > 0, onRetry, onCancel: cancel }
      if (onCancel && failures < 2)
        notify({ ...failure, signal: failures > 0 ? signal : wait.signal })
      if (await untilReachable(wait.signal, failures)) failures += 1
      wait.abort()
    }
  }
  const cancel = () => {
    abort.abort()
    onCancel?.()
  }
  void run()
  return () => abort.abort()
}

const notify = (failure: ChunkFailure) =>
  void notifyLoaded.then((show) => failure.signal.aborted || show(failure))

/** The props of a button that loads code before it is pressed. A failure is reported when the code is needed. */
export const preloadOn = (load: () => Promise<unknown>) => {
  const preload = () => void load().catch(() => undefined)
  return { onPointerEnter: preload, onFocus: preload }
}

// Safari has no requestIdleCallback; a busy machine may not be idle for long.
export const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in globalThis
    ? requestIdleCallback(callback, { timeout: 1000 })
    : setTimeout(callback)

/** After it a page is in use, and what it does not show yet may be requested. */
export const PREFETCH_DELAY_MS = 5000

/** Loads code before anyone needs it, well after the first seconds of the page. Returns how to stop. */
export function prefetchLater(load: () => Promise<unknown>): () => void {
  let stop = () => {}
  const timer = setTimeout(() => (stop = requestChunk(load)), PREFETCH_DELAY_MS)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** Loads code with the first sign that a person is there. Returns how to stop. */
export function prefetchWithInput(load: () => Promise<unknown>): () => void {
  const signs = new AbortController()
  let stop = () => {}
  const onSign = () => {
    signs.abort()
    stop = requestChunk(load)
  }
  // Dictation and screen readers have neither keys nor a pointer.
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'input', 'focusin'])
    addEventListener(sign, onSign, { capture: true, signal: signs.signal })
  return () => {
    signs.abort()
    stop()
  }
}

/** Longer than this no one waits for what they opened. */
export const WAIT_MS = 60_000
/** The same where nothing on the page shows that something waits. */
export const HIDDEN_WAIT_MS = 5000

/**
 * Resolves to true when the server of the dashboard responds, and to false when `signal` aborts. Waits longer after
 * `failures` to load something although it did respond.
 */
export async function untilReachable(signal: AbortSignal, failures = 0): Promise<boolean> {
  const maxDelay = failures > 3 ? 60_000 : 8000
  for (let step = failures; !signal.aborted; step++) {
    await pause(Math.min(1000 * 2 ** step, maxDelay), signal)
    if (!signal.aborted && (await isReachable())) return true
  }
  return false
}

/** Any response will do: a dashboard may be served without the API. */
const isReachable = (): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )

/** Ends early when the network returns. */
const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    addEventListener('online', resolve, { once: true, signal })
    signal.addEventListener('abort', resolve)
  })
