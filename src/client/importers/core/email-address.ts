import { lengthOf, oneLine } from './sanitize.ts'

const shape = /^[^\s@]{1,64}@(?:[A-Za-z0-9_.-]|[^\x00-\x7f\s])+$/u
const domainName = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/
const longest = 254

/**
 * What makes two spellings one address, and undefined when it is none: must agree with `service/email/contacts/email-address.rules.ts`
 * and with `EmailAddress` of the contract, which no importer may load.
 */
export function addressKey(given: string): string | undefined {
  const address = oneLine(given).text
  const at = address.lastIndexOf('@')
  if (!shape.test(address) || lengthOf(address) > longest || /\p{Cf}/u.test(address))
    return undefined
  const local = address.slice(0, at).toLowerCase().normalize('NFC')
  const key = `${local}@${asciiOf(address.slice(at + 1))}`
  const fits = domainName.test(key.slice(local.length + 1))
  return fits && new TextEncoder().encode(key).length <= longest ? key : undefined
}

/** IDNA, as browsers write it; empty when it is no name of a host. */
function asciiOf(domain: string): string {
  const plain = domain.toLowerCase()
  if (/^[a-z0-9_.-]*[a-z][a-z0-9_.-]*$/.test(plain) && !plain.includes('xn--')) return plain
  try {
    return new URL(`ws://${domain}`).hostname
  } catch {
    return ''
  }
}
