import { expect, test } from 'vitest'

import {
  changedContent,
  emptyValues,
  missingIn,
  proposeSendTime,
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

test('an edit of the segment sends its list too', () => {
  const before = { ...draft, list_id: 'lst_a' }
  expect(changedContent(before, { ...before, segment_id: 'seg_a' })).toEqual({
    list_id: 'lst_a',
    segment_id: 'seg_a',
  })
})

test.each([
  ['2025-10-25T22:30:00Z', '2025-10-27'], // 26 October has 25 hours
  ['2026-03-28T22:30:00Z', '2026-03-29'], // 29 March has 23 hours
  ['2025-11-20T12:00:00Z', '2025-11-21'],
])('the proposed time at %s is nine o’clock of %s', (now, date) => {
  const choice = { timeZone: 'Europe/Berlin', isSecond: false }
  expect(proposeSendTime(null, new Date(now), 'Europe/Berlin')).toEqual({
    ...choice,
    date,
    time: '09:00',
  })
  expect(proposeSendTime('2026-12-24T17:15:00Z', new Date(now), 'Europe/Berlin')).toEqual({
    ...choice,
    date: '2026-12-24',
    time: '18:15',
  })
})
