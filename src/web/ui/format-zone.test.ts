import { afterEach, expect, test } from 'vitest'

import { startOfDay, zonedMoment } from '#contract/zoned-time.rules.ts'
import {
  formatClock,
  formatDate,
  formatExactTime,
  formatNumber,
  formatRate,
  localDay,
  midnights,
  setDateSettings,
  timeZone,
} from './format.ts'

const set = (zone: string, locale = 'en-GB') =>
  setDateSettings({ timeZone: zone, locale, firstDay: null })
// The files of a project share processes.
afterEach(() => set('', ''))

const at = new Date('2025-11-20T22:30:00Z')

test.each([
  ['America/Los_Angeles', '2025-11-20', '14:30', '20 Nov'],
  ['Europe/London', '2025-11-20', '22:30', '20 Nov'],
  ['Asia/Kathmandu', '2025-11-21', '04:15', '21 Nov'],
  ['Pacific/Kiritimati', '2025-11-21', '12:30', '21 Nov'],
])('a moment in %s is on %s at %s', (zone, day, clock, date) => {
  set(zone)
  expect(timeZone()).toBe(zone)
  expect([localDay(at), formatClock(at), formatDate(at, at)]).toEqual([day, clock, date])
  expect(formatExactTime(at)).toContain('20 Nov 2025, 22:30 UTC')
})

test('formats follow the zone and the locale after each change', () => {
  set('Asia/Tokyo', 'en-US')
  expect([formatDate(at, at), formatClock(at)]).toEqual([
    'Nov 21',
    expect.stringMatching(/^7:30\sAM$/),
  ])
  expect([formatNumber(1234567), formatRate(0.1234, 9)]).toEqual(['1,234,567', '12.3%'])
  set('Asia/Tokyo', 'en-DE')
  expect([formatNumber(1234567), formatRate(0.1234, 9)]).toEqual(['1.234.567', '12,3\u00A0%'])
})

test('the year of a date is that of the zone', () => {
  const midnight = new Date('2026-01-01T00:30:00Z')
  set('America/New_York')
  expect(formatDate(midnight, at)).toBe('31 Dec')
  set('Europe/London')
  expect(formatDate(midnight, at)).toContain('2026')
})

test.each([
  // The clocks go forward on 9 March and back on 2 November.
  ['America/New_York', '2025-03-08T12:00', '2025-03-09T23:59', 1],
  ['America/New_York', '2025-03-09T00:30', '2025-03-10T00:10', 1],
  ['America/New_York', '2025-11-02T00:00', '2025-11-02T23:59', 0],
  ['Australia/Lord_Howe', '2025-10-04T23:00', '2025-10-05T23:30', 1],
  ['Europe/Berlin', '2025-10-27T00:00', '2025-10-25T23:59', -2],
])('midnights in %s from %s to %s are %i', (zone, from, to, count) => {
  set(zone)
  const moment = (text: string) => zonedMoment(text.slice(0, 10), text.slice(11), zone)
  expect(midnights(moment(from), moment(to))).toBe(count)
})

test('a day begins at its first moment, also when the clocks skip midnight', () => {
  expect(startOfDay('2025-11-20', 'America/New_York').toISOString()).toBe(
    '2025-11-20T05:00:00.000Z',
  )
  // Santiago skips from 00:00 to 01:00.
  expect(startOfDay('2025-09-07', 'America/Santiago').toISOString()).toBe(
    '2025-09-07T04:00:00.000Z',
  )
})

test('a stored zone or locale that the browser does not know is ignored', () => {
  set('Mars/Olympus', 'not a locale')
  expect(timeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(formatNumber(1234)).toBe('1,234')
})

test('the last moment of the year 9999 has a day in every zone', () => {
  set('Pacific/Kiritimati')
  expect(midnights(new Date('9999-12-30T12:00:00Z'), new Date('9999-12-31T23:59:59Z'))).toBe(1)
})
