import { randomBytes } from 'node:crypto'

import type { Caller } from '#service/context.ts'
import { securityHeaders } from '#service/http/policy/security-headers.ts'
import type { Refusal } from '#service/refusal.ts'

/** A request, independent of the adapter it came through. */
export interface HttpRequest {
  readonly method: string
  /** As received: percent-encoded, without the query. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  /** Keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The origin the caller used to reach the service, such as `http://localhost:4400`. */
  readonly origin: string
  /** The other end of the connection: the caller, or the last proxy. */
  readonly peer: string
  /** Undefined without a body. Reads at most `limit` bytes; resolves to undefined when there are more. */
  readonly body: ((limit: number) => Promise<Uint8Array | undefined>) | undefined
}

/** Alternating names and values: the format `writeHead` serializes fastest. */
type HeaderList = string[]

export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
}

/** With a refusal, the request is not handled: the response has only what lets its client read the refusal. */
export type RequestHandler = (request: HttpRequest, refusal?: Refusal) => Promise<HttpResponse>

export interface RequestContext {
  readonly request: HttpRequest
  readonly request_id: string
  /** Response headers, sent with success and error responses alike. */
  readonly headers: HeaderList
}

export interface AuthenticatedContext extends RequestContext {
  readonly caller: Caller
  /** The client's, as far as it is known. */
  readonly address: string
}

export function setHeader(headers: HeaderList, name: string, value: string): void {
  const index = headers.indexOf(name)
  if (index < 0) headers.push(name, value)
  else headers[index + 1] = value
}

export const isReadRequest = ({ method }: HttpRequest): boolean =>
  method === 'GET' || method === 'HEAD'

// Unique without being secret: a random prefix per process, then a counter.
const processId = randomBytes(9).toString('base64url')
let count = 0

/** The caller's `X-Request-Id` when it is safe to log, otherwise a new id. */
function resolveRequestId(requestedId: string | undefined): string {
  // Request ids are logged, so an API key sent by mistake must not become one.
  if (requestedId !== undefined && /^(?!wsk_)[\w.-]{1,64}$/.test(requestedId)) return requestedId
  return `req_${processId}${(++count).toString(36)}`
}

/** The headers that every response has, error responses included. */
export function startResponse(
  requestedId: string | undefined,
): Pick<RequestContext, 'request_id' | 'headers'> {
  const request_id = resolveRequestId(requestedId)
  return { request_id, headers: [...securityHeaders, 'X-Request-Id', request_id] }
}
