import { expect, test } from 'vitest'

import { sampleCard } from '#web/tasks/cards/test-cards.ts'
import { choiceOf, dateIssue, dueOn, instantOf, quickDates, timeOf } from './due-edit.rules.ts'

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

// 17:00 of 20 November in Berlin is 16:00 UTC.
test.each([
  ['2025-11-20T15:59:59Z', '2025-11-20', '2025-11-20T16:00:00.000Z'],
  ['2025-11-20T16:00:00Z', '2025-11-20', '2025-11-20T22:59:00.000Z'],
  // Already the 21st in Berlin, still the 20th in UTC.
  ['2025-11-20T23:30:00Z', '2025-11-21', '2025-11-21T16:00:00.000Z'],
  ['2025-11-20T18:00:00Z', '2025-11-21', '2025-11-21T16:00:00.000Z'],
  ['2025-11-20T18:00:00Z', '2025-11-19', '2025-11-19T16:00:00.000Z'],
  // The evening of the day on which the clocks go back.
  ['2025-10-26T17:00:00Z', '2025-10-26', '2025-10-26T22:59:00.000Z'],
])('T54 at %s a card for %s is due at %s', (now, date, due) => {
  expect(dueOn(date, new Date(now), 'Europe/Berlin')).toBe(due)
})

test('a due time that has passed today becomes the end of day', () => {
  const input = { date: '2025-11-20', now: new Date('2025-11-20T11:00:00Z'), timeZone: 'UTC' }
  expect(timeOf({ ...input, field: 'due_at', time: '10:30' })).toBe('23:59')
  expect(timeOf({ ...input, field: 'due_at', time: '11:30' })).toBe('11:30')
  expect(timeOf({ ...input, field: 'start_at', time: '10:30' })).toBe('10:30')
  expect(timeOf({ ...input, field: 'start_at' })).toBe('09:00')
})
