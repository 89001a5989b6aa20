import { undocumented } from '#contract/public-api-rows.ts'
import type { Config } from '#service/config.ts'
import type { HttpRequest, HttpResponse, RequestContext } from '#service/http/http-message.ts'
import { Refusal } from '#service/refusal.ts'

const exposedHeaders = [
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
].join(',')

/** Request headers beyond those of the public API document. */
const additionalHeaders = [
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'Last-Event-ID',
]

/** Which other origins may call the API, never with credentials. */
export function createCors({ corsOrigins, profile }: Config) {
  const allowedHeaders = [
    'Authorization',
    'Content-Type',
    ...(profile === 'public' ? [] : additionalHeaders),
  ]
  const preflightHeaders = [
    'Access-Control-Allow-Methods',
    'GET,HEAD,POST,PATCH,DELETE',
    'Access-Control-Allow-Headers',
    allowedHeaders.join(','),
    'Access-Control-Max-Age',
    '600',
  ]
  return {
    /** Lets a page of an allowed origin read the response. */
    allowOrigin({ request, headers }: RequestContext): void {
      const { origin } = request.headers
      if (origin === undefined || !corsOrigins.includes(origin)) return
      headers.push('Access-Control-Allow-Origin', origin)
      headers.push('Access-Control-Expose-Headers', exposedHeaders)
    },
    /** Needs no API key: browsers send none with a preflight. */
    preflight: ({ headers }: RequestContext): HttpResponse => ({
      status: 204,
      headers: [...headers, ...preflightHeaders],
      body: null,
    }),
  }
}

/** The public profile rejects headers it does not support, instead of ignoring them. */
export function refuseAdditionalHeaders({ headers }: HttpRequest): void {
  const unsupported = additionalHeaders.filter((name) => headers[name.toLowerCase()] !== undefined)
  if (unsupported.length === 0) return
  const details = unsupported.map((field) => ({
    field,
    code: 'unknown_header',
    message: undocumented,
  }))
  throw new Refusal('validation_error', `${unsupported[0]}: ${undocumented}`, { details })
}
