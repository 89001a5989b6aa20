import { expect, test } from 'vitest'

import {
  changedContent,
  emptyValues,
  mergeValues,
  missingIn,
  toContent,
} from './campaign-form.rules.ts'

const draft = { ...emptyValues, name: 'Letter', subject: 'Hello' }

test('empty fields are null, and a segment without its list is dropped', () => {
  expect(toContent({ ...draft, name: ' Letter ', segment_id: 'seg_1' })).toEqual({
    name: 'Letter',
    subject: 'Hello',
    preview_text: null,
    from: null,
    list_id: null,
    segment_id: null,
  })
})

test('an edit sends the fields that differ', () => {
  const edited = { ...draft, subject: 'Hello ', from_name: 'Ana', from_address: 'ana@example.com' }
  expect(changedContent(draft, edited)).toEqual({
    from: { name: 'Ana', email_address: 'ana@example.com' },
  })
})

test('a campaign without sender, subject or list cannot be sent', () => {
  expect(missingIn(emptyValues)).toEqual(['subject', 'from', 'list_id'])
  expect(missingIn({ ...draft, from_address: 'ana@example.com', list_id: 'lst_1' })).toEqual([])
})

test('a version conflict keeps the edit and names both values', () => {
  const mine = { ...draft, subject: 'Mine', preview_text: 'Preview' }
  const theirs = { ...draft, subject: 'Theirs', name: 'Renamed' }
  expect(mergeValues(draft, mine, theirs)).toEqual({
    values: { ...draft, name: 'Renamed', subject: 'Mine', preview_text: 'Preview' },
    conflicts: [{ field: 'subject', mine: 'Mine', theirs: 'Theirs' }],
  })
})
