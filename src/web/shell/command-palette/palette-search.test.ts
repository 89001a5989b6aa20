import { expect, test } from 'vitest'

import { rankMatches, highlightMatches, parsePaletteQuery } from './palette-search.rules.ts'

const items = (...labels: string[]) => labels.map((label) => ({ id: label, label }))
const search = (labels: string[], text: string, recent: string[] = []) =>
  rankMatches(items(...labels), text, recent).map(({ label }) => label)

test('the first sign says what is looked for', () => {
  expect(parsePaletteQuery(' ref ')).toEqual({ kind: 'all', text: 'ref' })
  expect(parsePaletteQuery('> dark')).toEqual({ kind: 'actions', text: 'dark' })
  expect(parsePaletteQuery('@olive@example.com')).toEqual({
    kind: 'contact',
    text: 'olive@example.com',
  })
})

test('a name that begins with the text comes before one with a word that does', () => {
  expect(search(['Prefer', 'Website refresh', 'Refills'], 'ref')).toEqual([
    'Refills',
    'Website refresh',
    'Prefer',
  ])
})

test('every word must be in the name, in any order, with or without accents', () => {
  expect(search(['Café in Łódź', 'Coffee'], 'in cafe')).toEqual(['Café in Łódź'])
})

test('what was chosen lately comes first, the last choice at the top', () => {
  expect(search(['Refills', 'Refresh', 'Prefer'], 'ref', ['Prefer', 'Refresh'])).toEqual([
    'Prefer',
    'Refresh',
    'Refills',
  ])
})

test('what was typed is marked, signs that mean something elsewhere too', () => {
  expect(highlightMatches('Costs (net) 5+', '(net) 5+')).toEqual([
    { text: 'Costs ', hit: false },
    { text: '(net)', hit: true },
    { text: ' ', hit: false },
    { text: '5+', hit: true },
  ])
})
