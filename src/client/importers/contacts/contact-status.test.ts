import { expect, test } from 'vitest'

import type { ContactOptions } from './contact-plan.ts'
import { resolveStatus } from './contact-status.ts'
import { planContacts } from './parse-contacts.ts'

const plan = (text: string, options: Partial<ContactOptions> = {}, file_name = 'contacts.csv') =>
  planContacts(text, file_name, { time_zone: 'UTC', now: '2026-11-21T12:00:00.000Z', ...options })
const statuses = (text: string, options: Partial<ContactOptions> = {}, file_name?: string) =>
  plan(text, options, file_name).contacts.map(({ status }) => status)

test.each([
  ['subscribed', 'Subscribed, active,TRUE,yes'],
  ['unsubscribed', 'unsubscribed,false,No'],
  ['bounced', 'cleaned,unreachable,Bounced'],
  ['pending', 'pending,unconfirmed'],
  ['complained', 'complained'],
])('words for %s are read', (status, words) => {
  const rows = words.split(',').map((word, n) => `a${n}@x.io,${word}`)
  expect(statuses(`Email,Status\n${rows.join('\n')}`)).toEqual(rows.map(() => status))
})

test('an unknown status is rejected unless unknown_status is set', () => {
  const text = 'Email,Status\na@x.io,\nb@x.io,asleep\nc@x.io,active'
  expect(statuses(text)).toEqual([undefined, 'subscribed'])
  expect(plan(text).findings.rejected).toEqual([
    { kind: 'contacts', path: 'row 3', id: 'b@x.io', reason: '"asleep" in Status is no status' },
  ])
  expect(statuses(text, { unknown_status: 'pending' })).toEqual([
    undefined,
    'pending',
    'subscribed',
  ])
  expect(plan(text, { unknown_status: 'pending' }).findings.notes).toEqual([
    {
      code: 'unknown_status',
      params: { column: 'Status', word: 'asleep', status: 'pending' },
      count: 1,
      example: 'b@x.io',
      row: 3,
    },
  ])
})

test('columns that say yes or no say the same, and of two columns the stricter one counts', () => {
  const rows =
    'a@x.io,true,,\nb@x.io,,false,\nc@x.io,,true,\nd@x.io,true,true,\ne@x.io,,,true\nf@x.io,false,false,'
  const text = `Email,subscribed_to_emails,unsubscribed,Note\n${rows}`
  expect(statuses(text, { unknown_consent: 'pending' })).toEqual([
    'subscribed',
    'pending',
    'unsubscribed',
    'unsubscribed',
    'pending',
    'unsubscribed',
  ])
})

test('the default status comes from columns, file name or option', () => {
  const text = 'Email Address\na@x.io'
  expect(statuses('Email Address,UNSUB_TIME\na@x.io,2020-01-01')).toEqual(['unsubscribed'])
  expect(statuses('Email Address,CLEAN_TIME\na@x.io,2020-01-01')).toEqual(['bounced'])
  const statusesOf = (name: string) => statuses(text, {}, name)
  expect(statusesOf('unsubscribed_members_export_1f.csv')).toEqual(['unsubscribed'])
  expect(statusesOf('cleaned_email_audience_export_1f.csv')).toEqual(['bounced'])
  expect(statusesOf('nonsubscribed_members_export_1f.csv')).toEqual(['unsubscribed'])
  expect(statusesOf('subscribed_members_export_1f.csv')).toEqual(['subscribed'])
  expect(statusesOf('members.csv')).toEqual([undefined])
  expect(statuses(text, { status: 'pending' }, 'cleaned_export.csv')).toEqual(['pending'])
  expect(plan(text, { status: 'pending' }).findings.notes).toEqual([
    {
      code: 'status_chosen',
      params: { status: 'pending' },
      count: 1,
      example: 'a@x.io',
      row: 2,
    },
  ])
})

test('a chosen status is noted only where it is imported', () => {
  const text = 'Email,Marketing consent\na@x.io,yes\nb@x.io,perhaps\nc@x.io,no'
  const options = { status: 'subscribed', unknown_consent: 'pending' } as const
  expect(statuses(text, options)).toEqual(['subscribed', 'pending', 'unsubscribed'])
  const { notes } = plan(text, options).findings
  expect(notes.map(({ code, params, count }) => [code, params, count])).toEqual([
    ['status_chosen', { status: 'subscribed' }, 1],
    ['unclear_consent', { status: 'pending' }, 1],
    ['opted_out', { status: 'unsubscribed' }, 1],
  ])
  expect(plan('Email,Status,Opt out\na@x.io,complained,yes').findings.notes).toMatchObject([
    { code: 'opted_out', params: { status: 'complained' } },
  ])
})

test('a later row does not resubscribe a contact without the option', () => {
  const text = 'Email,Status\na@x.io,unsubscribed\nA@x.io,active\nb@x.io,active\nb@x.io,cleaned'
  expect(statuses(text)).toEqual(['unsubscribed', 'bounced'])
  expect(plan(text).findings.notes).toContainEqual({
    code: 'status_of_earlier_row',
    params: { status: 'unsubscribed' },
    count: 1,
    example: 'a@x.io',
    row: 3,
  })
  expect(statuses(text, { resubscribe: true })).toEqual(['subscribed', 'bounced'])
})

test('a complaint is permanent even with resubscribe', () => {
  expect(resolveStatus('unsubscribed', 'subscribed', false)).toBe('unsubscribed')
  expect(resolveStatus('unsubscribed', 'pending', false)).toBe('unsubscribed')
  expect(resolveStatus('unsubscribed', 'bounced', false)).toBe('unsubscribed')
  expect(resolveStatus('bounced', 'subscribed', false)).toBe('bounced')
  expect(resolveStatus('bounced', 'unsubscribed', false)).toBe('unsubscribed')
  expect(resolveStatus('subscribed', 'bounced', false)).toBe('bounced')
  expect(resolveStatus('pending', 'subscribed', false)).toBe('subscribed')
  expect(resolveStatus('unsubscribed', 'subscribed', true)).toBe('subscribed')
  expect(resolveStatus('complained', 'subscribed', true)).toBe('complained')
})

test('consent that is not understood is noted as assumed only where nothing else answers', () => {
  const text =
    'Email,Status,Opt in,Opt out\na@x.io,bounced,perhaps,\nb@x.io,,perhaps,yes\nc@x.io,,perhaps,'
  const { notes } = plan(text, { unknown_consent: 'pending' }).findings
  expect(notes.map(({ code, params, row }) => [code, params, row])).toEqual([
    ['unread_consent', { status: 'bounced' }, 2],
    ['opted_out', { status: 'unsubscribed' }, 3],
    ['unread_consent', { status: 'unsubscribed' }, 3],
    ['unclear_consent', { status: 'pending' }, 4],
  ])
})
