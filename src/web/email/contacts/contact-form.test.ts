import { expect, test } from 'vitest'

import { isEmailAddress } from '#contract/email/email-address.rules.ts'
import {
  type ContactForm,
  emptyForm,
  formatDraft,
  formFields,
  formParts,
  parseDraft,
  receiveParts,
  repeatedRows,
  settleEdits,
} from './contact-form.rules.ts'

const rows = (...fields: [name: string, value: string][]) =>
  fields.map(([name, value], key) => ({ key, name, value }))

test('rows without a name and repeated names are not saved', () => {
  const form = rows(['city', 'Porto'], ['', 'lost'], [' city ', 'Bristol'], ['__proto__', 'x'])
  expect([...repeatedRows(form)]).toEqual([2])
  expect(Object.entries(formFields(form))).toEqual([
    ['city', 'Porto'],
    ['__proto__', 'x'],
  ])
})

const form: ContactForm = {
  ...emptyForm,
  email_address: 'a@x.io',
  status: 'subscribed',
  tags: ['x'],
  rows: rows(['city', 'typed'], ['hat', '7']),
}

test('what others change appears, but for what is being edited', () => {
  const current = {
    email_address: 'b@x.io',
    status: 'unsubscribed',
    tags: ['Y'],
    rows: rows(['city', 'Bristol'], ['shoe', '43']),
  }
  const seen = partsWith('Porto')
  expect(receiveParts({ form, seen }, formParts(current)).form).toEqual({
    ...current,
    rows: [
      { key: 0, name: 'city', value: 'typed' },
      { key: 1, name: 'shoe', value: '43' },
    ],
  })
})

const formWith = (city: string) => ({ ...form, rows: rows(['city', city], ['hat', '7']) })
const partsWith = (city: string) => formParts(formWith(city))
const cityOf = ({ seen, form: next }: ReturnType<typeof receiveParts>) => [
  seen.get('field:city'),
  formParts(next).get('field:city'),
]

test('what is edited stays an edit of what was seen, also when others change it', () => {
  const edited = { form, seen: partsWith('Porto') }
  expect(cityOf(receiveParts(edited, partsWith('Bristol')))).toEqual(['Porto', 'typed'])
  expect(cityOf(receiveParts(edited, partsWith('typed')))).toEqual(['typed', 'typed'])
  const unedited = { form, seen: partsWith('typed') }
  expect(cityOf(receiveParts(unedited, partsWith('Bristol')))).toEqual(['Bristol', 'Bristol'])
})

test('an edit that was not saved stays in the form, what someone kept replaces it', () => {
  const edit = { part: 'field:city', before: 'Porto', after: 'typed' } as const
  const edits = [edit]
  const sent = { form, seen: partsWith('typed') }
  expect(cityOf(settleEdits(sent, edits, undefined))).toEqual(['Porto', 'typed'])
  const rolledBack = receiveParts(sent, partsWith('Porto'))
  expect(cityOf(settleEdits(rolledBack, edits, undefined))).toEqual(['Porto', 'typed'])
  const kept = { form, seen: partsWith('Porto') }
  expect(cityOf(settleEdits(kept, edits, partsWith('theirs')))).toEqual(['theirs', 'theirs'])
  const typedOn = { form: formWith('typed on'), seen: sent.seen }
  expect(cityOf(settleEdits(typedOn, edits, partsWith('typed')))).toEqual(['typed', 'typed on'])
})

test.each(['a+b@x.io', 'o/brien@x.io', '50%25@x.io', 'ana@bücher.example'])(
  'T21 %s is an address',
  (text) => expect(isEmailAddress(text)).toBe(true),
)

test.each(['ana', '@x.io', 'a b@x.io', 'a@', `${'a'.repeat(65)}@x.io`, `a@${'b'.repeat(254)}`])(
  'T21 %.20s is no address',
  (text) => expect(isEmailAddress(text)).toBe(false),
)

test('a draft is read as it was written, anything else is none', () => {
  const draft = formatDraft(form)
  expect(draft.split('\n')[0]).toBe('a@x.io x typed 7')
  expect(parseDraft(draft)).toEqual(form)
  for (const other of ['', 'a@x.io', '{"tags":[1]}', '\n{"rows":[{}]}', '\nnull'])
    expect(parseDraft(other) ?? emptyForm).toEqual(emptyForm)
})
