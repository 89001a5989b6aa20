import { expect, test } from 'vitest'

import type { Contact } from '#client/resources.ts'
import {
  canUndo,
  compareParts,
  fromContactItem,
  invertEdits,
  toChanges,
  toContactItem,
  toParts,
  toPatch,
} from './contact-changes.rules.ts'

const contact = (json: string): Contact =>
  JSON.parse(
    `{"id":"con_1","list_id":"lst_1","email_address":"a+b%@x.io","status":"subscribed","tags":[],"fields":{},${json}}`,
  )
const item = (json: string) => toContactItem(contact(json))

const editsOf = (from: string, to: string) =>
  compareParts(toParts(contact(from)), toParts(contact(to)))
const changesOf = (from: string, to: string) => toChanges(editsOf(from, to))

test('T26 tags are sent as a map with only those that changed', () => {
  const changes = changesOf('"tags":["X","Y"]', '"tags":["X","z"]')
  expect(toPatch(changes, item('"tags":["X","Y"]'), true)).toEqual({ tags: { Y: false, z: true } })
})

test('T26 a whole set of tags keeps what someone else added', () => {
  const changes = changesOf('"tags":["x","y"]', '"tags":["x","z"]')
  const current = item('"tags":["x","y","new"]')
  expect(toPatch(changes, current, false)).toEqual({ tags: ['x', 'new', 'z'] })
})

test('a tag that is spelled differently is the same', () => {
  expect(Object.keys(changesOf('"tags":["VIP"]', '"tags":["vip"]'))).toEqual(['tag:vip'])
  expect(fromContactItem({ ...item('"tags":["VIP"]'), 'tag:vip': 'vip' }).tags).toEqual(['vip'])
})

test('a patch has only the parts that changed', () => {
  const changes = changesOf(
    '"fields":{"city":"Porto","hat":"7","shoe":"43"}',
    '"status":"unsubscribed","fields":{"city":"Bristol","hat":"7"}',
  )
  expect(toPatch(changes, item('"tags":[]'), true)).toEqual({
    status: 'unsubscribed',
    fields: { city: 'Bristol', shoe: null },
  })
  expect(toPatch({}, item('"tags":[]'), true)).toEqual({})
})

test('a field named __proto__ is compared, applied and sent', () => {
  const edits = editsOf('"tags":[]', '"fields":{"__proto__":"x"}')
  expect(edits).toEqual([{ part: 'field:__proto__', before: undefined, after: 'x' }])
  expect(JSON.stringify(toPatch(toChanges(edits), item('"tags":[]'), true))).toBe(
    '{"fields":{"__proto__":"x"}}',
  )
  const applied = fromContactItem({ ...item('"tags":[]'), ...toChanges(edits) })
  expect(Object.entries(applied.fields)).toEqual([['__proto__', 'x']])
})

test('inverted edits restore the contact', () => {
  const before = item('"tags":["x"],"fields":{"city":"Porto"}')
  const edits = editsOf('"tags":["x"],"fields":{"city":"Porto"}', '"tags":["y"],"status":"pending"')
  const after = { ...before, ...toChanges(edits) }
  expect(fromContactItem(after)).toMatchObject({ tags: ['y'], fields: {}, status: 'pending' })
  expect(fromContactItem({ ...after, ...toChanges(invertEdits(edits)) })).toEqual(
    fromContactItem(before),
  )
})

test.each([
  ['bounced', false],
  ['archived', false],
  ['unsubscribed', true],
])('a change from %s can be undone: %s', (before, expected) => {
  expect(canUndo([{ part: 'status', before, after: 'subscribed' }])).toBe(expected)
})
