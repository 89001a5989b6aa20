import { expect, test } from 'vitest'

import type { Card } from '#client/resources.ts'
import { dueCardsQuery, selectDueCards } from './due-cards.data.ts'

const now = new Date(2025, 10, 20, 12)
// Only the dates and completion of a card matter here.
const card = (name: string, days: number | null, completed = false) =>
  ({
    name,
    completed,
    due_at: days === null ? null : new Date(2025, 10, 20 + days, 18).toISOString(),
    completed_at: null,
  }) as Card

test('due cards are those due by tomorrow, earliest first', () => {
  const cards = [
    card('tomorrow', 1),
    card('later', 2),
    card('done', -1, true),
    card('undated', null),
    card('late', -3),
    card('today', 0),
  ]
  expect(selectDueCards(cards, now).map(({ card: { name } }) => name)).toEqual([
    'late',
    'today',
    'tomorrow',
  ])
})

test('the due query filters by date only where the service can', () => {
  const [, plain] = dueCardsQuery('brd_1', now, false).queryKey
  const [, dated] = dueCardsQuery('brd_1', now, true).queryKey
  expect(plain).toEqual({ board_id: 'brd_1', completed: false })
  expect(dated.due_before).toBe(new Date(2025, 10, 22).toISOString())
})
