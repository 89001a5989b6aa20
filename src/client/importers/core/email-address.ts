import { lengthOf, sanitizeLine } from './sanitize.ts'

const addressPattern = /^[^\s@]{1,64}@(?:[A-Za-z0-9_.-]|[^\x00-\x7f\s])+$/u
const domainPattern = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/
const maxLength = 254
const utf8 = new TextEncoder()

/**
 * What makes two spellings one address, and undefined when it is none: must agree with `service/email/contacts/email-address.rules.ts`
 * and with `EmailAddress` of the contract, which no importer may load.
 */
export function addressKey(value: string): string | undefined {
  const address = sanitizeLine(value).text
  const at = address.lastIndexOf('@')
  if (!addressPattern.test(address) || lengthOf(address) > maxLength || /\p{Cf}/u.test(address))
    return undefined
  const local = address.slice(0, at).toLowerCase().normalize('NFC')
  const key = `${local}@${toAsciiDomain(address.slice(at + 1))}`
  const hasValidDomain = domainPattern.test(key.slice(local.length + 1))
  return hasValidDomain && byteLength(key) <= maxLength ? key : undefined
}

const byteLength = (text: string) =>
  /^[\x00-\x7f]*$/.test(text) ? text.length : utf8.encode(text).length

/** IDNA, as browsers write it; empty when it is no name of a host. */
function toAsciiDomain(domain: string): string {
  const plain = domain.toLowerCase()
  if (/^[a-z0-9_.-]*[a-z][a-z0-9_.-]*$/.test(plain) && !plain.includes('xn--')) return plain
  try {
    return new URL(`ws://${domain}`).hostname
  } catch {
    return ''
  }
}
