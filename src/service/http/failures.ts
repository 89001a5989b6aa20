import type { Context } from 'hono'

import { type ErrorEnvelope, statusOf } from '#contract/errors.ts'
import type { Log } from '#service/log.ts'
import { Refusal } from '#service/refusal.ts'
import type { Env } from './env.ts'

/** The one writer of errors: whatever was thrown leaves as the envelope, without internals. */
export function answerFailure(c: Context<Env>, thrown: unknown, log: Log): Response {
  const refusal = asRefusal(thrown)
  if (refusal.code === 'internal_error') {
    const error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
    log('error', 'internal_error', { request_id: c.get('requestId'), error })
  }
  for (const [name, value] of Object.entries(refusal.extra.headers ?? {})) c.header(name, value)
  c.header('Content-Type', 'application/json; charset=utf-8')
  const envelope = JSON.stringify(envelopeOf(refusal, c.get('requestId')))
  return c.body(envelope, statusOfRefusal(refusal))
}

export const statusOfRefusal = (refusal: Refusal) => refusal.extra.status ?? statusOf[refusal.code]

export const envelopeOf = (refusal: Refusal, request_id: string): ErrorEnvelope => ({
  error: {
    code: refusal.code,
    message: refusal.message,
    ...(refusal.extra.details ? { details: refusal.extra.details } : {}),
    request_id,
  },
})

function asRefusal(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown
  if (isPassing(thrown))
    return new Refusal('service_unavailable', 'The database cannot take this right now.', {
      headers: { 'Retry-After': '5' },
    })
  return new Refusal('internal_error', 'Something went wrong in the service. Nothing was changed.')
}

/** Disk full, out of memory, too many connections, too slow, shutting down, connection lost: all pass. */
const isPassing = (thrown: unknown): boolean =>
  /^(53|57P0|57014|08|40001|40P01)|^(ENOSPC|ECONNREFUSED|ECONNRESET)$/.test(codeOf(thrown)) ||
  (thrown instanceof Error && /timeout exceeded when trying to connect/.test(thrown.message))

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
