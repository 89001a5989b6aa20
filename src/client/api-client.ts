import type { EndpointName, Input, Output } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { ApiError, unreachable } from './api-error.ts'
import { parseBaseUrl } from './base-url.ts'
import { buildRequest, type Request } from './build-request.ts'
import { isRecord } from './is-record.ts'
import { parseResponse } from './parse-response.ts'
import { createPrefetchedResponses, type PrefetchedResponses } from './prefetched-responses.ts'

interface ApiOptions {
  readonly base_url: string
  readonly key: string
  /** Ends every call of this client. */
  readonly signal?: AbortSignal | undefined
  readonly fetch?: typeof fetch | undefined
  /** Answers the page asked for before this code was loaded. */
  readonly first?: PrefetchedResponses | undefined
}

/** Extra headers go out only when given: a service of the public document alone may refuse them. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly idempotency_key?: string | undefined
  /** As it goes out, with its quotes: see `ifMatch`. */
  readonly if_match?: string | undefined
  readonly request_id?: string | undefined
  /** Lets the request outlive the page. */
  readonly keepalive?: boolean | undefined
  /** Milliseconds; 15 seconds unless told otherwise. */
  readonly timeout?: number | undefined
  /** Sees the answer's headers before its body is read: `ETag`, `Date`, `X-Request-Id`. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined
}

/** Asks one endpoint. Rejects with an `ApiError`, or with the signal's reason when the caller cancelled. */
export type Call = <N extends EndpointName>(
  name: N,
  input: Input<N>,
  options?: CallOptions,
) => Promise<Output<N>>

const TIME_LIMIT = 15_000

export function createApiClient({ base_url, key, signal, first, ...given }: ApiOptions): Call {
  const base = parseBaseUrl(base_url)
  if (!base.ok) throw new TypeError(base.message)
  const send = given.fetch ?? globalThis.fetch.bind(globalThis)
  const takeFirst = createPrefetchedResponses(first, base.base_url, key)

  return async function call<N extends EndpointName>(
    name: N,
    input: Input<N>,
    options: CallOptions = {},
  ): Promise<Output<N>> {
    const request = buildRequest(name, input)
    const timer = new AbortController()
    const limit = options.timeout ?? TIME_LIMIT
    const clock = setTimeout(() => timer.abort(), limit)
    const signals = [timer.signal, signal, options.signal].filter((one) => one !== undefined)
    const over = AbortSignal.any(signals)
    let lost = `No service answered at ${base.host}.`
    try {
      over.throwIfAborted()
      const early = takeFirst(request)
      const response = await (early
        ? raced(early, over)
        : send(base.base_url + request.path, init(request, key, options, over)))
      lost = `The answer of ${base.host} broke off.`
      options.onHeaders?.(response.headers)
      const answer = await raced(parseResponse(response, name.startsWith('DELETE ')), over)
      expectResponse(name, answer, response)
      // The one border where the wire becomes the contract's types; pages stay tolerant of what is missing.
      return addPathParams(name, input, answer) as Output<N>
    } catch (error) {
      if (over.aborted && !timer.signal.aborted && !(error instanceof ApiError)) throw over.reason
      const late = `The service did not answer within ${Math.round(limit / 1000)} s.`
      const failed =
        error instanceof ApiError ? error : unreachable(timer.signal.aborted ? late : lost, error)
      throw identified(failed, options.request_id)
    } finally {
      clearTimeout(clock)
    }
  }
}

function init(
  { method, body }: Request,
  key: string,
  options: CallOptions,
  signal: AbortSignal,
): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  headers['authorization'] = `Bearer ${sendable(key)}`
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
    redirect: 'error', // A redirect would carry the key to another address.
  }
}

// What cannot stand in a header is no key; fetch would fail on it as if there were no network.
function sendable(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw new ApiError({
    code: 'unauthenticated',
    status: 401,
    message: 'A key is made of letters, digits and signs, without spaces.',
  })
}

/** An early answer knows no signal, so the wait for it is ended from here. */
function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

/** `If-Match` for an item whose `version` is known. */
export const ifMatch = (version: string) => `"${version}"`

/** The version part of an `ETag`, whether weak or strong. */
export const versionOf = (etag: string | null): string | undefined =>
  /^(?:W\/)?"([^".]+)/.exec(etag ?? '')?.[1]

// These answer with one thing, and nothing in their address says so.
const single = new Set(['/workspace', '/openapi.json', '/campaigns/:campaign_id/report'])

/**
 * Refuses what cannot be the answer to a read at all: a page without its list, a thing asked for by id without an id. What
 * else is missing or unknown is the reader's to bear.
 */
export function expectResponse(name: EndpointName, answer: unknown, response: Response): void {
  const { method, path } = parseRequestLine(name)
  if (method !== 'GET' || single.has(path)) return
  const isThing = path === '/me' || /\/:\w+$/.test(path)
  if (path === '/me' ? isIdentity(answer) : isThing ? hasId(answer) : isPage(answer)) return
  throw new ApiError({
    code: 'internal_error',
    status: response.status,
    message: `The service answered with something else than ${isThing ? 'what was asked for' : 'a list'}.`,
    request_id: response.headers.get('x-request-id') ?? undefined,
  })
}

const hasId = (answer: unknown): boolean => isRecord(answer) && typeof answer['id'] === 'string'

const isIdentity = (answer: unknown): boolean =>
  isRecord(answer) && isRecord(answer['key']) && hasId(answer['workspace'])

const isPage = (answer: unknown): boolean =>
  isRecord(answer) && Array.isArray(answer['data']) && answer['data'].every(isRecord)

/** What a failure is called by when the service gave it no id. Shown only: no service knows it, see docs/decisions. */
const ownId = () => `own-${Math.random().toString(36).slice(2, 10)}`

/** The error under the service's id, the one that was sent, or one of ours. */
const identified = (error: ApiError, sent: string | undefined): ApiError =>
  error.request_id
    ? error
    : new ApiError({
        ...error,
        message: error.message,
        request_id: sent ?? ownId(),
        cause: error.cause,
      })

/**
 * Gives the items of a list what its address said and they leave out: a card of `/boards/:board_id/cards` is of that board.
 * The public document does not show such fields.
 */
export function addPathParams(name: EndpointName, input: object, answer: unknown): unknown {
  const data = isRecord(answer) ? answer['data'] : undefined
  if (!isRecord(answer) || !Array.isArray(data) || !data.every(isRecord)) return answer
  const { params } = parseRequestLine(name)
  if (data.every((item) => params.every((param) => param in item))) return answer
  const said = Object.fromEntries(params.map((param) => [param, Reflect.get(input, param)]))
  return { ...answer, data: data.map((item) => ({ ...said, ...item })) }
}
