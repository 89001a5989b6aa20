import { expect, test } from 'vitest'

import type { BoardList, Card } from '#client/resources.ts'
import { parseColumnChoice } from '#web/ui/table/table.rules.ts'
import { groupByList, parseSort, sortCards } from './card-table.rules.ts'

// Only these fields are read.
const lists = [{ id: 'lst_b' }, { id: 'lst_a' }] as BoardList[]
const labels = new Map(
  [
    { id: 'lbl_1', name: 'Idea', color: 'green' },
    { id: 'lbl_2', name: '', color: 'blue' },
  ].map((label) => [label.id, label]),
) as unknown as Parameters<typeof sortCards>[2]['labels']

const card = (name: string, fields: Partial<Card> = {}): Card =>
  ({ id: name, name, list_id: 'lst_a', completed: false, due_at: null, ...fields }) as Card
const sorted = (cards: Card[], sort: string | null) =>
  sortCards(cards, sort, { lists, labels }).map(({ name }) => name)

test('T1 sorting by due puts cards without a date last in both directions', () => {
  const cards = [
    card('none'),
    card('late', { due_at: '2025-12-01T09:00:00Z' }),
    card('also none'),
    // The same instant as 08:00Z, written in another zone.
    card('early', { due_at: '2025-11-30T10:00:00+02:00' }),
  ]
  expect(sorted(cards, 'due')).toEqual(['early', 'late', 'none', 'also none'])
  expect(sorted(cards, '-due')).toEqual(['late', 'early', 'none', 'also none'])
})

test('titles are sorted naturally, ignoring case and accents', () => {
  const cards = ['Card 10', 'card 2', 'Émile', 'eve', 'Card 2b'].map((name) => card(name))
  expect(sorted(cards, 'title')).toEqual(['card 2', 'Card 2b', 'Card 10', 'Émile', 'eve'])
})

test('lists are sorted in the order of the board, labels and members by name', () => {
  const cards = [
    card('a', { list_id: 'lst_a', label_ids: ['lbl_1'] }),
    card('b', { list_id: 'lst_b', label_ids: ['lbl_2'] }),
    card('c', { members: [{ id: 'usr_1', name: 'Ana' }] as Card['members'] }),
  ]
  expect(sorted(cards, 'list')).toEqual(['b', 'a', 'c'])
  expect(sorted(cards, 'labels')).toEqual(['b', 'a', 'c'])
  expect(sorted(cards, '-members')).toEqual(['c', 'a', 'b'])
})

test('equal cards keep the order of the board, and an unknown sort changes nothing', () => {
  const cards = [card('b', { completed: true }), card('a'), card('c', { completed: true })]
  expect(sorted(cards, 'done')).toEqual(['a', 'b', 'c'])
  expect(sorted(cards, 'size')).toEqual(['b', 'a', 'c'])
  expect([parseSort('-due'), parseSort(null)]).toEqual([{ column: 'due', sign: -1 }, undefined])
})

test('groups follow the order of the lists and keep the sort inside', () => {
  const cards = [
    card('1'),
    card('2', { list_id: 'lst_b' }),
    card('3'),
    card('4', { list_id: 'lst_b' }),
  ]
  expect(groupByList(cards, lists).map(({ name }) => name)).toEqual(['2', '4', '1', '3'])
})

test('a stored column choice that cannot be read is ignored', () => {
  const choice = { order: ['title', 'due'], hidden: ['list'] }
  expect(parseColumnChoice(JSON.stringify(choice))).toEqual(choice)
  for (const text of ['', '{', '[]', '{"order":[1],"hidden":[]}', 'null'])
    expect(parseColumnChoice(text)).toBeUndefined()
})
