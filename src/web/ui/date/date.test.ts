import { expect, test } from 'vitest'

import {
  addMonths,
  createDate,
  firstDayOfWeek,
  monthGrid,
  moveDay,
  startOfWeek,
} from '#contract/plain-date.rules.ts'
import {
  describeMoment,
  formatPlainDate,
  formatPlainTime,
  formatZoneName,
  parseDate,
  parseTime,
} from './date-text.rules.ts'

test('a month later keeps the day, or takes the last one', () => {
  expect(addMonths('2025-01-31', 1)).toBe('2025-02-28')
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29')
  expect(addMonths('2025-12-15', 1)).toBe('2026-01-15')
  expect(addMonths('2025-03-31', -1)).toBe('2025-02-28')
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
})

test('days that the calendar lacks are no dates', () => {
  expect(createDate(2025, 2, 30)).toBeNull()
  expect(createDate(2025, 13, 1)).toBeNull()
  expect(createDate(2024, 2, 29)).toBe('2024-02-29')
})

test('a month is a grid of whole weeks from the first day of the region', () => {
  const monday = monthGrid('2025-11-27', 1)
  expect(monday).toHaveLength(5)
  expect([monday[0]?.[0], monday.at(-1)?.[6]]).toEqual(['2025-10-27', '2025-11-30'])
  const sunday = monthGrid('2025-11-27', 0)
  expect([sunday[0]?.[0], sunday.at(-1)?.[6]]).toEqual(['2025-10-26', '2025-12-06'])
  expect(monthGrid('2027-02-10', 1)).toHaveLength(4) // February from Monday to Sunday
})

test.each([
  ['ArrowRight', false, '2025-11-28'],
  ['ArrowLeft', false, '2025-11-26'],
  ['ArrowDown', false, '2025-12-04'],
  ['ArrowUp', false, '2025-11-20'],
  ['Home', false, '2025-11-24'],
  ['End', false, '2025-11-30'],
  ['PageDown', false, '2025-12-27'],
  ['PageUp', false, '2025-10-27'],
  ['PageDown', true, '2026-11-27'],
  ['PageUp', true, '2024-11-27'],
  ['a', false, undefined],
])('key %s with Shift %s leads from 27 November to %s', (key, shiftKey, expected) => {
  expect(moveDay('2025-11-27', { key, shiftKey }, 1, false)).toBe(expected)
})

test('arrow keys follow the direction of the text', () => {
  expect(moveDay('2025-11-27', { key: 'ArrowRight', shiftKey: false }, 1, true)).toBe('2025-11-26')
})

test.each([
  ['en-GB', 1],
  ['en-US', 0],
  ['en', 0],
  ['de-DE', 1],
  ['ar-EG', 6],
])('the week of %s begins on day %i', (locale, day) => {
  expect(firstDayOfWeek(locale)).toBe(day)
  expect(new Date(startOfWeek('2025-11-27', day)).getUTCDay()).toBe(day)
})

const words = { today: 'Today', tomorrow: 'Tomorrow' }
const parse = (text: string, locale = 'en-GB', today = '2025-11-20') =>
  parseDate(text, { locale, today, words })

test.each([
  ['2025-11-27', '2025-11-27'],
  ['27/11/2025', '2025-11-27'],
  ['27.11.25', '2025-11-27'],
  ['27 11', '2025-11-27'],
  ['27 Nov', '2025-11-27'],
  ['27 november 2025', '2025-11-27'],
  ['Thursday, 27 Nov 2025', '2025-11-27'],
  ['Nov 27, 2025', '2025-11-27'],
  ['today', '2025-11-20'],
  ['Tomorrow', '2025-11-21'],
  ['Fri', '2025-11-21'],
  ['thursday', '2025-11-27'], // today is one
  ['3 Jan', '2026-01-03'], // the next one
  ['1 Nov', '2025-11-01'], // a few weeks ago
  ['29 Feb', null],
  ['30/02/2025', null],
  ['11/27/2025', null],
  ['soon', null],
  ['27', null],
  ['', null],
])('parsing %j as British gives %j', (text, expected) => {
  expect(parse(text)).toBe(expected)
})

test('parsing numbers follows the order of the locale', () => {
  expect(parse('11/27/2025', 'en-US')).toBe('2025-11-27')
  expect(parse('3/4/2026', 'en-US')).toBe('2026-03-04')
  expect(parse('3/4/2026', 'en-GB')).toBe('2026-04-03')
  expect(parse('2026/4/3', 'en-CA')).toBe('2026-04-03')
  expect(parse('27 nov. 2025', 'fr-FR')).toBe('2025-11-27')
})

test('a formatted date is parsed as itself in every locale', () => {
  for (const locale of ['en-GB', 'en-US', 'en-AU', 'en-CA', 'en-IN', 'en-ZA', 'en-IE'])
    for (const date of ['2025-11-27', '2026-01-02', '2024-02-29'])
      expect(parse(formatPlainDate(date, locale), locale)).toBe(date)
})

test.each([
  ['9', '09:00'],
  ['9:30', '09:30'],
  ['09.30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  ['9h30', '09:30'],
  ['9:30 pm', '21:30'],
  ['9 p.m.', '21:00'],
  ['12am', '00:00'],
  ['12 PM', '12:00'],
  ['23:59', '23:59'],
  ['24:00', null],
  ['13pm', null],
  ['9:60', null],
  ['nine', null],
  ['', null],
])('parsing time %j gives %j', (text, expected) => {
  expect(parseTime(text)).toBe(expected)
})

test('a formatted time is parsed as itself', () => {
  for (const locale of ['en-GB', 'en-US', 'en-AU', 'en-CA'])
    for (const time of ['00:00', '09:30', '12:05', '23:59'])
      expect(parseTime(formatPlainTime(time, locale))).toBe(time)
})

test('a moment is described in its zone, with the year when it is another', () => {
  const at = new Date('2025-11-27T09:30:00Z')
  const describe = (zone: string, today: string) => describeMoment(at, zone, today, 'en-GB')
  expect(describe('Europe/London', '2025-11-20')).toEqual({
    day: 'Thursday 27 November',
    time: '09:30',
    city: 'London',
  })
  expect(describe('America/New_York', '2024-11-20')).toEqual({
    day: expect.stringMatching(/^Thursday,? 27 November 2025$/), // ICU versions differ in the comma
    time: '04:30',
    city: 'New York',
  })
  expect(formatZoneName(at, 'Europe/London', 'en-GB')).toBe('GMT')
})
