import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { FileRefused } from '#client/importers/core/import-error.ts'
import { contactImportText } from '#web/messages/en/contact-import.ts'
import { noteSentence } from '#web/ui/import/import-findings.tsx'
import {
  type ContactFile,
  checkContacts,
  createRejectedCsv,
  findOpenQuestions,
  listRejectedRows,
  openParts,
  parseContactFile,
  previewContacts,
} from './contact-file.ts'
import type { ImportChoices } from './worker-api.ts'

const choicesFor = (targets: ImportChoices['targets']): ImportChoices => ({
  targets,
  tags: [],
  tag_separator: ',',
  status: undefined,
  time_zone: 'UTC',
  date_order: undefined,
  unknown_consent: undefined,
  status_words: {},
  now: '2026-11-21T12:00:00.000Z',
})
const open = (text: string | Uint8Array, name = 'people.csv') => parseContactFile(name, text)
const check = (text: string) => {
  const file = open(text)
  return checkContacts(file, choicesFor(file.opened.targets)).check
}
const planned = (file: ContactFile, choices = choicesFor(file.opened.targets)) =>
  [...openParts(file, choices).plans()].flatMap(({ contacts }) => contacts)
const fixture = (name: string) =>
  readFileSync(new URL(`../../../client/importers/fixtures/${name}`, import.meta.url))
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('I1 commas, line breaks, a byte-order mark, semicolons and tabs are parsed', () => {
  const files = [
    '\uFEFFEmail,Note\r\na@x.io,"one, two\nthree"\r\n',
    'Email;Note\na@x.io;"one, two\nthree"\n',
    'Email\tNote\na@x.io\t"one, two\nthree"\n',
  ]
  for (const text of files) {
    const file = open(bytesOf(text))
    const [row] = previewContacts(file, choicesFor(file.opened.targets))
    expect(row).toMatchObject({ email_address: 'a@x.io', fields: [['Note', 'one, two\nthree']] })
  }
  expect(files.map((text) => open(text).opened.delimiter)).toEqual([',', ';', '\t'])
})

test('I2 the usual names of address columns are matched', () => {
  for (const header of ['Email Address', 'e-mail', 'EMAIL'])
    expect(open(`${header},City\na@x.io,Ulm`).opened.targets).toEqual([
      'email_address',
      'fields.City',
    ])
})

test('a file without a column of addresses is opened, and one can be chosen', () => {
  const file = open('Who,City\na@x.io,Ulm\nnobody,Bonn\nnone,Kiel')
  expect(() => previewContacts(file, choicesFor(file.opened.targets))).toThrow(FileRefused)
  const [row] = previewContacts(file, choicesFor(['email_address', null]))
  expect(row).toMatchObject({ email_address: 'a@x.io', fields: [], problem: undefined })
})

test.each([
  ['no rows', 'Email,Name\n', 'The file has column names but no rows.'],
  ['nothing', '\n\n', 'The file is empty.'],
  ['a broken first row', 'Email,"Name\na@x.io,Ada', 'Line 1: a quoted cell is never closed.'],
])('a file with %s is refused', (_, text, message) => {
  expect(() => open(text)).toThrow(message)
})

test('columns of one name are told apart, and become fields of the list', () => {
  const file = parseContactFile('people.csv', 'Email,First Name,City,city,City (2)\na@x.io,A', {
    fields: ['first_name', 'CITY'],
  })
  expect(file.opened.targets).toEqual([
    'email_address',
    'fields.first_name',
    'fields.CITY',
    'fields.city (3)',
    'fields.City (2)',
  ])
})

test('an image and a workbook are refused in words', () => {
  for (const start of [
    [0x89, 0x50, 0x4e, 0x47],
    [0x50, 0x4b, 0x03, 0x04],
  ])
    expect(() => open(new Uint8Array([...start, 1, 2]))).toThrow('Only text files')
})

