import { expect, test } from 'vitest'

import type { Card } from '#client/resources.ts'
import {
  formatDueFilter,
  hidesCards,
  isFiltered,
  matchCards,
  NO_FILTER,
  parseCardFilter,
} from './card-filter.rules.ts'
import { sampleCard } from './test-cards.ts'

const now = new Date(2025, 10, 24, 12).getTime()
const at = (day: number, hour = 9) => new Date(2025, 10, day, hour).toISOString()
const parse = (search: string) => parseCardFilter(new URLSearchParams(search), now)
const labels = new Map(
  [
    ['lbl_1', 'Design'],
    ['lbl_2', 'Copy'],
  ].map(([id = '', name = '']) => [id, { id, name, color: 'blue' }]),
)
const ana = { id: 'mem_1', name: 'Ana Lopes', avatar_url: null }
const card = (id: string, fields: Partial<Card>): Card => ({
  ...sampleCard(id, 'list', 1),
  ...fields,
})
const cards = [
  card('a', { label_ids: ['lbl_1'], due_at: at(20), members: [ana] }),
  card('b', { label_ids: ['lbl_1', 'lbl_2'], due_at: at(24, 18) }),
  card('c', { due_at: at(30), description: 'Ring **Café Prünt** first' }),
  card('d', { due_at: at(20), completed: true }),
  card('e', { name: 'Ähnlich' }),
  card('f', { due_at: new Date(2025, 11, 1, 0).toISOString() }),
]

test.each([
  ['', 'abcdef'],
  ['q=ahnlich', 'e'],
  ['q=lopes design', 'a'],
  ['q=prunt', 'c'],
  ['q=card cafe', 'c'],
  ['label=lbl_1', 'ab'],
  ['label=lbl_1,lbl_2', 'ab'],
  ['label=lbl_1,lbl_2&label_match=all', 'b'],
  ['member=mem_1,mem_2', 'a'],
  ['due=overdue', 'a'],
  ['due=today', 'b'],
  ['due=week', 'bc'],
  ['due=none', 'e'],
  ['due=2025-11-24..2025-11-30', 'bc'],
  ['due=..2025-11-20', 'ad'],
  ['due=2025-12-01..', 'f'],
  ['completed=true', 'd'],
  ['completed=false&due=..2025-11-20', 'a'],
  ['due=soon&completed=maybe&label=', 'abcdef'],
])('K11 the filter %j matches cards %s', (search, ids) => {
  expect(
    matchCards(cards, parse(search), labels)
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids)
})

test('a filter without parameters filters nothing and does not depend on the time', () => {
  expect(parse('view=table')).toEqual(NO_FILTER)
  expect(isFiltered(NO_FILTER)).toBe(false)
  expect(isFiltered(parse('completed=false'))).toBe(true)
  expect(parse('due=today').now).toBe(now)
})

test.each([
  ['on', '', 'ab'],
  ['week', '', 'b'],
  ['off', '', ''],
  ['off', 'completed=true', 'ab'],
  ['off', 'completed=false', ''],
] as const)('done cards %j with the filter %j leave %j', (doneCards, search, ids) => {
  const done = [
    card('a', { completed: true, completed_at: at(16) }),
    card('b', { completed: true, completed_at: at(18) }),
  ]
  const filter = parseCardFilter(new URLSearchParams(search), now, doneCards)
  expect(hidesCards(filter)).toBe(doneCards !== 'on' || search !== '')
  expect(
    matchCards(done, filter, labels)
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids)
})

test('the due filter is written as it is parsed', () => {
  for (const text of ['overdue', '2025-11-24..', '..2025-11-24', '2025-11-24..2025-11-30']) {
    const { due } = parse(`due=${text}`)
    expect(due && formatDueFilter(due)).toBe(text)
  }
})
