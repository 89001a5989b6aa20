import { expect, test } from 'vitest'

import { planContacts } from './parse-contacts.ts'
import { splitIntoBatches } from './write-contacts.ts'

const diffsOf = (text: string) =>
  planContacts(text, 'c.csv', { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z' }).contacts.map(
    (contact) => ({ contact, existing: undefined, changes: {} }),
  )
const sizes = (diffs: ReturnType<typeof diffsOf>) =>
  [...splitIntoBatches(diffs)].map((batch) => batch.length)

test('a batch has at most two hundred contacts', () => {
  const rows = Array.from({ length: 401 }, (_, n) => `a${n}@x.io`)
  expect(sizes(diffsOf(`Email\n${rows.join('\n')}`))).toEqual([200, 200, 1])
  expect(sizes([])).toEqual([])
})

test('a batch stays below what the service takes, however much its contacts hold', () => {
  const names = Array.from({ length: 100 }, (_, n) => `f${n}`)
  // Four bytes each in UTF-8: 800 kB to a contact.
  const row = names.map(() => '𝔸'.repeat(2000)).join(',')
  const rows = Array.from({ length: 13 }, (_, n) => `a${n}@x.io,${row}`)
  expect(sizes(diffsOf(`Email,${names}\n${rows.join('\n')}`))).toEqual([11, 2])
})
