import { expect, test } from 'vitest'

import { sampleCard } from '#web/tasks/cards/test-cards.ts'
import { describeActivity } from './card-activity.rules.ts'
import { excessOf, titleIssue, unknownFields, visibleTitle } from './card-details.rules.ts'

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['\u200e\u200f', 'empty'],
  ['\u200b', 'empty'],
  ['🌻'.repeat(512), undefined],
  ['🌻'.repeat(513), 'too_long'],
  ['\u200eשלום', undefined],
])('title %j is %s', (title, issue) => {
  expect(titleIssue(title)).toBe(issue)
})

test('a title that cannot be seen is replaced', () => {
  expect(visibleTitle('\u200f', 'Untitled card')).toBe('Untitled card')
  expect(visibleTitle('A', 'Untitled card')).toBe('A')
})

test('notes of 50,000 characters fit, counted in code points', () => {
  expect(excessOf('🌻'.repeat(50_000))).toBe(0)
  expect(excessOf('a'.repeat(50_002))).toBe(2)
})

test('fields that this version does not know are listed', () => {
  const card = { ...sampleCard('a', 'list', 1), cover: 'red', votes: { up: 2 }, empty: null }
  expect(unknownFields(card)).toEqual([
    { name: 'cover', value: 'red' },
    { name: 'votes', value: '{"up":2}' },
  ])
})

const activity = (event: string, changes: Record<string, { from: unknown; to: unknown }>) =>
  describeActivity({
    id: 'act',
    at: '2025-11-01T09:00:00.000Z',
    actor: { type: 'key', id: 'key', name: 'Owner' },
    event,
    changes,
  })

test('activity names lists, labels, members and dates', () => {
  expect(activity('card.moved', { list_name: { from: 'Ready', to: 'Doing' } })).toEqual([
    ['moved this from', { name: 'Ready' }, 'to', { name: 'Doing' }],
  ])
  const ana = { id: 'ana', name: 'Ana' }
  expect(
    activity('card.updated', {
      label_ids: { from: ['red'], to: ['blue'] },
      members: { from: [], to: [ana] },
      due_at: { from: null, to: '2025-11-01T09:00:00.000Z' },
    }),
  ).toEqual([
    ['added', { label_id: 'blue' }],
    ['removed', { label_id: 'red' }],
    ['assigned', { name: 'Ana' }],
    ['set the due date to', { at: '2025-11-01T09:00:00.000Z' }],
  ])
})

test('an unknown activity is a change', () => {
  expect(activity('card.folded', {})).toEqual([['changed this card']])
  expect(activity('constructor', {})).toEqual([['changed this card']])
})
