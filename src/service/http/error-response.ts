import { type ErrorEnvelope, statusOf } from '#contract/errors.ts'
import { jsonResponse } from '#service/http/endpoint/json-response.ts'
import type { Log } from '#service/log.ts'
import { Refusal } from '#service/refusal.ts'
import { type HttpResponse, type RequestContext, setHeader, startResponse } from './http-message.ts'

/** The one writer of errors: whatever was thrown leaves as the envelope, without internals. */
export function errorResponse(context: RequestContext, thrown: unknown, log: Log): HttpResponse {
  const refusal = toRefusal(thrown)
  if (refusal.code === 'internal_error') {
    const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    log('error', 'internal_error', { request_id: context.request_id, error })
  }
  return refusalResponse(context, refusal)
}

/** For what came so broken that nobody knows what was asked. */
export function malformedRequest(
  message: string,
  status: 400 | 408 | 431,
  request_id?: string,
): HttpResponse {
  return refusalResponse(
    startResponse(request_id),
    new Refusal('validation_error', message, { status }),
  )
}

function refusalResponse(
  begun: Pick<RequestContext, 'request_id' | 'headers'>,
  refusal: Refusal,
): HttpResponse {
  for (const [name, value] of Object.entries(refusal.extra.headers ?? {}))
    setHeader(begun.headers, name, value)
  const envelope = JSON.stringify(envelopeOf(refusal, begun.request_id))
  return jsonResponse(begun, statusOfRefusal(refusal), envelope)
}

export const routeNotFound = (path: string): Refusal =>
  new Refusal('not_found', `There is nothing at ${path.slice(0, 200)}.`)

export const methodNotAllowed = (allow: string): Refusal =>
  new Refusal('method_not_allowed', `This address answers ${allow}.`, { headers: { Allow: allow } })

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
  if (isTransient(thrown))
    return new Refusal('service_unavailable', 'The database cannot take this right now.', {
      headers: { 'Retry-After': '5' },
    })
  return new Refusal('internal_error', 'Something went wrong in the service. Nothing was changed.')
}

/** Disk full, out of memory, too many connections, too slow, shutting down, connection lost: all pass. */
const isTransient = (thrown: unknown): boolean =>
  /^(53|57P0|57014|08|40001|40P01)|^(ENOSPC|ECONNREFUSED|ECONNRESET)$/.test(errorCodeOf(thrown)) ||
  (thrown instanceof Error && withoutCode.test(thrown.message))

// The driver tells these in words alone.
const withoutCode =
  /^timeout exceeded when trying to connect|^Connection terminated|is not queryable$/

const errorCodeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
