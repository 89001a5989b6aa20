import { expect, test } from 'vitest'

import { EmailAddress } from '#contract/email/contacts.ts'
import { addressKey as contractKey } from '#contract/email/email-address.rules.ts'
import { addressKey } from './email-address.ts'

test.each([
  'Ada@X.io',
  ' ada+tag@x.io ',
  'ada@bücher.example',
  'ada@xn--bcher-kva.example',
  'A\u0308da@x.io',
  'ada@ÉCOLE.example',
  'ada@localhost',
  'ada@127.1',
  '',
  'ada',
  '@x.io',
  'ada@',
  'a b@x.io',
  'ada@x..io',
  'ada@x.io,b',
  'ada@-x.io',
  'a@b@x.io',
  'ada\u200B@x.io',
  '\u212Aim@x.io',
  'a,b@x.io',
  'ada@x.io/path',
  'ada@xn--a',
  `${'a'.repeat(64)}@x.io`,
  `${'a'.repeat(65)}@x.io`,
  `a@${'b'.repeat(64)}.io`,
  `a@${'b.'.repeat(130)}io`,
])('the importer and the service know %j as the same address', (address) => {
  const read = EmailAddress.safeParse(address)
  expect(addressKey(address)).toBe(read.success ? contractKey(read.data) : undefined)
})
