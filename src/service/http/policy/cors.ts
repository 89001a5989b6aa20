import { unnamed } from '#contract/document-rows.ts'
import type { Config } from '#service/config.ts'
import type { HttpResponse, RequestContext, HttpRequest } from '#service/http/http-message.ts'
import { Refusal } from '#service/refusal.ts'

const exposed = [
  'ETag',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'Idempotent-Replayed',
].join(',')

/** Which other origins may call, never with credentials. */
export function createCors({ corsOrigins, profile }: Config) {
  const allowedHeaders = [
    'Authorization',
    'Content-Type',
    ...(profile === 'public' ? [] : additionalHeaders),
  ]
  const preflight = [
    'Access-Control-Allow-Methods',
    'GET,HEAD,POST,PATCH,DELETE',
    'Access-Control-Allow-Headers',
    allowedHeaders.join(','),
    'Access-Control-Max-Age',
    '600',
  ]
  return {
    /** Tells the browser of a friend that its page may read the answer. */
    allow({
      request: {
        headers: { origin },
      },
      headers,
    }: RequestContext): void {
      if (origin === undefined || !corsOrigins.includes(origin)) return
      headers.push('Access-Control-Allow-Origin', origin)
      headers.push('Access-Control-Expose-Headers', exposed)
    },
    /** Needs no key. */
    preflight: ({ headers }: RequestContext): HttpResponse => ({
      status: 204,
      headers: [...headers, ...preflight],
      body: null,
    }),
  }
}

/** What a caller may say in headers beyond the public document. */
const additionalHeaders = [
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'Last-Event-ID',
]

/** A service of the plain document says so, instead of ignoring what it cannot keep. */
export function refuseAdditionalHeaders({ headers }: HttpRequest): void {
  const given = additionalHeaders.filter((name) => headers[name.toLowerCase()] !== undefined)
  if (given.length === 0) return
  const details = given.map((field) => ({
    field,
    code: 'unknown_header',
    message: unnamed,
  }))
  throw new Refusal('validation_error', `${given[0]}: ${unnamed}`, { details })
}
