import { ApiError, createUnreachableError } from './api-error.ts'
import { parseBaseUrl } from './base-url.ts'
import { parseError } from './parse-response.ts'

interface RawOptions {
  readonly base_url: string
  readonly key: string
  readonly signal: AbortSignal
  /** Milliseconds until the end of the response. */
  readonly timeout?: number | undefined
}

/** A response as it came, also one with an error. */
export interface RawResponse {
  readonly status: number
  readonly text: string
  readonly bytes: number
  /** The body is longer than what was read of it. */
  readonly isCut: boolean
  /** What the response says where it is an error. */
  readonly error: ApiError | undefined
}

const DEFAULT_TIMEOUT = 15_000
const MAX_BYTES = 4 * 1024 * 1024

/**
 * Reads a path relative to the API URL for people who try a request: no status or shape is refused and nothing is stored.
 * Rejects with an `ApiError` without a response, or with the reason of `signal`.
 */
export async function readRaw(options: RawOptions, path: string): Promise<RawResponse> {
  const { base_url, key, signal, timeout = DEFAULT_TIMEOUT } = options
  const base = parseBaseUrl(base_url)
  if (!base.ok) throw new TypeError(base.message)
  const deadline = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(base.base_url + path, {
      headers: { accept: 'application/json', authorization: `Bearer ${key}` },
      signal: AbortSignal.any([signal, deadline]),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual', // One that is followed would send the key to another address.
    })
    if (isRedirect(response)) throw createRedirectError()
    const body = await readBody(response)
    const error = isSuccess(response) ? undefined : parseError(response, body.text)
    return { status: response.status, ...body, error }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof ApiError) throw error
    const message = deadline.aborted
      ? `No response within ${Math.round(timeout / 1000)} s.`
      : `Could not reach ${base.host}.`
    throw createUnreachableError(message, error)
  }
}

async function readBody({
  body,
}: Response): Promise<Pick<RawResponse, 'text' | 'bytes' | 'isCut'>> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true })
    bytes += part.value.byteLength
    if (bytes <= MAX_BYTES) continue
    void reader?.cancel().catch(() => undefined) // the connection may be closed already
    return { text, bytes, isCut: true }
  }
  return { text: text + decoder.decode(), bytes, isCut: false }
}

/** "Not modified" answers what was asked. */
const isSuccess = ({ ok, status }: Response) => ok || status === 304

/** A browser hides the status of a redirect that it does not follow. */
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)

const createRedirectError = () =>
  new ApiError({
    code: 'redirected',
    status: 0,
    message: 'The server redirects the request. Redirects aren’t followed.',
  })
