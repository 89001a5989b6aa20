import type { Context } from 'hono'

import type { Row } from '#contract/endpoint.ts'
import { Refusal } from '#service/refusal.ts'
import type { Env } from './env.ts'
import { envelopeOf, statusOfRefusal } from './failures.ts'
import type { StoredAnswer } from './idempotency.store.ts'
import type { Claim } from './idempotency.ts'
import { etagOf, matchesAny } from './preconditions.ts'

interface Circumstances {
  /** The address of the service, which ends in `/v1`. */
  readonly base: string
  /** What was to be made existed already. */
  readonly existed: boolean
  readonly etags: boolean
}

/** A success as it will be sent, and stored under an idempotency key. */
export function written(
  row: Row,
  output: unknown,
  { base, existed, etags }: Circumstances,
): StoredAnswer {
  const [made = 200, found = made] = [row.status ?? 200].flat()
  const status = existed ? found : made
  if (status === 204) return { status, body: '', headers: {} }
  const body = JSON.stringify(output)
  const headers: Record<string, string> = etags ? { ETag: etagOf(output, body) } : {}
  if (row.location !== undefined && !existed)
    headers['Location'] = base + addressOf(row.location, output)
  return { status, body, headers }
}

/** `/lists/:list_id/contacts/:id` with the fields of the thing itself. */
const addressOf = (location: string, thing: unknown) =>
  location.replace(/:(\w+)/g, (_, field: string) => String(Reflect.get(Object(thing), field)))

export function send(c: Context<Env>, { status, body, headers }: StoredAnswer): Response {
  for (const [field, value] of Object.entries(headers)) c.header(field, value)
  const reads = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (reads && matchesAny(c.req.header('if-none-match'), headers['ETag'] ?? ''))
    return c.body(null, 304)
  if (status === 204) return c.body(null, 204)
  c.header('Content-Type', 'application/json; charset=utf-8')
  // Hono's type of a status with a body; only statuses of the contract come here.
  return c.body(body, status as 200)
}

export function sendAgain(c: Context<Env>, stored: StoredAnswer): Response {
  c.header('Idempotent-Replayed', 'true')
  return send(c, stored)
}

/** A refusal that a repeat would meet alike is kept under its key; what may pass frees the key. */
export async function keepRefusal(claim: Claim, thrown: unknown, request_id: string) {
  if (!(thrown instanceof Refusal)) return claim.release()
  const status = statusOfRefusal(thrown)
  if (![400, 404, 409, 412, 422].includes(status)) return claim.release()
  await claim.keep({ status, body: JSON.stringify(envelopeOf(thrown, request_id)), headers: {} })
}