test('a file of a hundred columns, with NUL bytes and lone quotes is parsed', () => {
  const names = Array.from({ length: 99 }, (_, at) => `f${at}`)
  const file = open(bytesOf(`Email,${names}\na@x.io,${names.map((name) => `${name}\0`)}`))
  const [row] = previewContacts(file, choicesFor(file.opened.targets))
  expect(row?.fields).toEqual(names.map((name) => [name, name]))
  expect(check('Email,Name\na@x.io,5" pipe\n').groups.valid.count).toBe(1)
})

test('a check counts valid, repeated, empty and invalid rows with their numbers', () => {
  const result = check('Email,City\na@x.io,Ulm\nA@x.io,Bonn\n,Kiel\nnot one,Köln\nb@x.io,1,2\n')
  const counts = Object.entries(result.groups).map(([group, { count }]) => [group, count])
  expect(counts).toEqual([
    ['valid', 2],
    ['repeated', 1],
    ['empty', 1],
    ['invalid', 1],
    ['other', 1],
  ])
  expect([result.rows, result.rejected]).toEqual([5, 3])
  expect(result.groups.repeated.first).toMatchObject([{ row: 3, detail: 'Same address as row 2' }])
  expect(result.groups.invalid.first).toMatchObject([{ row: 5, email_address: 'not one' }])
})

test('notes of the importer are sentences with their column and count', () => {
  const file = open(
    'Email,OPTIN_TIME,Status,Data,Key\n' +
      `a@x.io,2024-01-02 03:04:05,unsubscribed,"{""Key"":""1"",""o"":{""a"":1},"""":""2""}",v\u0001\n` +
      'A@x.io,never,subscribed,text,v\nb@x.io,9999-01-01 00:00:00,,,\n',
    'cleaned_segment_export_1.csv',
  )
  const { notes } = checkContacts(file, choicesFor(file.opened.targets)).check
  expect(notes.map((note) => noteSentence(note, contactImportText.notes))).toEqual([
    'Each key of Data becomes a field, in 1 row.',
    'Data.o is imported as JSON text in 1 row.',
    'Data has keys in 1 row that can’t be field names. They are omitted.',
    'OPTIN_TIME has no time zone in 1 row. The times are read as UTC.',
    'Key has two values in 1 row. The value of the column is used.',
    'Invisible control characters are removed from Key in 1 row.',
    'Data is imported as text in 1 row, because it isn’t a JSON object.',
    'OPTIN_TIME has no date that can be read in 1 row. Its text becomes a field.',
    '1 row repeats the address of an earlier row and updates that contact.',
    'The contact of 1 row is unsubscribed in an earlier row and stays unsubscribed.',
    'OPTIN_TIME is in the future in 1 row. Its text becomes a field.',
    '1 row without a status is imported as bounced, because of the file name.',
  ])
})

test('I5 the file of rejected rows imports again once they are corrected', () => {
  const text = 'Email,Phone\na@x.io,1\nnot one,+49 30\nb@x.io,=1\n'
  const file = open(text)
  const { findings } = checkContacts(file, choicesFor(file.opened.targets))
  const failed = [{ row: 4, email_address: 'b@x.io', detail: 'too many' }]
  const rejected = listRejectedRows(findings, failed)
  const csv = createRejectedCsv(file, rejected)
  expect(csv).toBe(
    `\uFEFFEmail,Phone,Import error\r\nnot one,'+49 30,this is not an email address\r\nb@x.io,'=1,too many\r\n`,
  )

  const fixed = open(csv.replace('not one', 'c@x.io'))
  expect(checkContacts(fixed, choicesFor(fixed.opened.targets)).check.rejected).toBe(0)
  expect(planned(fixed).map(({ fields }) => Object.fromEntries(fields))).toEqual([
    { Phone: '+49 30' },
    { Phone: '=1' },
  ])
})

