import { expect, test } from 'vitest'

import { untilNow } from './clamp-to-now.rules.ts'

const now = new Date('2026-06-01T09:00:00Z')

test('an old board ends yesterday, with its first open date earlier', () => {
  const moved = untilNow(
    [
      { updated_at: '2018-03-31T12:00:00Z', due_at: '2017-12-01T17:00:00Z', completed: false },
      { updated_at: '2017-12-24T12:00:00Z', due_at: '2017-11-29T17:00:00Z', completed: true },
    ],
    now,
  )
  const after = (text: string, days: number) =>
    new Date(Date.parse(text) + days * 86_400_000).toISOString()
  expect(after('2018-03-31T12:00:00Z', moved.lived)).toBe('2026-05-30T12:00:00.000Z')
  expect(after('2017-12-01T17:00:00Z', moved.planned)).toBe('2026-05-29T17:00:00.000Z')
})

test('dates without open cards are shifted with the rest', () => {
  const card = { updated_at: '2020-01-31T12:00:00Z', due_at: '2020-01-23T12:00:00Z' }
  const { lived, planned } = untilNow([{ ...card, completed: true }], now)
  expect(planned).toBe(lived)
})
