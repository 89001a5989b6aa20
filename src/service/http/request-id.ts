import { randomBytes } from 'node:crypto'

import { everywhere } from '#service/http/policy/security-headers.ts'
import type { Exchange } from './http-message.ts'

// No secret, and no other process has the same: a number after what chance gave this one.
const process = randomBytes(9).toString('base64url')
let count = 0

/** The caller's own name for the request, when it is harmless; otherwise a new one. */
function requestIdOf(given: string | undefined): string {
  // It is logged, so a key that was put there by mistake is no name for a request.
  if (given !== undefined && /^(?!wsk_)[\w.-]{1,64}$/.test(given)) return given
  return `req_${process}${(++count).toString(36)}`
}

/** What every answer begins with, a refusal too. */
export function begunAnswer(given: string | undefined): Pick<Exchange, 'request_id' | 'headers'> {
  const request_id = requestIdOf(given)
  return { request_id, headers: [...everywhere, 'X-Request-Id', request_id] }
}
