import { expect, test } from 'vitest'

import type { Board, Card } from '#client/resources.ts'
import {
  layoutWeek,
  newCardsOf,
  parseSpan,
  reschedule,
  scheduleCards,
  shiftSpan,
  weeksOf,
  withSpan,
} from './calendar.rules.ts'

const card = (name: string, due_at: string | null, start_at: string | null = null) =>
  ({ id: name, name, due_at, start_at, completed: false }) as Card
const utcDay = (at: Date) => at.toISOString().slice(0, 10)
const now = new Date('2025-06-20T12:00:00Z')
const span = (search: string) => parseSpan(new URLSearchParams(search), '2025-11-20')

test.each([
  // The clocks go back on 2 November in New York, on 26 October in London; Kathmandu has no change.
  ['America/New_York', '2025-10-31T21:00:00.000Z', '2025-11-03', '2025-11-03T22:00:00.000Z'],
  ['Europe/London', '2025-10-24T16:00:00.000Z', '2025-10-27', '2025-10-27T17:00:00.000Z'],
  ['Asia/Kathmandu', '2025-10-24T11:15:00.000Z', '2025-10-27', '2025-10-27T11:15:00.000Z'],
  // Forward: 02:30 does not exist on 9 March in New York, so the clocks show 03:30.
  ['America/New_York', '2025-03-08T07:30:00.000Z', '2025-03-09', '2025-03-09T07:30:00.000Z'],
  ['Australia/Lord_Howe', '2025-10-04T13:00:00.000Z', '2025-10-06', '2025-10-06T12:30:00.000Z'],
])('V1 another due day in %s keeps the time on the clock', (zone, from, day, to) => {
  expect(reschedule(card('a', from), day, zone, now)).toEqual({ due_at: to })
})

test('V1 a new due day keeps seconds and moves the start along', () => {
  const dates = reschedule(
    card('a', '2025-11-01T03:59:59.000Z', '2025-10-30T13:00:00Z'),
    '2025-11-04',
    'America/New_York',
    now,
  )
  // The last second of 31 October becomes that of 4 November, in winter time.
  expect(dates).toEqual({
    due_at: '2025-11-05T04:59:59.000Z',
    start_at: '2025-11-03T14:00:00.000Z',
  })
})

test('a card without a due date is due at the end of a working day', () => {
  expect(reschedule(card('a', null), '2025-07-01', 'Europe/London', now)).toEqual({
    due_at: '2025-07-01T16:00:00.000Z',
  })
  const evening = new Date('2025-07-01T17:30:00Z')
  expect(reschedule(card('a', null), '2025-07-01', 'Europe/London', evening)).toEqual({
    due_at: '2025-07-01T22:59:00.000Z',
  })
})

test('the same day and days after the year 9999 change nothing', () => {
  expect(reschedule(card('a', '2025-11-20T09:00:00Z'), '2025-11-20', 'UTC', now)).toBeUndefined()
  expect(
    reschedule(card('a', '9999-12-31T04:30:00Z'), '9999-12-31', 'America/New_York', now),
  ).toBeUndefined()
})

test('V2 the URL names a month or a week, and nothing for the month of today', () => {
  expect(span('')).toEqual({ kind: 'month', day: '2025-11-20' })
  expect(span('month=2026-01')).toEqual({ kind: 'month', day: '2026-01-01' })
  expect(span('month=2025-13')).toEqual({ kind: 'month', day: '2025-11-20' })
  expect(span('week=2025-12-24')).toEqual({ kind: 'week', day: '2025-12-24' })
  const search = (query: string, next: Parameters<typeof withSpan>[1]) =>
    withSpan(new URLSearchParams(query), next, '2025-11-20').toString()
  expect(search('q=a&week=2025-12-24', { kind: 'month', day: '2025-11-01' })).toBe('q=a')
  expect(search('q=a', shiftSpan(span(''), 1))).toBe('q=a&month=2025-12')
  expect(search('', shiftSpan(span('week=2025-12-24'), -1))).toBe('week=2025-12-17')
})

test('a month has whole weeks and a week begins on the first day', () => {
  expect(weeksOf(span('month=2025-11'), 1)).toHaveLength(5)
  expect(weeksOf(span('week=2025-11-27'), 0)[0]?.[0]).toBe('2025-11-23')
})

test('cards are placed from start to due; completed ones need no due date', () => {
  const { scheduled, undated } = scheduleCards(
    [
      card('late', '2025-11-26T18:00:00Z'),
      card('none', null),
      { ...card('done', null), completed: true },
      card('early', '2025-11-26T08:00:00Z'),
      card('long', '2025-12-02T08:00:00Z', '2025-11-25T08:00:00Z'),
      card('reversed', '2025-11-24T08:00:00Z', '2025-11-29T08:00:00Z'),
    ],
    utcDay,
  )
  expect(undated.map(({ name }) => name)).toEqual(['none'])
  const [week = []] = weeksOf(span('week=2025-11-26'), 1)
  const { segments, hidden } = layoutWeek(scheduled, week, 2)
  expect(segments.map(({ card: { name }, from, to, lane }) => [name, from, to, lane])).toEqual([
    ['long', 1, 6, 0],
    ['reversed', 0, 0, 0],
    ['early', 2, 2, 1],
  ])
  expect(segments[0]).toMatchObject({ continuesBefore: false, continuesAfter: true })
  expect(hidden).toEqual([0, 0, 1, 0, 0, 0, 0])
})

test('new cards of other boards are not in the calendar', () => {
  const draft = { name: 'Send the cards', position: 'bottom' } as const
  const here = { ...draft, key: 'a', list_id: 'lst_1' }
  const elsewhere = { ...draft, key: 'b', list_id: 'lst_2' }
  const board = { lists: [{ id: 'lst_1', name: 'Next' }] } as Board
  expect(newCardsOf(board, [here, elsewhere])).toEqual([here])
})
