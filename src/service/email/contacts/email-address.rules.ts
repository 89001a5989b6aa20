import { domainToASCII } from 'node:url'

import { invalidField } from '#service/refusal.ts'

const longest = 254
// They would make an address look like another one.
const invisible = /\p{Cf}/u
const domainName = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/

/**
 * What makes two spellings one address: the domain in lower case and ASCII, the local part compared without case.
 * Dots and plus signs stay: they mean something to the receiving server. Undefined when it is no address.
 */
export function addressKey(address: string): string | undefined {
  const trimmed = address.normalize('NFC').trim()
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || invisible.test(trimmed)) return undefined
  const local = trimmed.slice(0, at).toLowerCase().normalize('NFC')
  const domain = domainToASCII(trimmed.slice(at + 1))
  const key = `${local}@${domain}`
  return domainName.test(domain) && Buffer.byteLength(key) <= longest ? key : undefined
}

/** The key of an address that a body gives; refuses one that no mail could reach. */
export function keyOfAddress(address: string, field = '/email_address'): string {
  const key = addressKey(address)
  if (key === undefined)
    throw invalidField(field, 'not_an_address', `${address} is not an email address.`)
  return key
}

/** Ids never hold an `@`. */
export const isAddress = (id_or_email: string): boolean => id_or_email.includes('@')
