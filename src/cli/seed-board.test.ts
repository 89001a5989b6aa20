import { expect, test } from 'vitest'

import { planTrello } from '#client/importers/trello/trello-importer.ts'
import { createTrelloBoard } from './seed-board.ts'

const text = (sizes: Partial<Parameters<typeof createTrelloBoard>[0]> = {}) =>
  JSON.stringify(createTrelloBoard({ cards: 500, lists: 7, seed: 1, ...sizes }))

test('a seeded board is deterministic and differs by seed', () => {
  expect(text()).toBe(text())
  const names = (seed: number) =>
    createTrelloBoard({ cards: 9, lists: 2, seed }).cards.map(({ name }) => name)
  expect(names(2)).not.toEqual(names(1))
})

test('a seeded board is a Trello export without warnings or unmapped fields', () => {
  const { cards, lists, labels, members, findings } = planTrello(JSON.parse(text()), 'seed.json')
  expect([cards.length, lists.length, labels.length, members.length]).toEqual([500, 7, 10, 6])
  expect({ ...findings, read: undefined }).toMatchObject({
    rejected: [],
    notes: [],
    not_mapped: [],
  })
  expect(cards.every(({ external_ref }) => /^trello:[0-9a-f]{24}$/.test(external_ref))).toBe(true)
  expect(cards.filter(({ list_ref }) => list_ref === lists[0]?.external_ref)).toHaveLength(72)
})

test('boards of different seeds share no card', () => {
  const refs = (one: string) =>
    planTrello(JSON.parse(one), 'x').cards.map(({ external_ref }) => external_ref)
  expect(new Set([...refs(text()), ...refs(text({ seed: 2 }))]).size).toBe(1000)
})
