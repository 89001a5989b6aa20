import type { EndpointName, Input, ResponseBody } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { ApiError, createUnreachableError } from './api-error.ts'
import { parseBaseUrl } from './base-url.ts'
import { buildRequest, type ApiRequest } from './build-request.ts'
import { isRecord } from './is-record.ts'
import { parseResponse } from './parse-response.ts'
import { createPrefetchedResponses, type PrefetchedResponses } from './prefetched-responses.ts'

interface ApiOptions {
  readonly base_url: string
  readonly key: string
  /** Aborts every call of this client. */
  readonly signal?: AbortSignal | undefined
  readonly fetch?: typeof fetch | undefined
  /** Responses to requests that the page sent before this code was loaded. */
  readonly prefetched?: PrefetchedResponses | undefined
}

/** Optional headers are sent only when set: a server with the public API alone may reject them. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly idempotency_key?: string | undefined
  /** The header value, including quotes: see `ifMatch`. */
  readonly if_match?: string | undefined
  readonly request_id?: string | undefined
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean | undefined
  /** Milliseconds; 15 seconds by default. */
  readonly timeout?: number | undefined
  /** Receives the response headers before the body is read: `ETag`, `Date`, `X-Request-Id`. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined
}

/** Calls one endpoint. Rejects with an `ApiError`, or with the signal's reason when the caller aborts. */
export type Call = <N extends EndpointName>(
  name: N,
  input: Input<N>,
  options?: CallOptions,
) => Promise<ResponseBody<N>>

const DEFAULT_TIMEOUT = 15_000

export function createApiClient({ base_url, key, signal, ...config }: ApiOptions): Call {
  const base = parseBaseUrl(base_url)
  if (!base.ok) throw new TypeError(base.message)
  const send = config.fetch ?? globalThis.fetch.bind(globalThis)
  const takePrefetched = createPrefetchedResponses(config.prefetched, base.base_url, key)

  return async function call<N extends EndpointName>(
    name: N,
    input: Input<N>,
    options: CallOptions = {},
  ): Promise<ResponseBody<N>> {
    const request = buildRequest(name, input)
    const timeout = options.timeout ?? DEFAULT_TIMEOUT
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeout)
    const signals = [deadline.signal, signal, options.signal].filter((one) => one !== undefined)
    const anySignal = AbortSignal.any(signals)
    let message = `Could not reach ${base.host}.`
    try {
      anySignal.throwIfAborted()
      const early = takePrefetched(request)
      const response = await (early
        ? abortable(early, anySignal)
        : send(base.base_url + request.path, createRequestInit(request, key, options, anySignal)))
      message = `${base.host} closed the connection before the end of the response.`
      options.onHeaders?.(response.headers)
      const body = await abortable(parseResponse(response, name.startsWith('DELETE ')), anySignal)
      assertResponseShape(name, body, response)
      // The only place that casts the wire to the contract's types; pages tolerate missing fields.
      return addPathParams(name, input, body) as ResponseBody<N>
    } catch (error) {
      const isTimeout = deadline.signal.aborted
      if (anySignal.aborted && !isTimeout && !(error instanceof ApiError)) throw anySignal.reason
      if (isTimeout) message = `No response within ${Math.round(timeout / 1000)} s.`
      const apiError = error instanceof ApiError ? error : createUnreachableError(message, error)
      throw withRequestId(apiError, options.request_id)
    } finally {
      clearTimeout(timer)
    }
  }
}

function createRequestInit(
  { method, body }: ApiRequest,
  key: string,
  options: CallOptions,
  signal: AbortSignal,
): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  headers['authorization'] = `Bearer ${requireValidKey(key)}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (options.idempotency_key) headers['idempotency-key'] = options.idempotency_key
  if (options.if_match) headers['if-match'] = options.if_match
  if (options.request_id) headers['x-request-id'] = options.request_id
  return {
    method,
    headers,
    signal,
    body: body ?? null,
    keepalive: options.keepalive ?? false,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error', // A redirect would send the key to another address.
  }
}

// A character that no header allows: fetch would fail as if there were no network.
function requireValidKey(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new ApiError({
    code: 'unauthenticated',
    status: 401,
    message: 'Invalid API key: only printable ASCII characters without spaces are allowed.',
  })
}

/** Rejects when `signal` aborts, because a prefetched response has no signal. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** The `If-Match` value for the `version` of an item. */
export const ifMatch = (version: string) => `"${version}"`

/** The version part of a weak or strong `ETag`. */
export const parseETagVersion = (etag: string | null): string | undefined =>
  /^(?:W\/)?"([^".]+)/.exec(etag ?? '')?.[1]

// They return a single object, which their path does not show.
const singleResources = new Set([
  '/cards/summary',
  '/workspace',
  '/openapi.json',
  '/campaigns/:campaign_id/report',
  '/webhooks/:webhook_id/stats',
  '/event-kinds/:kind/sample',
])

/** Rejects a read response of the wrong kind: a page without `data`, an object without `id`. Other fields may be missing. */
export function assertResponseShape(name: EndpointName, body: unknown, response: Response): void {
  const { method, path } = parseRequestLine(name)
  if (method !== 'GET' || singleResources.has(path)) return
  const isSingle = path === '/me' || /\/:\w+$/.test(path)
  if (path === '/me' ? isIdentity(body) : isSingle ? hasId(body) : isPage(body)) return
  throw new ApiError({
    code: 'internal_error',
    status: response.status,
    message: `Unexpected response: expected ${isSingle ? 'an object with an id' : 'a list'}.`,
    request_id: response.headers.get('x-request-id') ?? undefined,
  })
}

const hasId = (body: unknown): boolean => isRecord(body) && typeof body['id'] === 'string'

const isIdentity = (body: unknown): boolean =>
  isRecord(body) && isRecord(body['key']) && hasId(body['workspace'])

const isPage = (body: unknown): boolean =>
  isRecord(body) && Array.isArray(body['data']) && body['data'].every(isRecord)

/** Names an error for people only; no server knows this id: see docs/decisions/021-client-request-ids.md. */
const generateRequestId = () => `own-${Math.random().toString(36).slice(2, 10)}`

/** The error with the response's request id, else the one in the request, else a generated one. */
const withRequestId = (error: ApiError, requestId: string | undefined): ApiError =>
  error.request_id
    ? error
    : new ApiError({
        ...error,
        message: error.message,
        request_id: requestId ?? generateRequestId(),
        cause: error.cause,
      })

/** Adds path parameters that list items omit, as the public API does: `board_id` to items of `/boards/:board_id/cards`. */
export function addPathParams(name: EndpointName, input: object, body: unknown): unknown {
  const data = isRecord(body) ? body['data'] : undefined
  if (!isRecord(body) || !Array.isArray(data) || !data.every(isRecord)) return body
  const { params } = parseRequestLine(name)
  if (data.every((item) => params.every((param) => param in item))) return body
  const pathParams = Object.fromEntries(params.map((param) => [param, Reflect.get(input, param)]))
  return { ...body, data: data.map((item) => ({ ...pathParams, ...item })) }
}
