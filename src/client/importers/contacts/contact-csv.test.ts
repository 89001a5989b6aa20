import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createCsv } from '#client/csv-text.ts'
import { createContactCsv, streamContactCsv } from './contact-csv.ts'
import { planContacts } from './parse-contacts.ts'

const options = { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z' }
const created_at = '2026-01-02T03:04:05.678Z'
const ada = { email_address: 'ada@x.io', status: 'subscribed', tags: ['vip'], created_at } as const

interface Person {
  readonly email_address: string
  readonly tags: readonly string[]
  readonly fields: Readonly<Record<string, string>>
}

/** What an import reads from the export of these contacts. */
function reimport(people: readonly Person[]) {
  const csv = createContactCsv(people.flatMap(({ fields }) => Object.keys(fields)))
  const rows = people.map((person) => csv.toRow({ ...ada, ...person, tags: [...person.tags] }))
  const { contacts, findings } = planContacts(createCsv(csv.headers, rows), 'a.csv', options)
  expect(findings.rejected).toEqual([])
  return contacts.map(({ email_address, tags, status, fields, created_at: time }) => {
    expect([status, time]).toEqual(['subscribed', created_at])
    return { email_address, tags, fields: Object.fromEntries(fields) }
  })
}

test('an export has the fields of all its contacts as columns', () => {
  const csv = createContactCsv(['Town', 'Name', 'Town'])
  expect(csv.headers).toEqual(['email_address', 'status', 'tags', 'created_at', 'Name', 'Town'])
  expect(csv.toRow({ ...ada, tags: ['vip', 'a, b', '"x"'], fields: { Town: 'Ulm' } })).toEqual([
    'ada@x.io',
    'subscribed',
    'vip,"a, b","""x"""',
    created_at,
    undefined,
    'Ulm',
  ])
})

test.each([
  ['that an import reads as something else', { Status: 'gold', 'E-Mail': 'x', NOTES: 'y' }],
  ['that differ by case only', { Town: 'Ulm', town: 'Bonn' }],
  ['called __proto__ and attributes', JSON.parse('{"__proto__":"x","attributes":"y"}')],
  ['that begin like a formula', { '=cmd': '+49 30', "'=x": "'=1", '-a': "''@b" }],
])('T95 fields %s survive an export and an import', (_, fields) => {
  const person = { email_address: 'ada@x.io', tags: ['vip'], fields }
  expect(reimport([person])).toEqual([person])
})

test('T95 addresses and tags that begin like a formula survive too', () => {
  const person = { email_address: '=a@x.io', tags: ['-x', '@y'], fields: {} }
  expect(reimport([person])).toEqual([person])
})

test.each([
  ' a',
  'a ',
  "' a",
  "'a ",
  "''",
  ' ',
  "' '",
  '=1 ',
  '\u00a0a',
  ' =1',
  "' =1",
  '＝1',
  '\n=1',
])('the value %j survives with its spaces', (value) => {
  const person = { email_address: 'ada@x.io', tags: [], fields: { Note: value } }
  expect(reimport([person])).toEqual([person])
})

const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const text = word.map((value) => value.normalize('NFC').replace(/[\p{Cc}\p{Cs}]/gu, 'x'))
const name = text.map((value) => value.trim()).filter((value) => value !== '')

test('T95 any tags and fields survive an export and an import', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { selector: (value) => value.toLowerCase(), maxLength: 4 }),
      fc.dictionary(name, text, { maxKeys: 5 }),
      (tags, fields) => {
        const person = { email_address: 'ada@x.io', tags, fields: { ...fields } }
        expect(reimport([person])).toEqual([person])
      },
    ),
  )
})

async function collect(chunks: AsyncIterable<string>) {
  const texts: string[] = []
  for await (const chunk of chunks) texts.push(chunk)
  return texts
}

test('fields of contacts beyond those in memory survive in a JSON column', async () => {
  const people = [{ Town: 'Ulm' }, { Town: 'Bonn' }, { Pet: '=cat', Town: '' }].map(
    (fields: Record<string, string>, index) => ({
      ...ada,
      email_address: `p${index}@x.io`,
      tags: ['vip'],
      fields,
    }),
  )
  let pages = 0
  async function* read() {
    for (const person of people) {
      pages += 1
      yield [person]
    }
  }
  const chunks = await collect(streamContactCsv(read(), {}, 2))
  expect(chunks[0]).toBe('\uFEFFemail_address,status,tags,created_at,Town,attributes\r\n')
  expect(pages).toBe(3)
  const { contacts } = planContacts(chunks.join(''), 'a.csv', options)
  expect(contacts.map(({ fields }) => Object.fromEntries(fields))).toEqual([
    { Town: 'Ulm' },
    { Town: 'Bonn' },
    { Pet: '=cat' },
  ])
  // All of them fit: each field has a column.
  const [headers] = await collect(streamContactCsv(read()))
  expect(headers).toBe('\uFEFFemail_address,status,tags,created_at,Pet,Town\r\n')
})
