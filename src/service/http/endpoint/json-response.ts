import type { Row } from '#contract/endpoint.ts'
import {
  type HttpResponse,
  type RequestContext,
  isReadRequest,
  setHeader,
} from '#service/http/http-message.ts'
import { etagOf, matchesAny } from '#service/http/policy/etag.ts'
import type { StoredResponse } from '#service/http/policy/idempotency.store.ts'

interface OutputOptions {
  /** The address of the service, which ends in `/v1`. */
  readonly base: string
  /** What was to be made existed already. */
  readonly existed: boolean
  readonly etags: boolean
}

/** A success as it will be sent, and stored under an idempotency key. */
export function serializeOutput(
  row: Row,
  output: unknown,
  { base, existed, etags }: OutputOptions,
): StoredResponse {
  const [made = 200, found = made] = [row.status ?? 200].flat()
  const status = existed ? found : made
  if (status === 204) return { status, body: '', headers: {} }
  const body = JSON.stringify(output)
  const headers: Record<string, string> = etags ? { ETag: etagOf(output, body) } : {}
  if (row.location !== undefined && !existed)
    headers['Location'] = base + formatLocation(row.location, output)
  return { status, body, headers }
}

/** `/lists/:list_id/contacts/:id` with the fields of the thing itself. */
const formatLocation = (location: string, thing: unknown) =>
  location.replace(/:(\w+)/g, (_, field: string) => String(Reflect.get(Object(thing), field)))

export function respond(
  context: RequestContext,
  { status, body, headers: own }: StoredResponse,
): HttpResponse {
  const { request, headers } = context
  for (const field in own) setHeader(headers, field, own[field] ?? '')
  if (isReadRequest(request) && matchesAny(request.headers['if-none-match'], own['ETag'] ?? ''))
    return { status: 304, headers, body: null }
  if (status === 204) return { status, headers, body: null }
  return jsonResponse(context, status, body)
}

export function replayResponse(context: RequestContext, stored: StoredResponse): HttpResponse {
  setHeader(context.headers, 'Idempotent-Replayed', 'true')
  return respond(context, stored)
}

/** `body` is JSON text. */
export function jsonResponse(
  { headers }: Pick<RequestContext, 'headers'>,
  status: number,
  body: string,
): HttpResponse {
  setHeader(headers, 'Content-Type', 'application/json; charset=utf-8')
  return { status, headers, body }
}
