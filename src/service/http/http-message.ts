import { randomBytes } from 'node:crypto'

import type { Caller } from '#service/context.ts'
import { securityHeaders } from '#service/http/policy/security-headers.ts'

/** A request, whether it came over the network or from inside this process. */
export interface HttpRequest {
  readonly method: string
  /** As it was sent: percent-encoded, and without the query. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly search: string
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** How the caller names this service, such as `http://localhost:4400`. */
  readonly origin: string
  /** The other end of the connection: the caller, or the last proxy. */
  readonly peer: string
  /** Undefined when none was announced. Reads at most `limit` bytes; answers undefined when there are more. */
  readonly body: ((limit: number) => Promise<Uint8Array | undefined>) | undefined
}

/** Names and values in turns: the form in which they are written soonest. */
type HeaderList = string[]

export interface HttpResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
}

export type RequestHandler = (request: HttpRequest) => Promise<HttpResponse>

/** One request on its way through the edge. */
export interface RequestContext {
  readonly request: HttpRequest
  readonly request_id: string
  /** Sent with whatever becomes of it, a refusal too. */
  readonly headers: HeaderList
}

/** With the key accepted. */
export interface AuthenticatedContext extends RequestContext {
  readonly caller: Caller
}

export function setHeader(headers: HeaderList, name: string, value: string): void {
  const at = headers.indexOf(name)
  if (at < 0) headers.push(name, value)
  else headers[at + 1] = value
}

export const isReadRequest = ({ method }: HttpRequest): boolean =>
  method === 'GET' || method === 'HEAD'

// No secret, and no other process has the same: a number after what chance gave this one.
const processId = randomBytes(9).toString('base64url')
let count = 0

/** The caller's own name for the request, when it is harmless; otherwise a new one. */
function resolveRequestId(requestedId: string | undefined): string {
  // It is logged, so a key that was put there by mistake is no name for a request.
  if (requestedId !== undefined && /^(?!wsk_)[\w.-]{1,64}$/.test(requestedId)) return requestedId
  return `req_${processId}${(++count).toString(36)}`
}

/** What every answer begins with, a refusal too. */
export function startResponse(
  requestedId: string | undefined,
): Pick<RequestContext, 'request_id' | 'headers'> {
  const request_id = resolveRequestId(requestedId)
  return { request_id, headers: [...securityHeaders, 'X-Request-Id', request_id] }
}
