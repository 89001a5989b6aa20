import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { FileRefused } from '#client/importers/core/import-error.ts'
import { formatNote } from '#client/importers/core/import-notes.ts'
import type { ColumnTarget } from './contact-columns.ts'
import type { ContactOptions } from './contact-plan.ts'
import { planContacts } from './parse-contacts.ts'

const options: ContactOptions = { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z' }
const plan = (
  text: string,
  extraOptions: Partial<ContactOptions> = {},
  file_name = 'contacts.csv',
) => planContacts(text, file_name, { ...options, ...extraOptions })
const only = (text: string, extraOptions: Partial<ContactOptions> = {}, file_name?: string) => {
  const [contact] = plan(text, extraOptions, file_name).contacts
  return { ...contact, fields: Object.fromEntries(contact?.fields ?? []) }
}
const rejections = (text: string, extraOptions: Partial<ContactOptions> = {}) =>
  plan(text, extraOptions).findings.rejected.map(({ path, id, reason }) => [path, id, reason])
const warnings = (text: string, extraOptions: Partial<ContactOptions> = {}) =>
  plan(text, extraOptions)
    .findings.notes.filter(({ code }) => code !== 'no_consent_column')
    .map((note) => [formatNote(note), note.count])
const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))

test.each([
  ['ghost-valid-members-import.csv', 2],
  ['ghost-valid-members-labels.csv', 2],
  ['ghost-comprehensive-members.csv', 7],
  ['ghost-member-export.csv', 2],
  ['grouparoo-records-1000.csv.gz', 1000],
])('every row of the export %s becomes a contact', (name, rows) => {
  const bytes = fixture(name)
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const { contacts, findings } = plan(text, { unknown_consent: 'pending' }, name)
  expect([contacts.length, findings.read.contacts, findings.rejected]).toEqual([rows, rows, []])
})

test('columns of an export of members become status, tags, time and fields, all of them texts', () => {
  const text = fixture('ghost-comprehensive-members.csv').toString()
  expect(plan(text, { unknown_consent: 'unsubscribed' }).contacts).toMatchObject([
    { status: 'subscribed', tags: ['vip', 'premium'] },
    { status: 'unsubscribed', tags: ['basic'] },
    { status: 'unsubscribed', tags: [], fields: new Map([['complimentary_plan', 'false']]) },
    {
      fields: new Map([
        ['name', 'Noted Member'],
        ['note', 'A member with only a note, and commas'],
      ]),
    },
    {
      fields: new Map([
        ['name', 'true'],
        ['complimentary_plan', 'false'],
        ['note', 'false'],
      ]),
    },
    {
      fields: new Map([
        ['name', 'undefined'],
        ['complimentary_plan', 'true'],
        ['note', 'undefined'],
      ]),
    },
    { tags: ['gold', 'silver', 'bronze'] },
  ])
  expect(plan(fixture('ghost-valid-members-import.csv').toString()).contacts).toMatchObject([
    { status: 'subscribed', created_at: undefined },
    { status: 'unsubscribed', created_at: '1991-10-02T20:30:31.000Z', tags: ['test-label'] },
  ])
})

test.each(['Email', 'Email Address', 'EMAIL', 'email_address', ' e-mail '])(
  'the column %s holds the addresses',
  (header) => {
    expect(only(`name;${header}\nAda;  Ada@X.io `).email_address).toBe('Ada@X.io')
  },
)

test('a file without a column of addresses, or with two, is refused', () => {
  expect(() => plan('name,town\nAda,Ulm')).toThrow(
    'Row 1 has no "Email" column, only "name, town".',
  )
  expect(() => plan('email,Email Address\na@x.io,b@x.io')).toThrow(
    'Row 1: "email" and "Email Address" both contain email addresses. Rename one of them and try again.',
  )
})

test('a column of addresses is found by what it holds', () => {
  const text = 'Name,E-Mail-Adresse\nAda,a@x.io\nBob,bob\nCy,c@x.io\nDi,d@x.io\nEd,e@x.io'
  expect(plan(text).contacts.map(({ email_address }) => email_address)).toEqual([
    'a@x.io',
    'c@x.io',
    'd@x.io',
    'e@x.io',
  ])
  expect(only(text).fields).toEqual({ Name: 'Ada' })
  // Nobody can tell which of two is meant.
  expect(() => plan('Private,Work\na@x.io,a@y.io')).toThrow('Row 1 has no "Email" column')
})

