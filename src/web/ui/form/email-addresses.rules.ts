/** As the server checks them. */
const pattern = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)*$/u
const MAX_LENGTH = 254

export const isAddress = (text: string): boolean =>
  text.length >= 3 && text.length <= MAX_LENGTH && pattern.test(text)

interface ParsedAddresses {
  readonly valid: readonly string[]
  /** What is no address, as it was pasted. */
  readonly invalid: readonly string[]
  /** Addresses that came again, ignoring case. */
  readonly repeated: number
}

/** Reads a text of addresses, also as "Ana Lima <ana@example.com>". */
export function parseAddresses(text: string): ParsedAddresses {
  const valid = new Map<string, string>()
  const invalid: string[] = []
  let repeated = 0
  for (const part of text.split(/[\n\r,;\t]+/)) {
    const piece = part.trim()
    if (piece === '') continue
    const bracketed = /<([^<>]*)>$/.exec(piece)?.[1]
    const address = (bracketed ?? piece)
      .trim()
      .replace(/^mailto:/i, '')
      .replace(/^["']|["']$/g, '')
    const key = address.toLowerCase()
    if (!isAddress(address)) invalid.push(piece)
    else if (valid.has(key)) repeated += 1
    else valid.set(key, address)
  }
  return { valid: [...valid.values()], invalid, repeated }
}
