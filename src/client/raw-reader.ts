import { type ApiError, asApiError, createUnreachableError } from './api-error.ts'
import { parseBaseUrl } from './base-url.ts'
import { parseResponse } from './parse-response.ts'

interface RawOptions {
  readonly base_url: string
  readonly key: string
  readonly signal: AbortSignal
  readonly fetch?: typeof fetch | undefined
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
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const base = parseBaseUrl(base_url)
  if (!base.ok) throw new TypeError(base.message)
  const deadline = AbortSignal.timeout(timeout)
  try {
    const response = await send(base.base_url + path, {
      headers: { accept: 'application/json', authorization: `Bearer ${key}` },
      signal: AbortSignal.any([signal, deadline]),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error', // A redirect would send the key to another address.
    })
    const body = await readBody(response)
    const error = response.ok ? undefined : await readError(response, body.text)
    return { status: response.status, ...body, error }
  } catch (error) {
    if (signal.aborted) throw signal.reason
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

const readError = ({ status, headers }: Response, text: string): Promise<ApiError> =>
  parseResponse(new Response(text, { status, headers }), false).then(
    () => asApiError(new TypeError('A failed response parses as a success.')),
    asApiError,
  )
