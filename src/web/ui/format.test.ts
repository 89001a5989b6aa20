import { expect, test } from 'vitest'

import { formatDate, formatTime } from './format.ts'

const now = new Date(2025, 10, 20, 12)
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test.each([
  [0, 'now'],
  [3, '3 hours ago'],
  [-48, 'in 2 days'],
  [24, 'yesterday'],
])('%i hours ago is said as "%s"', (hours, text) => {
  expect(formatTime(before(hours), now)).toBe(text)
})

test('a time more than a week away is a date', () => {
  expect(formatTime(before(24 * 8), now)).toBe(formatDate(before(24 * 8), now))
})

test('a date of another year says the year', () => {
  expect(formatDate(new Date(2019, 0, 5), now)).toContain('2019')
  expect(formatDate(new Date(2025, 0, 5), now)).not.toContain('2025')
})
