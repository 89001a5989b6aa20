import { expect, test } from 'vitest'

import { memberNames } from '#web/tasks/cards/card-copies.rules.ts'
import { sampleCard } from '#web/tasks/cards/test-cards.ts'
import { resolveCardEdit, sharedInstant, sharedState } from './card-edit.rules.ts'

const member = (id: string) => ({ id, name: id, avatar_url: null })
const card = { ...sampleCard('a', 'list', 1), label_ids: ['red', 'blue'], members: [member('ana')] }

test('adding and removing labels keeps the others and their order', () => {
  const edit = { add_label_ids: ['green', 'red'], remove_label_ids: ['blue'] }
  expect(resolveCardEdit(card, edit)).toEqual({ label_ids: ['red', 'green'] })
})

test('adding and removing members keeps the others', () => {
  expect(resolveCardEdit(card, { add_members: [member('ben')] })).toEqual({
    members: [member('ana'), member('ben')],
  })
  expect(resolveCardEdit(card, { remove_members: [member('ana')] })).toEqual({ members: [] })
})

test('an edit that a card already shows changes nothing', () => {
  const dated = { ...card, due_at: '2025-11-01T09:00:00.000Z' }
  const edit = {
    add_label_ids: ['red'],
    remove_members: [member('ben')],
    due_at: '2025-11-01T10:00:00+01:00',
    start_at: null,
  }
  expect(resolveCardEdit(dated, edit)).toBe(undefined)
})

test('a date is set and cleared', () => {
  const due_at = '2025-11-01T09:00:00.000Z'
  expect(resolveCardEdit(card, { due_at })).toEqual({ due_at })
  expect(resolveCardEdit({ ...card, due_at }, { due_at: null })).toEqual({ due_at: null })
})

test('the shared state of cards is all, some or none', () => {
  const cards = [card, { ...card, label_ids: ['red'] }]
  const state = (label: string) =>
    sharedState(cards, ({ label_ids }) => (label_ids ?? []).includes(label))
  expect([state('red'), state('blue'), state('green')]).toEqual(['all', 'some', 'none'])
})

test('cards share a date only while all of them have it', () => {
  const due_at = '2025-11-01T09:00:00.000Z'
  expect(
    sharedInstant(
      [
        { ...card, due_at },
        { ...card, due_at },
      ],
      'due_at',
    ),
  ).toBe(due_at)
  expect(sharedInstant([{ ...card, due_at }, card], 'due_at')).toBe(undefined)
  expect(sharedInstant([card, card], 'due_at')).toBe(null)
})

test('people with the same name are told apart by e-mail address or the end of an id', () => {
  const ana = (id: string, email?: string) => ({ ...member(id), name: 'Ana', email: email ?? null })
  const names = memberNames([
    ana('mem_01m82xr0m7jga49yrcj1'),
    ana('2'),
    { ...ana('2', 'ana@example.org') },
    member('ben'),
    member('ben'),
  ])
  expect([...names.values()]).toEqual(['Ana (rcj1)', 'Ana (ana@example.org)', 'ben'])
})
