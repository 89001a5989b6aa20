import { expect, test } from 'vitest'

import { formatPoints, formatRate, setDateSettings } from './format.ts'

test.each([
  [0.416, 100, '41.6%'],
  [0.0021, 100, '0.21%'],
  [0.01, 100, '1.0%'],
  [0.00994, 100, '0.99%'],
  [0.009997, 100, '1.0%'],
  [0.0001, 100, '0.01%'],
  [1, 100, '100%'],
  [Number.NaN, 100, ''],
  [0.00001, 100, 'under 0.01%'],
  [0, 100, '0%'],
  [0, 0, ''],
])('a rate of %d over %i is said as "%s"', (rate, of, text) => {
  expect(formatRate(rate, of)).toBe(text)
})

test('a difference of rates is in points', () => {
  expect(formatPoints(0.416, 0.384)).toBe('3.2')
  expect(formatPoints(0.02, 0.031)).toBe('1.1')
})

test('the locale decides the space before the percent sign and the decimal mark', () => {
  setDateSettings({ timeZone: '', locale: 'de', firstDay: null })
  expect(formatRate(0.4231, 1)).toBe('42,3\u00A0%')
  expect(formatPoints(0.4231, 0.4225)).toBe('0,06')
  setDateSettings({ timeZone: '', locale: '', firstDay: null })
  expect(formatRate(0.4231, 1)).toBe('42.3%')
})
