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
  /** The base URL of the API, ending in `/v1`. */
  readonly base_url: string
  /** The resource to create existed already. */
  readonly existed: boolean
  readonly etags: boolean
}

/** A success response as it is sent, and stored under an idempotency key. */
export function serializeOutput(
  row: Row,
  output: unknown,
  { base_url, existed, etags }: OutputOptions,
): StoredResponse {
  const [created = 200, existing = created] = [row.status ?? 200].flat()
  const status = existed ? existing : created
  if (status === 204) return { status, body: '', headers: {} }
  const body = JSON.stringify(output)
  const headers: Record<string, string> = etags ? { ETag: etagOf(output, body) } : {}
  if (row.location !== undefined && !existed)
    headers['Location'] = base_url + formatLocation(row.location, output)
  return { status, body, headers }
}

/** `/lists/:list_id/contacts/:id` with the fields of the created resource. */
const formatLocation = (template: string, output: unknown) =>
  template.replace(/:(\w+)/g, (_, field: string) => String(Reflect.get(Object(output), field)))

export function respond(
  context: RequestContext,
  { status, body, headers: stored }: StoredResponse,
): HttpResponse {
  const { request, headers } = context
  for (const name in stored) setHeader(headers, name, stored[name] ?? '')
  if (isReadRequest(request) && matchesAny(request.headers['if-none-match'], stored['ETag'] ?? ''))
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
