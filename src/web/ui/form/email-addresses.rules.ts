import { addressKey, isEmailAddress } from '#contract/email/email-address.rules.ts'

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
    const key = addressKey(address) ?? address
    if (!isEmailAddress(address)) invalid.push(piece)
    else if (valid.has(key)) repeated += 1
    else valid.set(key, address)
  }
  return { valid: [...valid.values()], invalid, repeated }
}
