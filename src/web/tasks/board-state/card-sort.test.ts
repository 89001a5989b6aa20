import { expect, test } from 'vitest'

import { sampleCard } from '#web/tasks/cards/test-cards.ts'
import { sortCards } from './card-sort.rules.ts'

const card = (id: string, name: string, due_at: string | null = null) => ({
  ...sampleCard(id, 'list', 1),
  name,
  due_at,
})
const cards = [
  card('a', 'Poster 10'),
  card('b', 'écran', '2025-11-24T09:00:00Z'),
  card('c', 'Poster 9', '2025-11-20T09:00:00Z'),
  card('d', 'Zebra'),
  card('e', 'poster 9', '2025-11-24T10:00:00+01:00'),
]
const sorted = (sort: 'due' | 'name') =>
  sortCards(cards, sort)
    .map(({ id }) => id)
    .join('')

test('T1 a list sorted by due date has cards without one last', () => {
  expect(sorted('due')).toBe('cbead')
})

test('a list sorted by title ignores case and counts numbers', () => {
  expect(sorted('name')).toBe('bcead')
  expect(cards.map(({ id }) => id).join('')).toBe('abcde')
})
