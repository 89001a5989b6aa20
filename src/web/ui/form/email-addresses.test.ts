import { expect, test } from 'vitest'

import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import { parseAddresses } from './email-addresses.rules.ts'

test('addresses are read from lines, commas, semicolons and names', () => {
  const text =
    'ana@example.com\n"Ben Ito" <ben@example.com>; mailto:cai@example.com,\tdee@example.com'
  expect(parseAddresses(text)).toEqual({
    valid: ['ana@example.com', 'ben@example.com', 'cai@example.com', 'dee@example.com'],
    invalid: [],
    repeated: 0,
  })
})

test('addresses that repeat ignoring case are read once', () => {
  expect(parseAddresses('Ana@example.com\nana@EXAMPLE.com\n\n')).toEqual({
    valid: ['Ana@example.com'],
    invalid: [],
    repeated: 1,
  })
})

test.each(['ana', 'ana@', '@example.com', 'ana@example..com', 'ana b@example.com', 'a@b@c'])(
  '%s is no address',
  (text) => {
    expect(isEmailAddress(text)).toBe(false)
    expect(parseAddresses(text)).toMatchObject({ valid: [], invalid: [text] })
  },
)

test('5,000 addresses of which half are wrong are read in order', () => {
  const lines = Array.from({ length: 5000 }, (_, n) => (n % 2 ? `wrong ${n}` : `a${n}@example.com`))
  const { valid, invalid, repeated } = parseAddresses(lines.join('\n'))
  expect([valid.length, invalid.length, repeated]).toEqual([2500, 2500, 0])
  expect(valid.slice(0, 2)).toEqual(['a0@example.com', 'a2@example.com'])
})

test('a text of one endless address is read without blocking', () => {
  expect(parseAddresses('a@'.repeat(500_000)).invalid).toHaveLength(1)
})
