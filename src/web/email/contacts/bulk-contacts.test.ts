import { expect, test } from 'vitest'

import {
  applyTags,
  createStatusEdits,
  createTagEdits,
  formatChoice,
  invertEdit,
  isTypedNumber,
} from './bulk-contacts.rules.ts'

const contact = (id: string, more: Partial<Parameters<typeof createTagEdits>[0][number]> = {}) => ({
  id,
  email_address: `${id}@example.com`,
  status: 'subscribed' as const,
  tags: [],
  ...more,
})

test('T29 a tag is added to contacts that lack it in any spelling', () => {
  const contacts = [contact('a', { tags: ['VIP'] }), contact('b', { tags: ['other'] })]
  const edits = createTagEdits(contacts, ['vip'], true)
  expect(edits).toEqual([
    {
      id: 'b',
      email_address: 'b@example.com',
      before: { tags: { vip: false } },
      after: { tags: { vip: true } },
    },
  ])
  expect(edits.map(invertEdit)[0]?.after).toEqual({ tags: { vip: false } })
  expect(createTagEdits(contacts, ['vip', 'other'], false)).toHaveLength(2)
})

test('a tag named __proto__ is an ordinary one', () => {
  const [edit] = createTagEdits([contact('a')], ['__proto__'], true)
  expect(Object.keys(edit?.after.tags ?? {})).toEqual(['__proto__'])
  expect(applyTags(['x'], edit?.after.tags ?? {})).toEqual(['x', '__proto__'])
})

test('T26 a whole set keeps tags that others added meanwhile', () => {
  expect(
    applyTags(['Old', 'new by Eira'], { old: false, gold: true, 'NEW by eira': true }),
  ).toEqual(['new by Eira', 'gold'])
})

const statuses = ['subscribed', 'pending', 'unsubscribed', 'bounced', 'complained'] as const

test.each([
  ['unsubscribe', ['subscribed', 'pending']],
  ['resubscribe', ['unsubscribed']],
] as const)('T24 to %s changes only contacts who are %j', (change, expected) => {
  const edits = createStatusEdits(
    statuses.map((status) => contact(status, { status })),
    change,
  )
  expect(edits.map(({ id }) => id)).toEqual(expected)
  expect(edits.map(({ before }) => before.status)).toEqual(expected)
})

test.each([
  [{ ids: ['a'] }, '1 contact'],
  [{ ids: undefined, total: { count: 1204, isEstimate: false } }, '1,204 contacts'],
  [{ ids: undefined, total: { count: 1_004_000, isEstimate: true } }, 'about 1,004,000 contacts'],
  [{ ids: undefined }, 'all matching contacts'],
])('the choice %j is called %s', (choice, words) => {
  expect(formatChoice({ list_id: 'lst_1', ...choice })).toBe(words)
})

test.each([
  ['1204', true],
  [' 1,204 ', true],
  ['1.204', true],
  ['1205', false],
  ['', false],
  ['all', false],
])('the typed text "%s" is the number 1,204: %s', (value, expected) => {
  expect(isTypedNumber(value, 1204)).toBe(expected)
})
