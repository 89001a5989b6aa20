import { randomBytes } from 'node:crypto'

// No secret, and no other process has the same: a number after what chance gave this one.
const process = randomBytes(9).toString('base64url')
let count = 0

/** The caller's own name for the request, when it is harmless; otherwise a new one. */
export function requestIdOf(given: string | undefined): string {
  // It is logged, so a key that was put there by mistake is no name for a request.
  if (given !== undefined && /^(?!wsk_)[\w.-]{1,64}$/.test(given)) return given
  return `req_${process}${(++count).toString(36)}`
}
