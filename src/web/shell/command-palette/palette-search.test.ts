import { expect, test } from 'vitest'

import {
  rankMatches,
  highlightMatches,
  narrowMatches,
  parsePaletteQuery,
} from './palette-search.rules.ts'
import { placeId } from './recent-places.ts'

const items = (...labels: string[]) => labels.map((label) => ({ id: label, label }))
const search = (labels: string[], text: string, recent: string[] = []) =>
  rankMatches(items(...labels), text, recent).map(({ label }) => label)

test('a palette query is limited to actions by > and to contacts by @', () => {
  expect(parsePaletteQuery(' ref ')).toEqual({ kind: 'all', text: 'ref' })
  expect(parsePaletteQuery('> dark')).toEqual({ kind: 'actions', text: 'dark' })
  expect(parsePaletteQuery('@olive@example.com')).toEqual({
    kind: 'contact',
    text: 'olive@example.com',
  })
})

test('a label that starts with the text ranks above one with a matching word', () => {
  expect(search(['Prefer', 'Website refresh', 'Refills'], 'ref')).toEqual([
    'Refills',
    'Website refresh',
    'Prefer',
  ])
})

test('a match contains every word in any order, with or without accents', () => {
  expect(search(['Café in Łódź', 'Coffee'], 'in cafe')).toEqual(['Café in Łódź'])
})

test('recent items rank first, the newest at the top', () => {
  expect(search(['Refills', 'Refresh', 'Prefer'], 'ref', ['Prefer', 'Refresh'])).toEqual([
    'Prefer',
    'Refresh',
    'Refills',
  ])
})

test('a text without a letter or digit narrows items to none', () => {
  const narrow = (text: string) => narrowMatches([{ label: 'Assign…' }], text)
  expect(narrow('???')).toEqual([])
  expect(narrow('ass')).toHaveLength(1)
  expect(narrow('')).toHaveLength(1)
})

test('highlighting marks matched text that contains regular expression characters', () => {
  expect(highlightMatches('Costs (net) 5+', '(net) 5+')).toEqual([
    { text: 'Costs ', isMatch: false },
    { text: '(net)', isMatch: true },
    { text: ' ', isMatch: false },
    { text: '5+', isMatch: true },
  ])
})

test('a place with a percent sign that encodes nothing keeps its address', () => {
  expect(placeId('/boards/100%')).toBe('board:100%')
  expect(placeId('/boards/a%2Fb/cards/c%20d')).toBe('card:c d')
})
