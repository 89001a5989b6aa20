import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { createApiClient, type Call } from '#client/api-client.ts'
import { ApiError } from '#client/api-error.ts'
import { download } from '#client/download.ts'
import { type DownloadCall, type ImportCall, fetchMe } from '#client/importers/core/import-call.ts'
import {
  canRetryRead,
  canRetryWrite,
  isRateLimited,
  retryDelay,
  storesResponse,
} from '#client/retry-policy.ts'
import { CommandError, type Environment, UsageError } from './command.ts'

/** The API, however it is reached. */
export interface Connection {
  readonly call: ImportCall
  readonly download: DownloadCall
  /** Updates the planner statistics after many writes. */
  readonly analyze: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The server at WORKSPACE_URL when it and WORKSPACE_KEY are set, else the same API inside this process. */
export async function connect(env: Environment): Promise<Connection> {
  const { WORKSPACE_URL: url = '', WORKSPACE_KEY: key = '' } = env
  if (url !== '' && key !== '') {
    const server = { base_url: withApiPath(url), key }
    const retry = createRetry()
    const call = withRetries(createApiClient(server), retry)
    const stream: DownloadCall = (name, input) =>
      retry(() => download(server, name, input), canRetryRead)
    return { call, download: stream, analyze: async () => undefined, close: async () => undefined }
  }
  if (url !== '' || key !== '') {
    const [set, missing] = url === '' ? ['KEY', 'URL'] : ['URL', 'KEY']
    throw new UsageError(
      `WORKSPACE_${set} is set but WORKSPACE_${missing} is not. Set both or neither.`,
    )
  }
  return connectInProcess(env)
}

/** The URL that `npm start` prints first has no path: its API is under /v1. */
const withApiPath = (url: string) =>
  URL.canParse(url) && new URL(url).pathname === '/' ? new URL('/v1', url).href : url

/** Opens the database in this process, with the owner's rights. */
export async function connectInProcess(
  env: Environment,
  { quiet = false } = {},
): Promise<Connection> {
  // Half of the memory of the command line, which a running server does not need.
  const { openInProcessService } = await import('#service/in-process-service.ts')
  const service = await openInProcessService(env).catch((error: unknown) => {
    throw toCommandError(error)
  })
  if (service.owner_key !== undefined && !quiet) {
    process.stderr.write(`New database. Owner key (shown once): ${service.owner_key}\n`)
  }
  const server = {
    base_url: service.base_url,
    key: service.key,
    fetch: async (input: string | URL | Request, init?: RequestInit) =>
      service.fetch(new Request(input, init)),
  }
  const call = createApiClient(server)
  return {
    call: (name, input) => call(name, input, { timeout: TIMEOUT }),
    download: (name, input) => download(server, name, input),
    analyze: service.analyze,
    close: service.close,
  }
}

function toCommandError(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.includes(' is held by ')) return error
  return new CommandError(
    `${error.message} Set WORKSPACE_URL and WORKSPACE_KEY to use the running server.`,
  )
}

// A request with a thousand contacts takes a while on a small machine.
const TIMEOUT = 120_000

/**
 * Retries transient errors. Mutations get an idempotency key where the server supports it. After a response with
 * `Retry-After`, no request is sent before that time.
 */
export function withRetries(call: Call, retry = createRetry()): ImportCall {
  let capabilities: Promise<readonly string[]> | undefined
  // Fetched before the first mutation: a server with the public API alone may reject unknown headers.
  const storesResponses = async () => {
    capabilities ??= fetchMe(callWithRetries).then((me) => me?.capabilities ?? [])
    return (await capabilities).includes('idempotency')
  }
  const callWithRetries: ImportCall = async (name, input) => {
    const isRead = name.startsWith('GET ')
    const hasKey = !isRead && storesResponse(name) && (await storesResponses())
    const options = hasKey
      ? { timeout: TIMEOUT, idempotency_key: randomUUID() }
      : { timeout: TIMEOUT }
    return retry(
      () => call(name, input, options),
      (error, failures) =>
        isRead ? canRetryRead(error, failures) : canRetryWrite(name, error, failures, hasKey),
    )
  }
  return callWithRetries
}

type Retry = <Output>(
  request: () => Promise<Output>,
  canRetry: (error: ApiError, failures: number) => boolean,
) => Promise<Output>

// A server that never lets a request through must not keep the command forever.
const MAX_WAITS = 100

/** Requests that are sent at the same time wait together. */
function createRetry(): Retry {
  let resumeAt = 0
  const waitForTurn = async () => {
    for (let delay = resumeAt - Date.now(); delay > 0; delay = resumeAt - Date.now())
      await sleep(delay)
  }
  return async (request, canRetry) => {
    for (let failures = 0, waits = 0; ;) {
      await waitForTurn()
      try {
        return await request()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (isRateLimited(error) && waits < MAX_WAITS) {
          waits += 1
          resumeAt = Math.max(resumeAt, Date.now() + retryDelay(error, 1))
          continue
        }
        failures += 1
        if (!canRetry(error, failures)) throw error
        await sleep(retryDelay(error, failures))
      }
    }
  }
}
