import { expect, test } from 'vitest'

import { openContactLookup } from './existing-contacts.ts'

const call = () => Promise.reject(new Error('The export has all contacts.'))

const contact = (name: string, town = 'Ulm') => ({
  id: `con_${name}`,
  email_address: `${name}@x.io`,
  status: 'subscribed' as const,
  tags: [],
  fields: { Town: town },
})

const plannedContact = (name: string) => ({
  key: `${name}@x.io`,
  email_address: `${name}@x.io`,
  fields: new Map<string, string>(),
  tags: [],
  status: undefined,
  created_at: undefined,
  unsubscribed_at: undefined,
  isStatusAssumed: false,
  isFirstUndecided: true,
  rows: [],
})

test('addresses with one number, and texts longer than a block, keep their contacts', async () => {
  // `a` and `b` have one number, as two in a billion do; `d` is not in the file.
  const numbers = new Map([
    ['a@x.io', 0],
    ['b@x.io', 0],
    ['long@x.io', 1],
    ['c@x.io', 2],
  ])
  const contacts = [
    contact('a'),
    contact('b'),
    contact('long', 'ü'.repeat(800_000)),
    contact('c'),
    contact('d'),
  ]
  const lines = [...contacts, { count: contacts.length }].map((line) => `${JSON.stringify(line)}\n`)
  const lookup = await openContactLookup({
    call,
    list: { id: 'lst_1', name: 'L' },
    concurrency: 1,
    download: async () => new Blob(lines).stream(),
    rowCount: 4,
    count: 4,
    addressIndex: (key) => numbers.get(key),
  })
  const found = await lookup(['a', 'b', 'c', 'd', 'long', 'nobody'].map(plannedContact))
  expect([...found].map(([key, { id }]) => [key, id])).toEqual([
    ['a@x.io', 'con_a'],
    ['b@x.io', 'con_b'],
    ['c@x.io', 'con_c'],
    ['long@x.io', 'con_long'],
  ])
  expect(found.get('long@x.io')?.fields['Town']).toHaveLength(800_000)
})
