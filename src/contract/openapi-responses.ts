import { markOf } from './addition.ts'
import type { Row } from './endpoint.ts'
import { type ErrorCode, statusOf } from './errors.ts'
import { httpLimits } from './http-limits.rules.ts'
import { type Json, content, schemaOf } from './openapi-schema.ts'
import type { RequestLine } from './request-line.ts'

const header = (description: string) => ({ description, schema: { type: 'string' } })
const etag = {
  ...header('The version and a hash of the response; servers with only the public API omit it'),
  ...markOf('etag'),
}

/** The error responses by name; 400 shares its error code with another status. */
export const errorResponses = (): Json => {
  const failure = (description: string, headers: Json = {}) => ({
    description,
    headers: { 'X-Request-Id': header('The id of this request'), ...headers },
    ...content({ $ref: '#/components/schemas/Error' }),
  })
  const retryAfter = { 'Retry-After': header('Seconds to wait') }
  const challenge = { 'WWW-Authenticate': header('The required key or scope') }
  const headers: Partial<Record<ErrorCode, Json>> = {
    unauthenticated: challenge,
    insufficient_scope: challenge,
    rate_limited: retryAfter,
    service_unavailable: retryAfter,
  }
  const words: Partial<Record<ErrorCode, string>> = {
    rate_limited: `the key has used up its rate, its address has sent too many invalid keys, or its client has ${httpLimits.perClient} requests and event streams open, which a server behind a proxy allows at a time. Wait as long as Retry-After says; nothing was done`,
  }
  const responses = (Object.keys(statusOf) as ErrorCode[]) // the keys of `statusOf` are the codes
    .map((code) => [code, failure(words[code] ? `${code}: ${words[code]}` : code, headers[code])])
  return {
    ...Object.fromEntries(responses),
    // Only requests with `If-Match` get it.
    precondition_failed: { ...failure('precondition_failed'), ...markOf('etag') },
    unparsable: failure('validation_error: the request cannot be parsed'),
  }
}

const failure = (name: string) => ({ $ref: `#/components/responses/${name}` })

export function responsesOf(row: Row, line: RequestLine): Json {
  const codes = codesOf(line).map((code) => [String(statusOf[code]), failure(code)])
  const unchanged =
    line.method === 'GET' && row.media_types === undefined
      ? { '304': { description: 'Unchanged', ...markOf('etag') } }
      : {}
  return {
    ...successes(row),
    ...unchanged,
    '400': failure('unparsable'),
    ...Object.fromEntries(codes),
  }
}

function successes(row: Row): Json {
  const statuses = [row.status ?? 200].flat()
  if (row.status === 204) return { '204': { description: 'Done' } }
  const body = content(schemaOf(row.output, 'output'), row.media_types)
  if (row.media_types !== undefined) return { '200': { description: row.summary, ...body } }
  const location =
    row.location === undefined ? {} : { Location: header('URL of the created resource') }
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      {
        description: row.summary,
        headers: { ETag: etag, ...(status === 201 || status === 202 ? location : {}) },
        ...body,
      },
    ]),
  )
}

/** `idempotency_mismatch` shares its status with `validation_error`; the schema names both. */
function codesOf({ method, params, sendsBody }: RequestLine): ErrorCode[] {
  const codes: ErrorCode[] = [
    'unauthenticated',
    'insufficient_scope',
    'validation_error',
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ]
  if (params.length > 0 || sendsBody) codes.push('not_found')
  if (method !== 'GET') codes.push('conflict', 'precondition_failed')
  if (sendsBody) codes.push('payload_too_large', 'unsupported_media_type')
  return codes
}
