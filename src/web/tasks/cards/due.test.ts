import { afterEach, expect, test } from 'vitest'

import { setDateSettings } from '#web/ui/format.ts'
import { dueOf } from './due.rules.ts'

const now = new Date(2025, 10, 20, 12)
const card = (due: Date | null, completed = false, done: Date | null = null) => ({
  due_at: due?.toISOString() ?? null,
  completed,
  completed_at: done?.toISOString() ?? null,
})

test.each([
  [new Date(2025, 10, 20, 17), 'today'],
  [new Date(2025, 10, 21, 0, 1), 'tomorrow'],
  [new Date(2025, 10, 22), 'later'],
  [new Date(2025, 10, 20, 11), 'overdue'],
] as const)('a card due on %s is %s', (due, state) => {
  expect(dueOf(card(due), now)?.state).toBe(state)
})

test('an overdue card counts calendar days', () => {
  expect(dueOf(card(new Date(2025, 10, 18, 23)), now)).toMatchObject({ days: 2 })
  expect(dueOf(card(new Date(2025, 10, 20, 1)), now)).toMatchObject({ days: 0 })
})

test('a completed card is never overdue and shows its completion date', () => {
  const done = new Date(2025, 10, 19, 9)
  const shown = dueOf(card(new Date(2025, 10, 1), true, done), now)
  expect(shown).toEqual({ state: 'done', at: done })
})

test('a completed card without completion date shows its due date', () => {
  expect(dueOf({ due_at: '2025-11-01T09:00:00.000Z', completed: true }, now)?.state).toBe('done')
})

test('a card without a due date has no due state', () => {
  expect(dueOf(card(null), now)).toBe(null)
  expect(dueOf(card(null, true), now)).toBe(null)
})

test('a daylight saving change still counts as one day', () => {
  expect(dueOf(card(new Date(2026, 2, 30, 1)), new Date(2026, 2, 29, 1))?.state).toBe('tomorrow')
})

afterEach(() => setDateSettings({ timeZone: '', locale: '', firstDay: null }))

test.each([
  ['Pacific/Auckland', 'tomorrow'],
  ['America/Los_Angeles', 'today'],
  ['Pacific/Kiritimati', 'today'],
])('a date in the chosen zone %s is %s', (timeZone, state) => {
  setDateSettings({ timeZone, locale: '', firstDay: null })
  const due = { due_at: '2025-11-20T11:30:00Z', completed: false }
  expect(dueOf(due, new Date('2025-11-20T10:30:00Z'))?.state).toBe(state)
})
