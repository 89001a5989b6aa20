import { expect, test } from 'vitest'

import { createDateOrderTally, type DateOrder, isTimeZone, parseDate } from './parse-date.ts'

const read = (text: string, time_zone = 'UTC', date_order?: DateOrder) =>
  parseDate(text, { time_zone, date_order })?.instant
const orderOf = (...texts: readonly string[]) => {
  const tally = createDateOrderTally()
  texts.forEach(tally.add)
  return tally.finish()
}

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
  ['1991-10-02 20:30:31 UTC', '1991-10-02T20:30:31.000Z'],
  ['1991-10-02 20:30:31 +0000', '1991-10-02T20:30:31.000Z'],
  ['1991-10-02T20:30:31+0200', '1991-10-02T18:30:31.000Z'],
  ['1991-10-02 20:30:31-03:30', '1991-10-03T00:00:31.000Z'],
  ['1991-10-02 20:30:31.5+00', '1991-10-02T20:30:31.500Z'],
  ['Fri, 24 Mar 2023 10:23:10 GMT', '2023-03-24T10:23:10.000Z'],
  ['Fri, 24 Mar 2023 10:23:10 +0100 (CET)', '2023-03-24T09:23:10.000Z'],
  ['24 Mar 23 10:23 EST', '2023-03-24T15:23:00.000Z'],
  [
    'Fri Mar 24 2023 10:23:10 GMT+0100 (Central European Standard Time)',
    '2023-03-24T09:23:10.000Z',
  ],
  ['24.03.2023 10:23', '2023-03-24T10:23:00.000Z'],
  ['3.4.2023', '2023-04-03T00:00:00.000Z'],
  ['24 Mar 2023', '2023-03-24T00:00:00.000Z'],
  ['24th March, 2023', '2023-03-24T00:00:00.000Z'],
  ['24-Mar-23', '2023-03-24T00:00:00.000Z'],
  ['Sept. 9, 2018', '2018-09-09T00:00:00.000Z'],
  ['2023/03/24', '2023-03-24T00:00:00.000Z'],
  ['31/12/2023', '2023-12-31T00:00:00.000Z'],
  ['5/5/2023', '2023-05-05T00:00:00.000Z'],
  ['1679653390', '2023-03-24T10:23:10.000Z'],
  ['1679653390123', '2023-03-24T10:23:10.123Z'],
  ['1679653390.25', '2023-03-24T10:23:10.250Z'],
])('%s is read', (text, instant) => {
  expect(read(text)).toBe(instant)
})

test.each([
  '',
  'soon',
  '2/30/21',
  '13/13/21',
  '31/4/2021',
  '3/4/2021',
  '3/4-2021',
  '2021-04-26 10:00 +99',
  '9999-12-31 23:00:00 -0500',
  '24 Marvel 2023',
  '45009',
  '5551234567890123',
  '202303241023',
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

test('numbers that can be read in two ways have the order of their column', () => {
  expect(read('3/4/2021', 'UTC', 'day_first')).toBe('2021-04-03T00:00:00.000Z')
  expect(read('3/4/2021', 'UTC', 'month_first')).toBe('2021-03-04T00:00:00.000Z')
  expect(read('3.4.2021', 'UTC', 'month_first')).toBe('2021-03-04T00:00:00.000Z')
  // A date that proves its own order keeps it.
  expect(read('31/4/2021', 'UTC', 'month_first')).toBeUndefined()
  expect(read('30/4/2021', 'UTC', 'month_first')).toBe('2021-04-30T00:00:00.000Z')
})

test('one date decides the order of its column, and two that contradict each other do not', () => {
  expect(orderOf('3/4/2021', '', '13/4/2021 10:00')).toEqual({
    order: 'day_first',
    example: '3/4/2021',
  })
  expect(orderOf('4/13/2021', '3/4/2021')?.order).toBe('month_first')
  expect(orderOf('3/4/2021', '5/6/2021')?.order).toBe('unclear')
  expect(orderOf('3/4/2021', '13/4/2021', '4/13/2021')?.order).toBe('unclear')
  // No calendar has this day, so it proves nothing.
  expect(orderOf('3/4/2021', '31/4/2021')?.order).toBe('unclear')
  expect(orderOf('3.4.2021')?.order).toBe('day_first')
  expect(orderOf('3.4.2021', '3/4/2021')?.order).toBe('unclear')
  expect(orderOf('13/4/2021', '5/5/2021', '2021-03-04', 'soon')).toBeUndefined()
})

const pad = (value: number) => String(value).padStart(2, '0')
const short = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const zones = ['UTC', ' GMT', 'Z', '+00', ' +0000', '-00:00', '+0530', ' -03:30', '+2'] as const
const minutesOf: Readonly<Record<string, number>> = { '+0530': 330, ' -03:30': -210, '+2': 120 }

test('every spelling of a date, with and without time and zone, is the same moment', () => {
  for (let index = 0; index < 400; index += 1) {
    const moment = new Date(Date.UTC(1995, 0, 1) + index * 29.37 * 86_400_000)
    const iso = moment.toISOString()
    const [year, month, day] = [iso.slice(0, 4), moment.getUTCMonth(), moment.getUTCDate()]
    const days = [
      `${year}-${pad(month + 1)}-${pad(day)}`,
      `${year}/${month + 1}/${day}`,
      `${short[month]} ${day}, ${year}`,
      `${pad(day)} ${short[month]} ${year}`,
      `${pad(day)}.${pad(month + 1)}.${year}`,
    ]
    const time = iso.slice(11, 19)
    for (const [at, one] of days.entries()) {
      const what = `${one} ${time}`
      expect([what, read(what)]).toEqual([what, `${iso.slice(0, 19)}.000Z`])
      const zone = zones[(index + at) % zones.length] ?? ''
      const expected = new Date(
        Date.parse(`${iso.slice(0, 19)}Z`) - (minutesOf[zone] ?? 0) * 60_000,
      )
      expect([zone, read(what + zone, 'Asia/Kathmandu')]).toEqual([zone, expected.toISOString()])
    }
    const slashes = `${pad(day)}/${pad(month + 1)}/${year} ${time}`
    expect([slashes, read(slashes, 'UTC', 'day_first')]).toEqual([
      slashes,
      `${iso.slice(0, 19)}.000Z`,
    ])
  }
})
