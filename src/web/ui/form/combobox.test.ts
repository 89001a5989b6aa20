import { expect, test } from 'vitest'

import { buildRows, filterOptions, findByLabel, MAX_ROWS, moveActive } from './combobox.rules.ts'

const tags = ['Wholesale', 'customer', 'Café', 'market 2025', 'lapsed customer'].map((label) => ({
  id: label,
  label,
}))
const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label)

test.each([
  ['', ['Wholesale', 'customer', 'Café', 'market 2025', 'lapsed customer']],
  ['cus', ['customer', 'lapsed customer']],
  ['CAFE', ['Café']],
  ['2025 mar', ['market 2025']],
  ['zzz', []],
])('filtering options by %j ignores case, accents and word order', (text, expected) => {
  expect(labels(filterOptions(tags, text))).toEqual(expected)
})

test('filtering options searches the detail as well', () => {
  const people = [{ id: '1', label: 'Iris', detail: 'iris@hartlane.example' }]
  expect(labels(filterOptions(people, 'hartlane'))).toEqual(['Iris'])
})

test('whole words precede parts of words, and keywords are searched', () => {
  const zones = [
    { id: '1', label: 'Creston', keywords: 'MST' },
    { id: '2', label: 'New York', keywords: 'EST EDT' },
  ]
  expect(labels(filterOptions(zones, 'est'))).toEqual(['New York', 'Creston'])
})

const input = { options: tags, text: '', isFiltered: false, canCreate: true, hasFailed: false }

test('rows offer to create a text that no option has', () => {
  const types = (text: string, canCreate = true) =>
    buildRows({ ...input, text, canCreate }).rows.map(({ type }) => type)
  expect(types('cus')).toEqual(['option', 'option', 'create'])
  expect(types('CAFE')).toEqual(['option'])
  expect(types('  ')).not.toContain('create')
  expect(types('cus', false)).toEqual(['option', 'option'])
})

test('ids of rows have no spaces', () => {
  const options = ['a b', 'a%20b', 'a\u00a0b'].map((id) => ({ id, label: id }))
  const ids = buildRows({ ...input, options }).rows.map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).not.toMatch(/\s/)
})

test('rows are limited, with the number of matches beside them', () => {
  const options = Array.from({ length: MAX_ROWS + 5 }, (_, index) => ({
    id: `${index}`,
    label: `tag ${index}`,
  }))
  const { rows, total } = buildRows({ ...input, options, canCreate: false })
  expect([rows.length, total]).toEqual([MAX_ROWS, MAX_ROWS + 5])
})

test('rows of a failed search keep the results and end with a retry', () => {
  const { rows } = buildRows({ ...input, text: 'zzz', isFiltered: true, hasFailed: true })
  expect(rows.at(-1)?.type).toBe('retry')
  expect(rows).toHaveLength(tags.length + 2)
})

test('a label is found without regard to case and accents', () => {
  expect(findByLabel(tags, ' cafe ')?.label).toBe('Café')
  expect(findByLabel(tags, 'caf')).toBeUndefined()
})

test('arrow keys go round the list, from no row to its first or last', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(moveActive(rows, undefined, 1)?.id).toBe('a')
  expect(moveActive(rows, undefined, -1)?.id).toBe('c')
  expect(moveActive(rows, 'c', 1)?.id).toBe('a')
  expect(moveActive(rows, 'a', -1)?.id).toBe('c')
  expect(moveActive([], undefined, 1)).toBeUndefined()
})
