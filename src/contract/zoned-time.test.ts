import { expect, test } from 'vitest'

import { resolveDateTime, resolveZonedTime, zonedDateTime } from './zoned-time.rules.ts'

/** The moments in UTC, or what the clocks show instead. */
function resolve(date: string, time: string, zone: string): string[] {
  const resolved = resolveZonedTime(date, time, zone)
  if (resolved.kind === 'skipped') return [`skipped, ${resolved.next.date} ${resolved.next.time}`]
  const moments = resolved.kind === 'unique' ? [resolved.at] : [resolved.first, resolved.second]
  return moments.map((at) => at.toISOString().slice(0, 16))
}

test.each([
  // London goes forward at 01:00 on 29 March 2026 and back at 02:00 on 25 October.
  ['Europe/London', '2026-03-28', '09:30', ['2026-03-28T09:30']],
  ['Europe/London', '2026-03-29', '00:59', ['2026-03-29T00:59']],
  ['Europe/London', '2026-03-29', '01:00', ['skipped, 2026-03-29 02:00']],
  ['Europe/London', '2026-03-29', '01:30', ['skipped, 2026-03-29 02:30']],
  ['Europe/London', '2026-03-29', '02:00', ['2026-03-29T01:00']],
  ['Europe/London', '2026-03-29', '09:30', ['2026-03-29T08:30']],
  ['Europe/London', '2026-10-25', '00:59', ['2026-10-24T23:59']],
  ['Europe/London', '2026-10-25', '01:00', ['2026-10-25T00:00', '2026-10-25T01:00']],
  ['Europe/London', '2026-10-25', '01:59', ['2026-10-25T00:59', '2026-10-25T01:59']],
  ['Europe/London', '2026-10-25', '02:00', ['2026-10-25T02:00']],
  // New York goes forward at 02:00 on 8 March 2026 and back at 02:00 on 1 November.
  ['America/New_York', '2026-03-08', '01:59', ['2026-03-08T06:59']],
  ['America/New_York', '2026-03-08', '02:30', ['skipped, 2026-03-08 03:30']],
  ['America/New_York', '2026-03-08', '03:00', ['2026-03-08T07:00']],
  ['America/New_York', '2026-11-01', '00:59', ['2026-11-01T04:59']],
  ['America/New_York', '2026-11-01', '01:30', ['2026-11-01T05:30', '2026-11-01T06:30']],
  ['America/New_York', '2026-11-01', '02:00', ['2026-11-01T07:00']],
  // Lord Howe Island changes by half an hour: forward at 02:00 on 4 October 2026, back at 02:00 on 5 April.
  ['Australia/Lord_Howe', '2026-10-04', '01:59', ['2026-10-03T15:29']],
  ['Australia/Lord_Howe', '2026-10-04', '02:00', ['skipped, 2026-10-04 02:30']],
  ['Australia/Lord_Howe', '2026-10-04', '02:15', ['skipped, 2026-10-04 02:45']],
  ['Australia/Lord_Howe', '2026-10-04', '02:30', ['2026-10-03T15:30']],
  ['Australia/Lord_Howe', '2026-04-05', '01:29', ['2026-04-04T14:29']],
  ['Australia/Lord_Howe', '2026-04-05', '01:45', ['2026-04-04T14:45', '2026-04-04T15:15']],
  ['Australia/Lord_Howe', '2026-04-05', '02:00', ['2026-04-04T15:30']],
  // Samoa left out a whole day.
  ['Pacific/Apia', '2011-12-30', '12:00', ['skipped, 2011-12-31 12:00']],
  ['Pacific/Apia', '2011-12-31', '00:00', ['2011-12-30T10:00']],
  // Half past nine around clock changes, and where there are none.
  ['Europe/London', '2035-03-24', '09:30', ['2035-03-24T09:30']],
  ['Europe/London', '2035-03-25', '09:30', ['2035-03-25T08:30']],
  ['America/New_York', '2035-03-10', '09:30', ['2035-03-10T14:30']],
  ['America/New_York', '2035-03-11', '09:30', ['2035-03-11T13:30']],
  ['Asia/Kathmandu', '2035-03-24', '09:30', ['2035-03-24T03:45']],
  ['Asia/Kathmandu', '2035-10-28', '09:30', ['2035-10-28T03:45']],
  ['Australia/Lord_Howe', '2035-03-31', '09:30', ['2035-03-30T22:30']],
  ['Australia/Lord_Howe', '2035-04-01', '09:30', ['2035-03-31T23:00']],
  ['Pacific/Apia', '2035-03-24', '09:30', ['2035-03-23T20:30']],
  ['Pacific/Apia', '2035-10-28', '09:30', ['2035-10-27T20:30']],
  ['Asia/Kolkata', '2026-03-29', '02:30', ['2026-03-28T21:00']],
  ['UTC', '2026-03-29', '02:30', ['2026-03-29T02:30']],
])('in %s, %s at %s is %j', (zone, date, time, expected) => {
  expect(resolve(date, time, zone)).toEqual(expected)
})

test.each(['Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
  'moments of a year in %s are found again from their date and time',
  (zone) => {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 13 * 1_800_000) {
      const { date, time } = zonedDateTime(new Date(at), zone)
      const resolved = resolveZonedTime(date, time, zone)
      const moments =
        resolved.kind === 'unique'
          ? [resolved.at]
          : resolved.kind === 'repeated'
            ? [resolved.first, resolved.second]
            : []
      if (!moments.some((moment) => moment.getTime() === at))
        expect.fail(`${new Date(at).toISOString()} is lost`)
    }
  },
)

const now = new Date('2026-03-01T12:00:00Z')
const choice = { date: '2026-03-01', time: '13:00', timeZone: 'Europe/London' }

test('a choice is incomplete, past, skipped or valid', () => {
  expect(resolveDateTime({ ...choice, time: null }, now)).toEqual({ kind: 'incomplete' })
  expect(resolveDateTime({ ...choice, time: '12:00' }, now).kind).toBe('past')
  expect(resolveDateTime(choice, now)).toEqual({
    kind: 'valid',
    at: new Date('2026-03-01T13:00:00Z'),
    isRepeated: false,
  })
  // The same clock time has passed in Berlin.
  expect(resolveDateTime({ ...choice, timeZone: 'Europe/Berlin' }, now).kind).toBe('past')
  expect(resolveDateTime({ ...choice, date: '2026-03-29', time: '01:30' }, now)).toEqual({
    kind: 'skipped',
    next: { date: '2026-03-29', time: '02:30' },
  })
})

test('a choice of a repeated time is the first or the second', () => {
  const twice = { ...choice, date: '2026-10-25', time: '01:30' }
  expect(resolveDateTime(twice, now)).toEqual({
    kind: 'valid',
    at: new Date('2026-10-25T00:30:00Z'),
    isRepeated: true,
  })
  expect(resolveDateTime({ ...twice, isSecond: true }, now)).toMatchObject({
    at: new Date('2026-10-25T01:30:00Z'),
  })
})
