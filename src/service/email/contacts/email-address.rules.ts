import { domainToASCII } from 'node:url'

import { invalidField } from '#service/refusal.ts'

const maxBytes = 254
// Format characters would make an address look like another one.
const invisible = /\p{Cf}/u
const domainName = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/

/**
 * Normalizes an address for comparison: the domain in lower case and ASCII, the local part in lower case.
 * Dots and plus signs stay: they mean something to the receiving server. Undefined when it is not an address.
 */
export function addressKey(address: string): string | undefined {
  const trimmed = address.normalize('NFC').trim()
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || invisible.test(trimmed)) return undefined
  const local = trimmed.slice(0, at).toLowerCase().normalize('NFC')
  const domain = domainToASCII(trimmed.slice(at + 1))
  const key = `${local}@${domain}`
  return domainName.test(domain) && Buffer.byteLength(key) <= maxBytes ? key : undefined
}

/** Refuses an invalid address. */
export function requireAddressKey(address: string, field = '/email_address'): string {
  const key = addressKey(address)
  if (key === undefined)
    throw invalidField(field, 'not_an_address', `Invalid email address: ${address}.`)
  return key
}

// Ids contain no `@`.
export const isAddress = (id_or_email: string): boolean => id_or_email.includes('@')
