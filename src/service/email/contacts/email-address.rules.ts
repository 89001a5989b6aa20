import { addressKey } from '#contract/email/email-address.rules.ts'
import { invalidField } from '#service/refusal.ts'

/** Refuses an invalid address. */
export function requireAddressKey(address: string, field = '/email_address'): string {
  const key = addressKey(address)
  if (key === undefined)
    throw invalidField(field, 'not_an_address', `Invalid email address: ${address}.`)
  return key
}

// Ids contain no `@`.
export const isAddress = (id_or_email: string): boolean => id_or_email.includes('@')
