import { type ReactNode, useEffect, useEffectEvent, useReducer, useSyncExternalStore } from 'react'

import { observable } from '#web/external-store.ts'
import { messages } from '#web/messages/en/app.ts'
import { dismissToast, getToastState, isInToast, subscribeToToasts, toast } from './toast.ts'

const text = messages.app

/** Code that is loaded when it is first needed. */
export interface LazyChunk<Module> {
  /** Rejects with a `ChunkError`; the next call tries again. */
  readonly load: () => Promise<Module>
  readonly get: () => Module | undefined
  readonly subscribe: (listener: () => void) => () => void
}

/** The connection failed, or the chunk was removed by a newer build. */
export class ChunkError extends Error {}

export function lazyChunk<Module>(load: () => Promise<Module>): LazyChunk<Module> {
  const module = observable<Module | undefined>(undefined)
  return {
    get: module.get,
    subscribe: module.subscribe,
    load: async () => {
      try {
        const loaded = await load()
        module.set(loaded)
        return loaded
      } catch (cause) {
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
  const module = useSyncExternalStore(chunk.subscribe, chunk.get)
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

/**
 * Loads chunks and keeps trying until it succeeds. Returns how to stop. If a person waits, a toast offers to try again;
 * they stop waiting when they do anything else or the toast goes.
 */
export function requestChunk<Module>(
  load: () => Promise<Module>,
  request: ChunkRequest<Module> = {},
): () => void {
  const abort = new AbortController()
  const { signal } = abort
  let notice = 0
  const cancel = () => {
    if (signal.aborted) return
    abort.abort()
    request.onCancel?.()
  }
  const cancelIfDismissed = () => {
    const id = notice
    if (id === 0 || getToastState().shown.some((one) => one.id === id)) return
    // The action of the toast runs right after its dismissal.
    queueMicrotask(() => id === notice && cancel())
  }
  const showNotice = (isServerUp: boolean, retry: () => void) => {
    const previous = notice
    notice = toast({
      text: isServerUp ? text.broken.chunkFailed : text.chunkFailed,
      tone: 'bad',
      duration: WAIT_MS,
      action: isServerUp
        ? { label: text.broken.reload, run: () => location.reload() }
        : { label: text.tryAgain, run: () => ((notice = 0), retry()) },
    })
    dismissToast(previous)
  }

  async function run() {
    // A chunk that fails although the server is up may have been removed by a newer build.
    for (let failures = 0; !signal.aborted;) {
      const loaded = await load().then(
        (module) => ({ module }),
        () => undefined,
      )
      if (signal.aborted) return
      if (loaded) {
        abort.abort()
        return request.onLoad?.(loaded.module)
      }
      const wait = new AbortController()
      const stopWaiting = () => wait.abort()
      signal.addEventListener('abort', stopWaiting)
      if (request.onCancel && (notice === 0 || failures === 1))
        showNotice(failures > 0, stopWaiting)
      if (await untilReachable(wait.signal, failures)) failures += 1
    }
  }

  if (request.onCancel) {
    const onInput = (event: Event) => {
      if (notice !== 0 && isOtherInput(event)) cancel()
    }
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, onInput, { capture: true, signal })
    signal.addEventListener('abort', subscribeToToasts(cancelIfDismissed))
  }
  signal.addEventListener('abort', () => dismissToast(notice))
  void run()
  return () => abort.abort()
}

/** Calls back when the browser is idle. Returns how to cancel. */
export function whenIdle(callback: () => void): () => void {
  // Safari has no requestIdleCallback; a busy machine may not be idle for long.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(callback, { timeout: 1000 })
  return () => cancelIdleCallback(handle)
}

/** Longer than this no one waits for what they opened. */
export const WAIT_MS = 60_000

const isOtherInput = (event: Event) =>
  !isInToast(event.target) &&
  !(event instanceof KeyboardEvent && /^(Tab|Shift|Control|Alt|Meta)$/.test(event.key))

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
async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    return status < 500
  } catch {
    return false
  }
}

/** Ends early when the network returns. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds)
    function end() {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    addEventListener('online', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