test('rows without an address or with a wrong one are rejected by their number, the others go on', () => {
  const text = 'Email,Name\n,Ada\nno address,Bob\n"a@x.io","C\nD"\nb@,x\nd@x.io,y,z'
  expect(rejections(text)).toEqual([
    ['row 2', null, 'it has no address'],
    ['row 3', 'no address', 'this is not an email address'],
    ['row 5', 'b@', 'this is not an email address'],
    ['row 6', 'd@x.io', '3 cells for 2 columns; "z" has no column'],
  ])
  expect(plan(text).findings.read).toEqual({ contacts: 5 })
})

test('cells that are missing are empty, and empty cells more than there are columns are nothing', () => {
  expect(only('Email,Name,City\na@x.io,Ada').fields).toEqual({ Name: 'Ada' })
  expect(only('Email,Name\na@x.io,Ada,,').fields).toEqual({ Name: 'Ada' })
})

test('__proto__, constructor and toString are fields like any other', () => {
  const { fields } = plan('Email,__proto__,constructor,toString\na@x.io,1,2,3').contacts[0] ?? {}
  expect([...(fields ?? [])]).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', '3'],
  ])
})

test('the same address in another spelling updates, keeps the first spelling, and is one contact', () => {
  const text = 'Email,Name,City,Tags\nAda@X.io,Ada,Rome,a\nb@x.io,Bob,,\nada@x.IO,Ada M.,,"A,b"'
  expect(plan(text).contacts).toHaveLength(2)
  expect(only(text)).toMatchObject({
    email_address: 'Ada@X.io',
    fields: { Name: 'Ada M.', City: 'Rome' },
    tags: ['a', 'b'],
    rows: [2, 4],
  })
  expect(warnings(text)).toEqual([['duplicate email address: later rows update it', 1]])
  expect(only('Email\na@bücher.example\nA@xn--bcher-kva.example').rows).toEqual([2, 3])
})

test.each([
  ['"""VIP"",""Blog"""', ['VIP', 'Blog']],
  ['"a, b ,,a,A"', ['a', 'b']],
  ['"""Berlin, east"", new"', ['Berlin, east', 'new']],
  ['"say ""hi"""', ['say "hi"']],
  ['"""say """"hi"""""""', ['say "hi"']],
  ['"""half, open"', ['"half', 'open']],
  [' ', []],
])('the cell %s holds the tags %j', (cell, tags) => {
  expect(only(`Email,TAGS\na@x.io,${cell}`).tags).toEqual(tags)
})

test('a tag, a field or a row beyond the limits of the service is rejected, and nothing is cut', () => {
  const [long, longer] = ['x'.repeat(101), 'y'.repeat(2001)]
  expect(rejections(`Email,Tags,Note\na@x.io,${long},\nb@x.io,,${longer}`)).toEqual([
    ['row 2', 'a@x.io', 'one of the tags has 101 characters (at most 100)'],
    ['row 3', 'b@x.io', 'the Note has 2001 characters (at most 2,000)'],
  ])
  const names = Array.from({ length: 101 }, (_, n) => `f${n}`)
  expect(rejections(`Email,${names}\na@x.io,${names}`)).toEqual([
    ['row 2', 'a@x.io', 'it has 101 fields, more than 100'],
  ])
  expect(rejections(`Email,Tags\na@x.io,"${names}"`)).toEqual([
    ['row 2', 'a@x.io', 'it has 101 tags, more than 100'],
  ])
})

test('a JSON cell becomes fields, one level deep; a column of the same name counts more', () => {
  const text =
    'Email,plan,Data\na@x.io,gold,"{""plan"":""free"",""n"":5,""on"":true,""deep"":[1,2],""no"":null,"""":1}"\nb@x.io,,"[1]"\nc@x.io,,{half'
  const [a, b, c] = plan(text).contacts.map(({ fields }) => Object.fromEntries(fields))
  expect(a).toEqual({ plan: 'gold', n: '5', on: 'true', deep: '[1,2]' })
  expect([b, c]).toEqual([{ Data: '[1]' }, { Data: '{half' }])
  expect(warnings(text)).toEqual([
    ['Data: each key became a field', 1],
    ['Data.deep: imported as JSON', 1],
    ['Data: invalid field name, omitted', 1],
    ['plan: duplicate, the column is used', 1],
    ['Data: not a JSON object, imported as text', 2],
  ])
})

test('control characters are removed with a warning, accents stay', () => {
  const text = 'Email,Name\na@x.io,\u0007A\u200Fe\u0301'
  expect(only(text).fields).toEqual({ Name: 'A\u200Fé' })
  expect(warnings(text)).toEqual([['Name: control characters removed', 1]])
})

