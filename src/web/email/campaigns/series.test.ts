import { expect, test } from 'vitest'

import { daySpans, hoursAfterSending, hourSpans } from './series.rules.ts'

const bucket = (at: string, opens_total: number, clicks_total = 0) => ({
  at: `2025-11-${at}:00:00.000Z`,
  opens_total,
  clicks_total,
})

const buckets = [
  bucket('18T09', 5, 1),
  bucket('18T11', 2),
  bucket('20T09', 3),
  bucket('20T23', 4, 2),
  bucket('21T09', 1),
]
const sent_at = '2025-11-18T09:20:00.000Z'
const at = (time: string) => Date.parse(`2025-11-${time}:00.000Z`)
const sums = (spans: readonly { opens: number; clicks: number }[]) =>
  spans.map(({ opens, clicks }) => [opens, clicks])

test('hours end two days after sending', () => {
  const spans = hourSpans(buckets, sent_at)
  expect(spans).toHaveLength(48)
  expect(sums(spans.slice(0, 3))).toEqual([
    [5, 1],
    [0, 0],
    [2, 0],
  ])
  expect(spans.at(-1)).toMatchObject({ at: at('20T08:00'), end: at('20T09:00'), opens: 0 })
})

test('days are calendar days of the time zone', () => {
  const utc = daySpans(buckets, sent_at, 'UTC')
  expect(sums(utc)).toEqual([
    [7, 1],
    [0, 0],
    [7, 2],
    [1, 0],
  ])
  expect(utc[0]).toMatchObject({ at: at('18T00:00'), end: at('19T00:00'), from: at('18T09:00') })
  expect(utc[3]).toEqual({ at: at('21T00:00'), end: at('22T00:00'), opens: 1, clicks: 0 })
  expect(sums(daySpans(buckets, sent_at, 'Asia/Tokyo'))).toEqual([
    [7, 1],
    [0, 0],
    [3, 0],
    [5, 2],
  ])
})

test('a day of 25 hours is one day', () => {
  // New York sets its clocks back on 2 November.
  const autumn = [bucket('02T04', 1), bucket('03T04', 2), bucket('03T05', 4)]
  const spans = daySpans(autumn, '2025-11-02T03:00:00.000Z', 'America/New_York')
  expect(spans.map(({ opens }) => opens)).toEqual([0, 3, 4])
})

test('no opens and clicks have no series', () => {
  expect(hourSpans([], sent_at)).toEqual([])
  expect(daySpans([], sent_at, 'UTC')).toEqual([])
})

test('an open before the time of sending is not lost', () => {
  expect(sums(hourSpans([bucket('18T07', 1)], sent_at))).toEqual([[1, 0]])
  expect(sums(daySpans([bucket('17T07', 1)], sent_at, 'UTC'))).toEqual([[1, 0]])
})

test('hours after sending end now, and start with the sending', () => {
  const sent_at = '2025-11-18T09:30:00.000Z'
  const buckets = [bucket('18T09', 5, 1), bucket('18T11', 2), bucket('25T09', 9)]
  const early = hoursAfterSending(buckets, { sent_at }, at('18T12:01'))
  expect(early.map(({ opens }) => opens)).toEqual([5, 0, 2])
  expect(early[0]?.clicks).toBe(1)
  // The hour that still runs would look like a drop.
  expect(hoursAfterSending(buckets, { sent_at }, at('18T11:59'))).toHaveLength(2)
  expect(hoursAfterSending(buckets, { sent_at }, at('18T09:45'))).toHaveLength(1)
  expect(hoursAfterSending(buckets, { sent_at }, at('30T00:00'))).toHaveLength(48)
  expect(hoursAfterSending([], { sent_at }, at('30T00:00'))).toEqual([])
  expect(hoursAfterSending(buckets, { sent_at: null }, at('30T00:00'))).toEqual([])
})
