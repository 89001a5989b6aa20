import { expect, test } from 'vitest'

import { formatDate, formatExactTime, formatNumber, formatTime, shortenId } from './format.ts'

const now = new Date(2025, 10, 20, 12)
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test.each([
  [0, 'just now'],
  [3, '3 hours ago'],
  [-48, 'in 2 days'],
  [24, 'yesterday'],
  [23.9, '23 hours ago'],
  [0.99, '59 minutes ago'],
  [0.01, 'just now'],
  [-0.01, 'now'],
  [-0.5, 'in 30 minutes'],
  [37, '2 days ago'],
  [6.9 * 24, '7 days ago'],
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

test('yesterday is the previous calendar day', () => {
  const early = new Date(2025, 10, 20, 0, 30)
  expect(formatTime(new Date(2025, 10, 18, 23, 30), early)).toBe('2 days ago')
  expect(formatTime(new Date(2025, 10, 19, 0, 10), early)).toBe('yesterday')
})

test('numbers are grouped and an exact time has its zone and UTC', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567')
  const exact = formatExactTime(new Date('2025-11-20T12:00:37Z'))
  expect(exact).not.toContain('37')
  expect(exact).toMatch(/2025/)
  expect(exact).toMatch(/\(20 Nov 2025, 12:00 UTC\)$|\(Nov 20, 2025, 12:00.* UTC\)$/)
})

test('an id is shortened to its prefix and end', () => {
  expect(shortenId('dlv_01K00000000000000000008F2K')).toBe('dlv_…8F2K')
  expect(shortenId('dlv_8f2K')).toBe('dlv_8f2K')
})