test('notes count a row once, whatever number of its parts they concern', () => {
  const value = { '': 1, ' ': 2, a: 'x\u0007', b: 'y\u0007' }
  const data = JSON.stringify(value).replaceAll('"', '""')
  const tags = 'o\u0007ne,t\u0007wo'
  const text = `Email,Tags,Data\na@x.io,"${tags}","${data}"\nb@x.io,"${tags}",`
  expect(warnings(text)).toEqual([
    ['Data: each key became a field', 1],
    ['Data: invalid field name, omitted', 1],
    ['Data: control characters removed', 1],
    ['Tags: control characters removed', 2],
  ])
})

test('a row that is rejected has no notes', () => {
  const { findings } = plan('Email,Created at\na@example.com,soon\nb@example.com,soon,more')
  expect(findings.rejected).toMatchObject([{ path: 'row 3' }])
  expect(findings.notes.filter(({ code }) => code === 'date_as_text')).toMatchObject([
    { count: 1, row: 2 },
  ])
})

test.each(['\u0000', '\u0007', '\u000b', '\u007f', '\u0085', '\u009f'])(
  'a control character in or around an address rejects the row: %j',
  (control) => {
    const addresses = [`a${control}a@x.io`, `a@x.io${control}`, `${control}a@x.io`]
    const text = ['Email', ...addresses].join('\n')
    expect(rejections(text).map(([path]) => path)).toEqual(['row 2', 'row 3', 'row 4'])
  },
)

test('spaces around cells are no part of them', () => {
  const text = 'Email , Name,Tags,Status\n  a@x.io  ,  Ada B ," vip , news ", unsubscribed \n'
  expect(only(text)).toMatchObject({
    email_address: 'a@x.io',
    fields: { Name: 'Ada B' },
    tags: ['vip', 'news'],
    status: 'unsubscribed',
  })
})

test('a quote after a space rejects its row, with its line', () => {
  const rows = ['a@x.io, "B, C"', 'b@x.io,"x,"" y"', 'c@x.io,5" and "6"', 'd@x.io, "D"']
  const problem = (line: number) => `Line ${line}: a quoted cell begins after a space`
  expect(rejections(['Email,Name', ...rows].join('\n'))).toEqual([
    ['row 2', 'a@x.io', problem(2)],
    ['row 5', 'd@x.io', problem(5)],
  ])
  // A cell in quotes may begin with the same characters.
  expect(only('Email,Name\nb@x.io," ""y"" z"').fields).toEqual({ Name: '"y" z' })
})

test('a date that cannot be read, or lies in the future, is kept as text in a field', () => {
  const text =
    'Email,OPTIN_TIME\na@x.io,9999-12-31 00:00:00\nb@x.io,2027-01-01\nc@x.io,soon\nd@x.io,2012-05-15 12:34:56\ne@x.io,'
  const { contacts } = plan(text, { time_zone: 'Europe/Berlin' })
  expect(contacts.map((one) => [one.created_at, one.fields.get('OPTIN_TIME')])).toEqual([
    [undefined, '9999-12-31 00:00:00'],
    [undefined, '2027-01-01'],
    [undefined, 'soon'],
    ['2012-05-15T10:34:56.000Z', undefined],
    [undefined, undefined],
  ])
  expect(warnings(text)).toEqual([
    ['OPTIN_TIME: in the future, kept as text', 2],
    ['OPTIN_TIME: not a date, kept as text', 1],
    ['OPTIN_TIME: no time zone, read as UTC', 1],
  ])
})

const datesOf = (text: string, more: Partial<ContactOptions> = {}) =>
  plan(text, more).contacts.map((one) => one.created_at)

test('every usual spelling of a date with its zone is read', () => {
  expect(datesOf(fixture('cases/contacts-dates.csv').toString())).toEqual([
    '2023-03-24T10:23:10.000Z',
    '2021-02-04T07:55:20.000Z',
    '2022-05-01T06:00:00.000Z',
    '2023-03-24T10:23:10.000Z',
    '2023-03-24T10:23:10.000Z',
    '2023-03-24T10:23:00.000Z',
    '2023-03-24T00:00:00.000Z',
    '2023-03-24T10:23:10.000Z',
  ])
})

test('all rows decide the order of day and month, and a file that leaves it open is refused', () => {
  const dayFirst = fixture('cases/contacts-dayfirst.csv').toString()
  const expected = ['2023-12-31', '2023-04-13', '2023-04-03'].map((day) => `${day}T00:00:00.000Z`)
  expect(datesOf(dayFirst)).toEqual(expected)
  const unclear = 'email,created_at\na@example.com,03/04/2023'
  const problem = 'Day and month of "created_at" can be read in either order, such as 03/04/2023.'
  expect(() => plan(unclear)).toThrow(new FileRefused(problem, 'date_order_unclear'))
  expect(datesOf(unclear, { date_order: 'month_first' })).toEqual(['2023-03-04T00:00:00.000Z'])
  // Such a date in any other column is a text.
  expect(plan('email,birthday\na@example.com,03/04/2023').contacts).toHaveLength(1)
})

