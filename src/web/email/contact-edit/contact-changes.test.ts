import { expect, test } from 'vitest'

import type { Contact } from '#client/resources.ts'
import {
  applyEdits,
  canUndo,
  compareParts,
  findConflicts,
  invertEdits,
  toParts,
  toPatch,
} from './contact-changes.rules.ts'

const contact = (json: string): Pick<Contact, 'email_address' | 'status' | 'tags' | 'fields'> =>
  JSON.parse(`{"email_address":"a+b%@x.io","status":"subscribed","tags":[],"fields":{},${json}}`)

const editsOf = (from: string, to: string) =>
  compareParts(toParts(contact(from)), toParts(contact(to)))

test('T26 tags are sent as a map with only those that changed', () => {
  const edits = editsOf('"tags":["x","y"]', '"tags":["x","z"]')
  expect(toPatch(edits, contact('"tags":["x","y"]'), true)).toEqual({ tags: { y: false, z: true } })
})

test('T26 a whole set of tags keeps what someone else added', () => {
  const edits = editsOf('"tags":["x","y"]', '"tags":["x","z"]')
  const current = contact('"tags":["x","y","new"]')
  expect(toPatch(edits, current, false)).toEqual({ tags: ['x', 'new', 'z'] })
})

test('a patch has only the parts that changed', () => {
  const edits = editsOf(
    '"fields":{"city":"Porto","hat":"7","shoe":"43"}',
    '"status":"unsubscribed","fields":{"city":"Bristol","hat":"7"}',
  )
  expect(toPatch(edits, contact('"tags":[]'), true)).toEqual({
    status: 'unsubscribed',
    fields: { city: 'Bristol', shoe: null },
  })
  expect(toPatch([], contact('"tags":[]'), true)).toEqual({})
})

test('a field named __proto__ is compared, applied and sent', () => {
  const edits = editsOf('"tags":[]', '"fields":{"__proto__":"x"}')
  expect(edits).toEqual([{ part: 'field:__proto__', before: undefined, after: 'x' }])
  expect(JSON.stringify(toPatch(edits, contact('"tags":[]'), true))).toBe(
    '{"fields":{"__proto__":"x"}}',
  )
  const applied = applyEdits(contact('"tags":[]'), edits)
  expect(Object.entries(applied.fields)).toEqual([['__proto__', 'x']])
})

test('inverted edits restore the contact', () => {
  const before = contact('"tags":["x"],"fields":{"city":"Porto"}')
  const edits = editsOf('"tags":["x"],"fields":{"city":"Porto"}', '"tags":["y"],"status":"pending"')
  expect(applyEdits(applyEdits(before, edits), invertEdits(edits))).toEqual(before)
})

test('A11 a part that someone else changed differently is a conflict', () => {
  const edits = editsOf('"fields":{"city":"Porto","hat":"7"}', '"fields":{"city":"Bristol"}')
  const current = contact('"tags":["new"],"fields":{"city":"Cardiff","hat":"7"}')
  expect(findConflicts(edits, current).map(({ part }) => part)).toEqual(['field:city'])
  expect(findConflicts(edits, contact('"fields":{"city":"Bristol","hat":"7"}'))).toEqual([])
})

test.each([
  ['bounced', false],
  ['archived', false],
  ['unsubscribed', true],
])('a change from %s can be undone: %s', (before, expected) => {
  expect(canUndo([{ part: 'status', before, after: 'subscribed' }])).toBe(expected)
})
