import { unnamed } from '#contract/document-rows.ts'
import type { Asked } from '#service/http/http-message.ts'
import { Refusal } from '#service/refusal.ts'

/** What a caller may say in headers beyond the public document. */
export const additionalHeaders = [
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'Last-Event-ID',
]

/** A service of the plain document says so, instead of ignoring what it cannot keep. */
export function refuseAdditionalHeaders({ headers }: Asked): void {
  const given = additionalHeaders.filter((name) => headers[name.toLowerCase()] !== undefined)
  if (given.length === 0) return
  const details = given.map((field) => ({
    field,
    code: 'unknown_header',
    message: unnamed,
  }))
  throw new Refusal('validation_error', `${given[0]}: ${unnamed}`, { details })
}
