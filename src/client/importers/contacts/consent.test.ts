import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { formatNote } from '#client/importers/core/import-notes.ts'
import { type ConsentRole, consentOfName } from './consent-names.ts'
import { parseConsent } from './consent.ts'
import type { ContactOptions } from './contact-plan.ts'
import { planContacts } from './parse-contacts.ts'

const moments = { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z' }
const plan = (text: string, options: Partial<ContactOptions> = {}) =>
  planContacts(text, 'contacts.csv', { ...moments, ...options })
const statuses = (text: string, options?: Partial<ContactOptions>) =>
  plan(text, options).contacts.map(({ status }) => status)
const roleOf = (header: string) => consentOfName(header)?.roles.join(' or ')

const outNames =
  'unsubscribed,Unsubscribed at,unsubscribe_date,unsub,is_unsubscribed,opted_out,Opt-out,optOut,Email opt out,HasOptedOutOfEmail,Do not email,doNotEmail,Don’t mail,Do Not Contact,no newsletter,email_disabled,Emails blocked,blocklisted,BLACKLISTED,Suppressed,suppression,abgemeldet am,Unsubscribed from all email,Email Suppressions,Do not allow Bulk Emails,donotemail,emailoptout,désabonné,Abmeldedatum,Consent withdrawn,Consent revoked at,No consent,Not opted in,Consent expired on,Consent expiry date,Consent valid until,Unsubscribed from email and SMS,Opt out of contact via email,Confirmed Opt-Out Date'
const inNames =
  'opt_in,Opted in,optin,OptedInAt,marketing consent,GDPR consent,Consent,Accepts Marketing,Accepts Email Marketing,Email permission status,email_allowed,subscribed,Subscribed to emails,Einwilligung,newsletter_subscribed,allow_emails,accept_marketing,Newsletter abonniert,Marketing consent (yes/no),Email opt-in yes/no,Accepts marketing (Yes / No),Consentement (oui/non),Consenso (sì/no),Subscribed (yes/no),Consent to contact by email,Email & SMS consent,Email Marketing Consent Timestamp'

test.each([
  ['opt_out', outNames],
  ['opt_in', inNames],
])('these names say %s', (role, names) => {
  const headers = names.replaceAll('’', "'").split(',')
  expect(headers.map((header) => [header, roleOf(header)])).toEqual(
    headers.map((header) => [header, role]),
  )
})

test('names of other things say nothing, and a name of both must be explained', () => {
  const others =
    'Name,Town,SMS consent,Accepts SMS Marketing,Do not call,Unsubscribe reason,unsubscribe_link,subscribed_at,Options,Block,Consulting,Format,opt_in_ip,Consent source,Opt-in Method,Consent Form Version,opt_in_channel,Last email on,Email on file,cookie_consent,Photo consent,Consent to terms,Mobile opt in,DOUBLE_OPT-IN,consent_id,Opt-in email sent at,Consent requested,Opt-in pending,Parental consent,Contact no. / Email'
  for (const header of others.split(','))
    expect([header, roleOf(header)]).toEqual([header, undefined])
  expect(roleOf('Opt-in / opt-out')).toBe('opt_out or opt_in')
  expect(roleOf('Email opt in (no = do not send)')).toBe('opt_out or opt_in')
})

test.each<[ConsentRole, string, string]>([
  [
    'opt_out',
    'out',
    'true,TRUE,Yes,y,1,x,ja,2024-03-13,13.03.2024,2024-03-13 11:33:53 UTC,03/04/2024,1679653390,Opted out,unsubscribed',
  ],
  ['opt_out', 'silent', ',  ,false,No,n,0,nein,null,-,N/A,opted in,Subscribed'],
  ['opt_out', 'open', 'maybe,2,2099-01-01,?,Enabled,active,accepted,inactive'],
  ['opt_in', 'in', 'true,Yes,1,on,ja,Opted-in,subscribed,granted,2024-03-13'],
  ['opt_in', 'out', 'false,no,0,opted out,unsubscribed,declined,NEVER_SUBSCRIBED'],
  ['opt_in', 'open', ',null,maybe,2099-01-01,1234567890'],
])('cells of a column of %s say %s', (role, answer, cells) => {
  const texts = cells.split(',')
  expect(texts.map((text) => [text, parseConsent(text, role, moments).answer])).toEqual(
    texts.map((text) => [text, answer]),
  )
})

test('people who left by a date or a flag are unsubscribed, with the date', () => {
  const file = new URL('../fixtures/cases/contacts-optouts.csv', import.meta.url)
  const { contacts, findings } = plan(readFileSync(file, 'utf8'))
  expect(contacts.map((one) => [one.email_address, one.status, one.created_at])).toEqual([
    ['stays@example.com', 'subscribed', '2023-03-24T10:23:10.000Z'],
    ['left@example.com', 'unsubscribed', '2021-02-04T07:55:20.000Z'],
    ['muted@example.com', 'unsubscribed', '2022-05-01T06:00:00.000Z'],
  ])
  expect(contacts.map(({ unsubscribed_at }) => unsubscribed_at)).toEqual([
    undefined,
    '2024-03-13T11:33:53.000Z',
    undefined,
  ])
  expect(findings.notes.map((note) => [formatNote(note), note.count])).toEqual([
    ['opted out of mail, imported as unsubscribed', 2],
  ])
})

test('of a status and a consent, and of two consents, the stricter one counts', () => {
  expect(
    statuses('Email,Status,Opt in,Opt out\na@x.io,active,no,\nb@x.io,pending,yes,\nc@x.io,,yes,1'),
  ).toEqual(['unsubscribed', 'pending', 'unsubscribed'])
})

test('what is empty or not understood is asked about, and nobody is subscribed by it', () => {
  const optIn = 'Email,Marketing consent\na@x.io,yes\nb@x.io,\nc@x.io,perhaps'
  expect(() => plan(optIn)).toThrow(
    'The file does not say of 2 contacts whether they agreed to mail: "Marketing consent" (such as perhaps).',
  )
  expect(statuses(optIn, { unknown_consent: 'pending' })).toEqual([
    'subscribed',
    'pending',
    'pending',
  ])
  expect(
    plan(optIn, { unknown_consent: 'pending' }).contacts.map((one) => one.isStatusAssumed),
  ).toEqual([false, true, true])
  const optOut = 'Email,Do not email\na@x.io,\nb@x.io,sometimes'
  expect(() => plan(optOut)).toThrow(/1 contact whether.*such as sometimes/)
  expect(statuses(optOut, { unknown_consent: 'unsubscribed' })).toEqual([undefined, 'unsubscribed'])
})

test('another column of the row may answer', () => {
  // An opt-out, an agreement beside an empty time of it, a status that is stricter.
  const text =
    'Email,Status,Opt out,Consent,Consent at\na@x.io,,1,,\nb@x.io,,,SUBSCRIBED,\nc@x.io,bounced,,,'
  expect(statuses(text)).toEqual(['unsubscribed', 'subscribed', 'bounced'])
  // Agreement does not answer for a cell that may say the contrary.
  expect(() => plan('Email,Consent,Opt in\na@x.io,yes,only by post')).toThrow(/1 contact /)
  // That somebody is subscribed elsewhere says nothing of an empty consent.
  expect(() => plan('Email,Status,Consent\na@x.io,active,')).toThrow(/does not say of 1 contact /)
})

test('a file of people who left unsubscribes them, whatever they agreed to before', () => {
  const unsubscribed = (headers: string, cells: string, name = 'c.csv') =>
    planContacts(`Email Address,${headers}\na@x.io,${cells}`, name, { ...moments }).contacts[0]
      ?.status
  expect(unsubscribed('Marketing consent,UNSUB_TIME', 'yes,2024-01-01 10:00:00')).toBe(
    'unsubscribed',
  )
  expect(unsubscribed('Opt-in,CLEAN_TIME', 'yes,2024-01-01 10:00:00')).toBe('bounced')
  const name = 'unsubscribed_email_audience_export_abc.csv'
  expect(unsubscribed('Newsletter', 'Yes', name)).toBe('unsubscribed')
  expect(statuses('Email,Consent\na@x.io,yes', { status: 'unsubscribed' })).toEqual([
    'unsubscribed',
  ])
})

test('a status that nobody stated gives way to a stated one, whichever row comes first', () => {
  const merged = (header: string, ...rows: readonly string[]) => {
    const [contact] = plan(`Email,${header}\n${rows.map((row) => `a@x.io,${row}`).join('\n')}`, {
      unknown_consent: 'unsubscribed',
    }).contacts
    return [contact?.status, contact?.isStatusAssumed]
  }
  expect(merged('Opt in', 'no', '')).toEqual(['unsubscribed', false])
  expect(merged('Opt in', '', 'no')).toEqual(['unsubscribed', false])
  expect(merged('Opt in', 'yes', '')).toEqual(['subscribed', false])
  expect(merged('Status,Opt in', ',', 'bounced,')).toEqual(['bounced', false])
  // The kind of the file is a statement.
  expect(merged('Opt in,UNSUB_TIME', ',2020-01-01')).toEqual(['unsubscribed', false])
  expect(merged('Opt in,CLEAN_TIME', ',2020-01-01')).toEqual(['bounced', false])
})

test('rows that are no contacts decide nothing', () => {
  expect(statuses('Email,Opt in\na@x.io,yes\nTotal: 1,')).toEqual(['subscribed'])
  expect(statuses('Email,Newsletter,Note\na@x.io,yes,x\nb@x.io,"q" z,y')).toEqual(['subscribed'])
  expect(statuses("Email,Unsubscribed at\na@x.io,'-")).toEqual([undefined])
})

test('columns of statuses have many names, and one that says who left is asked about', () => {
  for (const name of [
    'Subscription status',
    'Email status',
    'Email subscriber status',
    'Marketing status',
    'state',
  ])
    expect(statuses(`Email,${name}\na@x.io,Unsubscribed\nb@x.io,subscribed`)).toEqual([
      'unsubscribed',
      'subscribed',
    ])
  const other = 'Email,Lifecycle\na@x.io,unsubscribed\nb@x.io,customer'
  expect(() => plan(other)).toThrow('The column "Lifecycle" may name')
  expect(statuses(other, { columns: new Map([['Lifecycle', 'fields.Lifecycle']]) })).toEqual([
    undefined,
    undefined,
  ])
  expect(() =>
    plan('Email,Opt-out date,Email status\na@x.io,,Unsubscribed\nb@x.io,,Prospect'),
  ).toThrow('The column "Email status" may name')
  const long = 'Email,Newsletter status\na@x.io,Confirmed double opt-in\nb@x.io,Subscribed'
  expect(statuses(long)).toEqual([undefined, undefined])
  // Where a column of statuses answers, such a cell is a text.
  expect(statuses('Email,Status,Note\na@x.io,active,unsubscribed')).toEqual(['subscribed'])
  expect(statuses('Email,State\na@x.io,CA\nb@x.io,NY')).toEqual([undefined, undefined])
})

test('a column that may mean either is asked about until somebody says which', () => {
  const text = 'Email,Opt-in / opt-out\na@x.io,yes'
  expect(() => plan(text, { unknown_consent: 'pending' })).toThrow(/may name those who agreed/)
  const as = (target: 'opt_in' | 'opt_out' | 'fields.Opt') =>
    statuses(text, { columns: new Map([['Opt-in / opt-out', target]]) })
  expect([as('opt_in'), as('opt_out'), as('fields.Opt')]).toEqual([
    ['subscribed'],
    ['unsubscribed'],
    [undefined],
  ])
})

test('a file that says nothing of consent is imported as the list says, and its report says so', () => {
  const notes = (text: string, options?: Partial<ContactOptions>) =>
    plan(text, options).findings.notes.map((note) => [formatNote(note), note.count])
  const what = 'consent: no column says who agreed to mail, the list decides'
  expect(notes('Email,Town\na@x.io,Ulm\nb@x.io,\nnobody,')).toEqual([[what, 2]])
  expect(notes('Email,Status\na@x.io,active')).toEqual([])
  expect(notes('Email,Opt out\na@x.io,')).toEqual([])
})

test('a newsletter column speaks of consent only if its cells do', () => {
  expect(statuses('Email,Newsletter\na@x.io,yes\nb@x.io,no')).toEqual([
    'subscribed',
    'unsubscribed',
  ])
  const { contacts } = plan('Email,Newsletter\na@x.io,Weekly\nb@x.io,Monthly')
  expect(contacts.map(({ status, fields }) => [status, fields.get('Newsletter')])).toEqual([
    [undefined, 'Weekly'],
    [undefined, 'Monthly'],
  ])
  // Somebody wants none of it, so somebody else has to say what the column means.
  expect(() => plan('Email,Newsletter\na@x.io,Weekly\nb@x.io,no')).toThrow(/may name those who/)
})

test('in every mixture of columns, nobody is subscribed whom one of them excludes', () => {
  const outs: Readonly<Record<string, readonly string[]>> = {
    unsubscribed_at: ['2024-03-13', '13.03.2024', 'true'],
    'Do not email': ['1', 'yes', 'TRUE'],
    'Consent withdrawn': ['2024-03-13', 'yes'],
    opted_out: ['Opted out', 'y'],
    'Marketing consent': ['no', 'false', 'withdrawn', 'declined'],
    Newsletter: ['no', '0'],
    'Email status': ['unsubscribed', 'bounced'],
    UNSUB_TIME: ['2024-03-13 10:00:00'],
  }
  const silent: Readonly<Record<string, string>> = {
    'Marketing consent': 'yes',
    Newsletter: 'yes',
    'Email status': 'subscribed',
  }
  const names = Object.keys(outs).filter((name) => name !== 'UNSUB_TIME')
  for (const [name, words] of Object.entries(outs))
    for (const word of words)
      for (const other of names.filter((one) => one !== name))
        for (const status of ['', 'active', 'pending']) {
          const text = `Email,Status,${other},${name}\na@x.io,${status},${silent[other] ?? ''},${word}`
          const [found] = statuses(text, { unknown_consent: 'subscribed' })
          // A status of the row counts more than the kind of file.
          const isFile = name === 'UNSUB_TIME' && (status !== '' || other === 'Email status')
          if (!isFile)
            expect([text, ['unsubscribed', 'bounced'].includes(found ?? '')]).toEqual([text, true])
        }
})
