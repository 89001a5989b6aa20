import { expect, test } from 'vitest'

import { isTimeZone, parseDate } from './parse-date.ts'

const read = (text: string, zone = 'UTC') => parseDate(text, zone)?.instant

test.each([
  ['Mon, Apr 26, 2021 12:25', '2021-04-26T12:25:00.000Z'],
  ['Jun 09, 2018 09:30 pm', '2018-06-09T21:30:00.000Z'],
  ['June 9 2018 12:05 AM', '2018-06-09T00:05:00.000Z'],
  ['4/30/21 6:04', '2021-04-30T06:04:00.000Z'],
  ['4/30/98', '1998-04-30T00:00:00.000Z'],
  ['4/30/1998', '1998-04-30T00:00:00.000Z'],
  ['2012-05-15 12:34:56', '2012-05-15T12:34:56.000Z'],
  ['2012-05-15T12:34', '2012-05-15T12:34:00.000Z'],
  ['2012-05-15', '2012-05-15T00:00:00.000Z'],
  ['9999-12-31 00:00:00', '9999-12-31T00:00:00.000Z'],
  ['1991-10-02T20:30:31.000+02:00', '1991-10-02T18:30:31.000Z'],
])('%s is read', (text, instant) => {
  expect(read(text)).toBe(instant)
})

test.each([
  '',
  'soon',
  '2/30/21',
  '13/1/21',
  '2021-02-29',
  '4/30/21 25:00',
  'Jun 1, 2018 13:00 pm',
])('%s is no moment on a calendar', (text) => {
  expect(read(text)).toBeUndefined()
})

test('a time without an offset is what clocks of its zone showed, in summer and in winter', () => {
  expect(read('4/30/21 6:04', 'Europe/Berlin')).toBe('2021-04-30T04:04:00.000Z')
  expect(read('1/30/21 6:04', 'Europe/Berlin')).toBe('2021-01-30T05:04:00.000Z')
  expect(read('Mon, Apr 26, 2021 12:25', 'America/New_York')).toBe('2021-04-26T16:25:00.000Z')
  expect(read('2021-04-26 05:45', 'Asia/Kathmandu')).toBe('2021-04-26T00:00:00.000Z')
  expect(read('2021-04-26T12:25:00Z', 'Europe/Berlin')).toBe('2021-04-26T12:25:00.000Z')
})

test('an hour that summer time skips is the moment after, one that comes twice the later one', () => {
  expect(read('2021-03-28 02:30', 'Europe/Berlin')).toBe('2021-03-28T01:30:00.000Z')
  expect(read('2021-10-31 02:30', 'Europe/Berlin')).toBe('2021-10-31T01:30:00.000Z')
})

test('only names of time zones are time zones', () => {
  expect(['UTC', 'Europe/Berlin', 'Mars/Base', ''].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
