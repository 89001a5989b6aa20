import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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
  'unsubscribed,Unsubscribed at,unsubscribe_date,unsub,is_unsubscribed,opted_out,Opt-out,optOut,Email opt out,HasOptedOutOfEmail,Do not email,doNotEmail,Don’t mail,Do Not Contact,no newsletter,email_disabled,Emails blocked,blocklisted,BLACKLISTED,Suppressed,suppression,abgemeldet am,Unsubscribed from all email'
const inNames =
  'opt_in,Opted in,optin,OptedInAt,marketing consent,GDPR consent,Consent,Accepts Marketing,Accepts Email Marketing,Email permission status,email_allowed,subscribed,Subscribed to emails,Einwilligung'

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
    'Name,Town,SMS consent,Accepts SMS Marketing,Do not call,Unsubscribe reason,unsubscribe_link,subscribed_at,Options,Block,Consulting,Format,opt_in_ip'
  for (const header of others.split(','))
    expect([header, roleOf(header)]).toEqual([header, undefined])
  expect(roleOf('Opt-in / opt-out')).toBe('opt_out or opt_in')
})

test.each<[ConsentRole, string, string]>([
  [
    'opt_out',
    'out',
    'true,TRUE,Yes,y,1,x,ja,2024-03-13,13.03.2024,2024-03-13 11:33:53 UTC,03/04/2024,1679653390,Opted out,unsubscribed',
  ],
  ['opt_out', 'silent', ',  ,false,No,n,0,nein,null,-,N/A,opted in,Subscribed,active'],
  ['opt_out', 'open', 'maybe,2,2099-01-01,?'],
  ['opt_in', 'in', 'true,Yes,1,on,ja,Opted-in,subscribed,granted,2024-03-13'],
  ['opt_in', 'out', 'false,no,0,opted out,unsubscribed,declined'],
  ['opt_in', 'open', ',null,maybe,2099-01-01'],
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
  expect(findings.notes.map(({ what, count }) => [what, count])).toEqual([
    ['unsubscribed_at: says so, unsubscribed', 1],
    ['email_disabled: says so, unsubscribed', 1],
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
    'The column "Marketing consent" says who may be written to, and has 1 cells that are not understood, such as perhaps and 1 empty cells.',
  )
  expect(statuses(optIn, { unknown_consent: 'pending' })).toEqual([
    'subscribed',
    'pending',
    'pending',
  ])
  const optOut = 'Email,Do not email\na@x.io,\nb@x.io,sometimes'
  expect(() => plan(optOut)).toThrow(/not understood, such as sometimes/)
  expect(statuses(optOut, { unknown_consent: 'unsubscribed' })).toEqual([undefined, 'unsubscribed'])
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
    plan(text, options).findings.notes.map(({ what, count }) => [what, count])
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
})

test('in every mixture of columns, a contact whom one of them excludes is not subscribed', () => {
  const outs = ['true', '1', '2024-03-13', 'Opted out', 'yes']
  const silent = ['', 'false', '0', 'no', 'null']
  const names = ['unsubscribed_at', 'Do not email', 'email_disabled', 'opted_out', 'blocklisted']
  for (let index = 0; index < 5 ** 3; index += 1) {
    const digit = (at: number) => Math.floor(index / 5 ** at) % 5
    const columns = [names[digit(0)], names[(digit(0) + 1 + (digit(1) % 4)) % 5]]
    const isOut = digit(2) % 2 === 0
    const cells = [silent[digit(1)], isOut ? outs[digit(2)] : silent[digit(2)]]
    const text = `Email,Status,${columns.join(',')}\na@x.io,active,${cells.join(',')}`
    expect([text, ...statuses(text)]).toEqual([text, isOut ? 'unsubscribed' : 'subscribed'])
  }
})
