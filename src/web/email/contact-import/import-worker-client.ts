import { asApiError } from '#client/api-error.ts'
import { download } from '#client/download.ts'
import { fetchFieldNames } from '#client/importers/contacts/list-fields.ts'
import type { DownloadCall, ImportCall } from '#client/importers/core/import-call.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import { createImportCall } from '#web/session/import-call.ts'
import { createWorker } from '#web/session/import-worker.ts'
import type { KeySession } from '#web/session/session.ts'
// oxlint-disable-next-line import/default -- Vite makes the address its default export
import workerUrl from './contact-import-worker.ts?worker&url'
import type { RunCall } from './contact-run.ts'
import { formatRunError, isFileRefused } from './import-errors.rules.ts'
import type { ImportWorkerApi, PageMessage, RunProgress, WorkerMessage } from './worker-api.ts'

/** The file cannot be imported; without a message the browser could not read it. */
export class WorkerError extends Error {}

interface WorkerOptions {
  readonly onRequest: RunCall
  readonly onProgress: (progress: RunProgress) => void
}

/** Starts the worker of one import, and sends its requests to the API. */
export function startImportWorker({ onRequest, onProgress }: WorkerOptions) {
  const worker = createWorker(workerUrl)
  const calls = new Map<
    number,
    { resolve: (output: unknown) => void; reject: (error: Error) => void }
  >()
  let count = 0
  const post = (message: PageMessage) => worker.postMessage(message)

  async function respond(data: Extract<WorkerMessage, { request: number }>) {
    const { request: response, name, input, idempotency_key } = data
    try {
      // The worker types its requests with the same contract.
      const output = await onRequest(name as 'GET /me', input as object, idempotency_key)
      post({ response, output })
    } catch (cause) {
      const error = asApiError(cause)
      const message = formatRunError(name as EndpointName, error)
      const isRefused = isFileRefused(error)
      post({ response, error: { message, code: error.code, isFileRefused: isRefused } })
    }
  }
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    if ('progress' in data) return onProgress(data.progress)
    if ('request' in data) return void respond(data)
    const waiting = calls.get(data.result)
    calls.delete(data.result)
    if (data.error) waiting?.reject(new WorkerError(data.error.message ?? ''))
    else waiting?.resolve(data.output)
  })
  // It ran out of memory, or its code could not be loaded.
  worker.addEventListener('error', (event) => {
    event.preventDefault()
    for (const { reject } of calls.values()) reject(new WorkerError(''))
    calls.clear()
  })

  const callWorker = (method: keyof ImportWorkerApi, args: readonly unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      count += 1
      calls.set(count, { resolve, reject })
      post({ call: count, method, args })
    })
  const api = new Proxy<object>(
    {},
    {
      get:
        (_, method: keyof ImportWorkerApi) =>
        (...args: readonly unknown[]) =>
          callWorker(method, args),
    },
    // The worker has a function of every name.
  ) as ImportWorkerApi
  return { api, terminate: () => worker.terminate() }
}

export type ImportWorker = ReturnType<typeof startImportWorker>

/** No list is worth more milliseconds before its file can be seen. */
const FIELDS_TIMEOUT = 10_000

/** Without them, columns keep their names. */
export async function fetchListFields(
  session: KeySession,
  list_id: string,
): Promise<readonly string[]> {
  const { connection, capabilities } = session
  const signal = AbortSignal.any([session.signal, AbortSignal.timeout(FIELDS_TIMEOUT)])
  const source = {
    call: ((name, input) => session.call(name, input, { signal })) satisfies ImportCall,
    download: capabilities.can('contacts.export')
      ? (((name, input) => download({ ...connection, signal }, name, input)) satisfies DownloadCall)
      : undefined,
  }
  return fetchFieldNames(source, list_id).catch(() => [])
}

export type RunControl = ReturnType<typeof createRunControl>

/** The requests of a run: none is sent while it is paused. */
export function createRunControl(
  session: KeySession,
  signal: AbortSignal,
  report: (progress: Partial<RunProgress> & { paused_until?: number }) => void,
  isPaused: () => boolean,
) {
  let wake = () => {}
  const call = createImportCall(session, {
    signal,
    onPause: (paused_until) => report({ paused_until }),
  })
  const untilResumed = async () => {
    while (isPaused() && !signal.aborted)
      await new Promise<void>((resolve) => {
        const wakePrevious = wake
        wake = () => {
          wakePrevious()
          resolve()
        }
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    signal.throwIfAborted()
  }
  const pausable: typeof call = async (...request) => {
    await untilResumed()
    return call(...request)
  }
  return { call: pausable, report, continue: () => wake() }
}
