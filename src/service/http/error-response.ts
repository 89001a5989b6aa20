import { type ErrorEnvelope, statusOf } from '#contract/errors.ts'
import { isDiskFull, isTransient } from '#service/db/transient-error.ts'
import { jsonResponse } from '#service/http/endpoint/json-response.ts'
import type { Log } from '#service/log.ts'
import { Refusal } from '#service/refusal.ts'
import { type HttpResponse, type RequestContext, setHeader, startResponse } from './http-message.ts'

/** The error response for anything thrown. Internal errors are logged and reveal no details. */
export function errorResponse(context: RequestContext, thrown: unknown, log: Log): HttpResponse {
  const refusal = toRefusal(thrown)
  if (refusal.code === 'internal_error') {
    const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    log('error', 'internal_error', { request_id: context.request_id, error })
  }
  return refusalResponse(context, refusal)
}

/** The error response to a request too malformed to have a context. */
export const malformedRequest = (
  message: string,
  status: 400 | 408 | 431,
  request_id?: string,
): HttpResponse =>
  refusalResponse(startResponse(request_id), new Refusal('validation_error', message, { status }))

function refusalResponse(
  context: Pick<RequestContext, 'request_id' | 'headers'>,
  refusal: Refusal,
): HttpResponse {
  for (const [name, value] of Object.entries(refusal.extra.headers ?? {}))
    setHeader(context.headers, name, value)
  const envelope = JSON.stringify(envelopeOf(refusal, context.request_id))
  return jsonResponse(context, statusOfRefusal(refusal), envelope)
}

export const routeNotFound = (path: string): Refusal =>
  new Refusal('not_found', `No such route: ${path.slice(0, 200)}`)

export const methodNotAllowed = (allow: string): Refusal =>
  new Refusal('method_not_allowed', `Method not allowed. This route supports ${allow}.`, {
    headers: { Allow: allow },
  })

export const statusOfRefusal = (refusal: Refusal) => refusal.extra.status ?? statusOf[refusal.code]

export const envelopeOf = (refusal: Refusal, request_id: string): ErrorEnvelope => ({
  error: {
    code: refusal.code,
    message: refusal.message,
    ...(refusal.extra.details ? { details: refusal.extra.details } : {}),
    request_id,
  },
})

function toRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  if (isDiskFull(thrown)) return diskFull()
  if (isTransient(thrown))
    return new Refusal('service_unavailable', 'The database is temporarily unavailable.', {
      headers: { 'Retry-After': '5' },
    })
  return new Refusal('internal_error', 'Internal server error. Nothing was changed.')
}

/** For a client that has too many requests and streams open. */
export const tooManyAtOnce = (): Refusal =>
  new Refusal('rate_limited', 'Too many requests at a time. Try again when others have ended.', {
    headers: { 'Retry-After': '1' },
  })

/** Dashboards tell by the detail that nothing was saved, and what to do. */
export function diskFull(): Refusal {
  const message = 'The disk of the database is full. Nothing was changed.'
  return new Refusal('service_unavailable', message, {
    headers: { 'Retry-After': '5' },
    details: [{ field: '', code: 'disk_full', message }],
  })
}
