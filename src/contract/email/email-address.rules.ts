// What an email address is, and which spellings are one: for the contract, the service, the importers and the forms.

const maxBytes = 254
const maxLocalLength = 64

// In browsers and in Node alike; the contract is checked without the types of either.
declare const URL: new (url: string) => { readonly hostname: string }

// The rule for `<input type=email>` of the HTML standard, with letters of every script, and dots only between others.
// A comma, a semicolon or parentheses would be read as several receivers or as a comment.
const atom = /[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]|[^\x00-\x7f\s\p{Cc}\p{Cf}\ufffd]/u.source
const localPattern = new RegExp(`^(?:${atom})+(?:\\.(?:${atom})+)*$`, 'u')
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
// The last label of an IP address is a number, that of a domain never is. A name without a dot receives no mail from outside.
const domainPattern = new RegExp(`^(?:${label}\\.)+(?!\\d+$)${label}$`)
// Addresses that were stored before the rule above are found by theirs.
const storedDomainPattern = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/

/** Whether an address may be written. Of the text as it came: normalization hides look-alikes. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  if (local.length > 2 * maxLocalLength || hasLookAlike(text) || !localPattern.test(local))
    return false
  if ([...local].length > maxLocalLength) return false
  const key = addressKey(text)
  return key !== undefined && domainPattern.test(key.slice(key.lastIndexOf('@') + 1))
}

/**
 * Normalizes an address for comparison: the domain in lower case and ASCII, the local part in lower case.
 * Dots and plus signs stay: they mean something to the receiving server. Undefined when it cannot be one.
 */
export function addressKey(address: string): string | undefined {
  if (hasLookAlike(address)) return undefined
  const trimmed = address.normalize('NFC').trim()
  const at = trimmed.lastIndexOf('@')
  // Format characters would make an address look like another one.
  if (at < 1 || /\p{Cf}/u.test(trimmed)) return undefined
  const local = trimmed.slice(0, at).toLowerCase().normalize('NFC')
  const domain = toAsciiDomain(trimmed.slice(at + 1))
  const key = `${local}@${domain}`
  return storedDomainPattern.test(domain) && byteLength(key) <= maxBytes ? key : undefined
}

const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

/** Characters that normalization or a lookup would turn into ASCII: the Kelvin sign, letters of full width, ligatures. */
export function hasLookAlike(text: string): boolean {
  if (isAscii(text)) return false
  return [...text.trim()].some((one) => !isAscii(one) && /[\x00-\x7f]/.test(one.normalize('NFKC')))
}

/** In UTF-8. */
function byteLength(text: string): number {
  if (isAscii(text)) return text.length
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** IDNA, as browsers write it; empty when it is no name of a host. */
function toAsciiDomain(domain: string): string {
  // A port or a path would end the name.
  if (domain.length > maxBytes || !/^(?:[A-Za-z0-9_.-]|[^\x00-\x7f])+$/.test(domain)) return ''
  const plain = domain.toLowerCase()
  if (isAscii(plain) && /[a-z]/.test(plain) && !plain.includes('xn--')) return plain
  try {
    return new URL(`ws://${domain}`).hostname
  } catch {
    return ''
  }
}
