import { expect, test } from 'vitest'

import { sampleCard } from '#web/tasks/cards/test-cards.ts'
import { choiceOf, dateIssue, instantOf, quickDates } from './due-edit.rules.ts'

test.each([
  ['2025-11-20', '2025-11-24'],
  ['2025-11-23', '2025-11-24'],
  // A Monday itself.
  ['2025-11-24', '2025-12-01'],
])('next Monday after %s is %s', (today, monday) => {
  expect(quickDates(today).nextMonday).toBe(monday)
})

test('T54 a local time becomes UTC, also in the nights clocks change', () => {
  const berlin = (date: string, time: string) => instantOf(date, time, 'Europe/Berlin')
  expect(berlin('2026-03-28', '17:00')).toBe('2026-03-28T16:00:00.000Z')
  // 02:30 does not exist: the clocks show 03:30 instead.
  expect(berlin('2026-03-29', '02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(berlin('2026-03-29', '17:00')).toBe('2026-03-29T15:00:00.000Z')
  // 02:30 comes twice: the first of them.
  expect(berlin('2026-10-25', '02:30')).toBe('2026-10-25T00:30:00.000Z')
})

test('the second of two equal times stays the second', () => {
  expect(choiceOf('2026-10-25T01:30:00.000Z', 'Europe/Berlin')).toEqual({
    date: '2026-10-25',
    time: '02:30',
    timeZone: 'Europe/Berlin',
    isSecond: true,
  })
  expect(choiceOf('2026-10-25T00:30:00.000Z', 'Europe/Berlin').isSecond).toBe(undefined)
})

test('a due date before the start, or past the year 9999, is refused', () => {
  const card = { ...sampleCard('a', 'list', 1), start_at: '2025-11-10T09:00:00.000Z' }
  expect(dateIssue([card], 'due_at', new Date('2025-11-10T08:59:00Z'))).toBe('before_start')
  expect(dateIssue([card], 'due_at', new Date('2025-11-10T09:00:00Z'))).toBe(undefined)
  const due = { ...card, due_at: '2025-11-12T09:00:00.000Z' }
  expect(dateIssue([due], 'start_at', new Date('2025-11-13T09:00:00Z'))).toBe('after_due')
  const late = new Date(instantOf('9999-12-31', '23:30', 'America/New_York'))
  expect(dateIssue([card], 'due_at', late)).toBe('too_late')
})
