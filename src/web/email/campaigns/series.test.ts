import { expect, test } from 'vitest'

import { hoursAfterSending, seriesSpans } from './series.rules.ts'

const bucket = (at: string, opens_total: number, clicks_total = 0) => ({
  at: `2025-11-${at}:00:00.000Z`,
  opens_total,
  clicks_total,
})

test('two days are shown by hour, later ones by day', () => {
  const spans = seriesSpans(
    [
      bucket('18T09', 5, 1),
      bucket('18T11', 2),
      bucket('20T09', 3),
      bucket('20T23', 4, 2),
      bucket('21T09', 1),
    ],
    '2025-11-18T09:20:00.000Z',
  )
  expect(spans).toHaveLength(50)
  expect(spans.slice(0, 3).map(({ opens, clicks }) => [opens, clicks])).toEqual([
    [5, 1],
    [0, 0],
    [2, 0],
  ])
  expect(spans.slice(48)).toEqual([
    { at: Date.parse('2025-11-20T09:00:00.000Z'), isDay: true, opens: 7, clicks: 2 },
    { at: Date.parse('2025-11-21T09:00:00.000Z'), isDay: true, opens: 1, clicks: 0 },
  ])
})

test('no opens and clicks have no series', () => {
  expect(seriesSpans([], '2025-11-18T09:20:00.000Z')).toEqual([])
})

test('an open before the time of sending is not lost', () => {
  const spans = seriesSpans([bucket('18T07', 1)], '2025-11-18T09:20:00.000Z')
  expect(spans.map(({ opens }) => opens)).toEqual([1])
})

test('hours after sending end now, and start with the sending', () => {
  const sent_at = '2025-11-18T09:30:00.000Z'
  const buckets = [bucket('18T09', 5, 1), bucket('18T11', 2), bucket('25T09', 9)]
  const at = (time: string) => Date.parse(`2025-11-${time}:00.000Z`)
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