test('a row with a broken quote is listed with its line, the others are valid', () => {
  const text =
    'Email,Note,City\na@x.io,"two\nlines",Ulm\nb@x.io,"Bo "B" Bo",Bonn\nc@x.io,5" pipe,Kiel\nd@x.io,"Jena'
  const file = open(text)
  const contacts = planned(file)
  expect(contacts.map(({ email_address }) => email_address)).toEqual(['a@x.io', 'c@x.io'])
  expect(contacts[1]?.fields.get('Note')).toBe('5" pipe')
  const { findings } = checkContacts(file, choicesFor(file.opened.targets))
  const rejected = listRejectedRows(findings, [])
  expect(rejected).toEqual([
    { row: 3, email_address: 'b@x.io', detail: 'Line 4: a quoted cell is followed by more text' },
    { row: 5, email_address: 'd@x.io', detail: 'Line 6: a quoted cell is never closed' },
  ])
  // Imports again as it is: its quotes are escaped.
  const next = open(createRejectedCsv(file, rejected))
  expect(planned(next).map(({ fields }) => Object.fromEntries(fields))).toEqual([
    { Note: '"Bo "B" Bo"', City: 'Bonn' },
    { Note: '"Jena' },
  ])
})

test('the real export of a thousand contacts is checked with its counts', () => {
  const text = gunzipSync(fixture('grouparoo-records-1000.csv.gz')).toString()
  const { rows, rejected, groups } = check(text)
  expect([rows, rejected, groups.valid.count, groups.repeated.count]).toEqual([1000, 0, 1000, 0])
})

test('the dates of a whole column say whether the day comes first', () => {
  const { opened } = open(
    'Email,Joined,Left\na@x.io,03/04/2023,1/2/2023\nb@x.io,13/04/2023,2/1/2023',
  )
  expect(opened.date_orders).toEqual([
    undefined,
    { order: 'day_first', example: '03/04/2023' },
    { order: 'unclear', example: '1/2/2023' },
  ])
})

test('columns of addresses and of consent are found by what they hold', () => {
  const file = open('Adresse,Newsletter,Opt-in/opt-out\na@x.io,yes,1\nb@x.io,,1\n')
  const { targets } = file.opened
  // Nobody can tell what the last one means.
  expect(targets).toEqual(['email_address', 'opt_in', undefined])
  const { consents } = findOpenQuestions(file, choicesFor(targets))
  expect(consents).toEqual([
    {
      header: 'Newsletter',
      role: 'opt_in',
      in: 1,
      out: 0,
      empty: 1,
      unclear: 0,
      examples: [],
      isAmbiguous: false,
    },
    {
      header: 'Opt-in/opt-out',
      role: 'opt_out',
      in: 0,
      out: 2,
      empty: 0,
      unclear: 0,
      examples: [],
      isAmbiguous: true,
    },
  ])
  const choices = {
    ...choicesFor(['email_address', 'opt_in', 'fields.Opt']),
    unknown_consent: 'pending' as const,
  }
  expect(findOpenQuestions(file, choices)).toMatchObject({ consents: [{}], open_consents: 1 })
  expect(planned(file, choices).map(({ status }) => status)).toEqual(['subscribed', 'pending'])
})

test('words that are no status can be given a meaning', () => {
  const file = open('Email,Status\na@x.io,Abonniert\nb@x.io,abonniert\nc@x.io,active\nd@x.io,weg\n')
  const choices = choicesFor(file.opened.targets)
  expect(findOpenQuestions(file, choices).status_words).toEqual([
    { word: 'Abonniert', count: 2 },
    { word: 'weg', count: 1 },
  ])
  const status_words = { Abonniert: 'subscribed', weg: undefined } as const
  const { findings } = checkContacts(file, { ...choices, status_words })
  expect(planned(file, { ...choices, status_words }).map(({ status }) => status)).toEqual([
    'subscribed',
    'subscribed',
    'subscribed',
  ])
  expect(findings.rejected).toMatchObject([{ id: 'd@x.io' }])
})
