import { addressKey as keyOf, isEmailAddress } from '#contract/email/email-address.rules.ts'
import { sanitizeLine } from './sanitize.ts'

/** What makes two spellings in a file one address, and undefined when it is none. */
export function addressKey(value: string): string | undefined {
  const trimmed = value.trim()
  return isEmailAddress(trimmed) ? keyOf(sanitizeLine(trimmed).text) : undefined
}
