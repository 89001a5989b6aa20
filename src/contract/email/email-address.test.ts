import { expect, test } from 'vitest'

import { EmailAddress } from './contacts.ts'
import { addressKey, isEmailAddress } from './email-address.rules.ts'

test.each([
  'ada@x.io',
  'a+b@x.io',
  'o/brien@x.io',
  '50%25@x.io',
  "o'neil!#$&*=?^_`{|}~-@x.io",
  'a.b.c@sub.example.com',
  'zoë@bücher.example',
  'ada@xn--bcher-kva.example',
  'ΑΔΑ@παράδειγμα.example',
  '用户@例え.example',
  'A\u0308da@x.io',
  'ada@1.example',
  'ada@a--b.io',
  `${'a'.repeat(64)}@x.io`,
])('%j is an email address', (text) => {
  expect(isEmailAddress(text)).toBe(true)
  expect(EmailAddress.safeParse(text).success).toBe(true)
})

test.each([
  '',
  'ada',
  '@x.io',
  'ada@',
  'a,b@example.com',
  'a;b@example.com',
  'a(b)@example.com',
  'a:b@example.com',
  '"a"@example.com',
  '<a@example.com>',
  '.dot@example.com',
  'dot.@example.com',
  'a..b@example.com',
  'a@b@x.io',
  'a b@x.io',
  'u@-bad-.com',
  'u@bad-.com',
  'u@a_b.com',
  'u@1.2.3.4',
  'u@127.1',
  'u@[1.2.3.4]',
  'u@b',
  'ada@localhost',
  'u@x..io',
  'u@x.io.',
  'u@x.io:25',
  'u@x.io/path',
  'u@xn--a',
  'ada\u200b@x.io',
  'a\ufffdb@x.io',
  '\u212aim@x.io', // Kelvin sign
  'u@\uff58.io', // full width
  'e\ufb01@x.io', // ligature
  `${'a'.repeat(65)}@x.io`,
  `a@${'b'.repeat(64)}.io`,
  `a@${'b.'.repeat(130)}io`,
  'a@'.repeat(500_000),
])('%.20j is no email address', (text) => {
  expect(isEmailAddress(text)).toBe(false)
  expect(EmailAddress.safeParse(text).success).toBe(false)
})

test('spellings of one address have one key', () => {
  const keyOf = (text: string) => addressKey(text)
  expect(keyOf(' Ada+Tag@X.IO ')).toBe('ada+tag@x.io')
  expect(keyOf('ZOË@BÜCHER.example')).toBe(keyOf('zoe\u0308@xn--bcher-kva.example'))
  expect(keyOf('\u212aim@x.io')).toBeUndefined()
})

test('an address from before the rule is still found', () => {
  for (const address of ['a,b@example.com', '.dot@example.com', 'u@a_b.com', 'u@1.2.3.4'])
    expect(addressKey(address)).toBe(address)
})