test("Mailchimp's own columns are unmapped unless all columns are requested", () => {
  const text =
    'Email Address,MEMBER_RATING,OPTIN_IP,REGION,NOTES,Region 2,Empty,\na@x.io,3,1.2.3.4,BE,,x,,odd\nb@x.io,4,,,,,,'
  expect(only(text).fields).toEqual({ 'Region 2': 'x' })
  const { not_mapped, empty } = plan(text).findings
  expect(not_mapped.map(({ path, amount, example }) => [path, amount, example])).toEqual([
    ['MEMBER_RATING', '2 rows', '"3"'],
    ['OPTIN_IP', '1 row', '"1.2.3.4"'],
    ['REGION', '1 row', '"BE"'],
    ['column 8, which has no name', '1 row', '"odd"'],
  ])
  expect(empty).toEqual(['NOTES', 'Empty'])
  expect(only(text, { all_columns: true }).fields).toEqual({
    MEMBER_RATING: '3',
    OPTIN_IP: '1.2.3.4',
    REGION: 'BE',
    'Region 2': 'x',
  })
})

test('an empty cell clears its field only with clear_empty', () => {
  expect(only('Email,City\na@x.io,').fields).toEqual({})
  expect(only('Email,City\na@x.io,', { clear_empty: true }).fields).toEqual({ City: null })
})

test('columns become what the options say instead of what they suggest', () => {
  const columns = new Map<string, ColumnTarget>([
    ['Kontakt', 'email_address'],
    ['Gruppe', 'tags'],
    ['Stand', 'status'],
    ['Seit', 'created_at'],
    ['Ort', 'fields.City'],
    ['Status', 'fields.Level'],
    ['Email', null],
  ])
  const file =
    'Kontakt,Gruppe,Stand,Seit,Ort,Status,Email,Rest\na@x.io,u|v,no,2020-01-02T00:00:00Z,Ulm,gold,b@x.io,z'
  expect(only(file, { columns, tag_separator: '|', tags: ['new', 'U'] })).toMatchObject({
    email_address: 'a@x.io',
    tags: ['new', 'U', 'v'],
    status: 'unsubscribed',
    created_at: '2020-01-02T00:00:00.000Z',
    fields: { City: 'Ulm', Level: 'gold', Rest: 'z' },
  })
  expect(plan(file, { columns }).findings.not_mapped).toMatchObject([{ path: 'Email', count: 1 }])
})

test('a delimiter that is given counts more than the one of the header', () => {
  expect(only('Email|Name, first\na@x.io|Ada', { delimiter: '|' }).fields).toEqual({
    'Name, first': 'Ada',
  })
})

test('tags are split as each cell shows, and a separator line is read', () => {
  const tags = plan(fixture('cases/contacts-tags.csv').toString()).contacts.map((one) => one.tags)
  expect(tags).toEqual([
    ['VIP', 'Blog'],
    ['VIP', 'Blog'],
    ['VIP', 'Blog'],
  ])
  expect(only('Email,Tags\na@x.io,VIP|Blog', { tag_separator: ',' }).tags).toEqual(['VIP|Blog'])
  expect(plan(fixture('cases/contacts-sep-line.csv').toString()).contacts).toMatchObject([
    { email_address: 'a@example.com', fields: new Map([['Name', 'Ada']]) },
  ])
})

test('the first date of two columns counts, and a date of consent is noted', () => {
  const { contacts, findings } = planContacts(
    'Email,OPTIN_TIME,Created at,Marketing consent\n' +
      'a@x.io,2024-01-01T00:00Z,2025-01-01T00:00Z,2025-01-01T00:00Z\n' +
      'b@x.io,soon,2025-01-01T00:00Z,yes\nc@x.io,2024-01-01T00:00Z,,yes\n' +
      'd@x.io,2024-01-01T00:00Z,2024-01-01T00:00Z,yes\n',
    '',
    { time_zone: 'UTC', now: '2026-01-01T00:00:00.000Z' },
  )
  expect(contacts.map(({ created_at }) => created_at?.slice(0, 4))).toEqual([
    '2024',
    '2025',
    '2024',
    '2024',
  ])
  expect(findings.notes.map((note) => `${note.count} ${formatNote(note)}`)).toEqual([
    '1 Created at: another date added precedes it, omitted',
    '1 Marketing consent: when they agreed is not imported',
    '1 OPTIN_TIME: not a date, kept as text',
  ])
})
