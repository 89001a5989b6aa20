import { expect, test } from 'vitest'

import { createStatementNames } from './query-batch.ts'

function newNames() {
  const { nameOf, forget } = createStatementNames()
  return { nameOf: (sql: string) => nameOf({ sql, parameters: ['x'] }), forget }
}

test('a statement gets its name on second use and keeps it', () => {
  const { nameOf } = newNames()
  const text = 'select a from b where c = $1'
  expect(nameOf(text)).toBeUndefined()
  const name = nameOf(text)
  expect(name).toBeTypeOf('string')
  expect(nameOf(text)).toBe(name)
})

test('a forgotten statement is not named again', () => {
  const { nameOf, forget } = newNames()
  const text = 'select forgotten from b where c = $1'
  nameOf(text)
  expect(nameOf(text)).toBeTypeOf('string')
  forget(text)
  expect(nameOf(text)).toBeUndefined()
})

test.each([
  'select id from contacts where search @@ $1::tsquery',
  'select id from contacts where search_text like $1',
  'select id from cards where label_ids && $1',
  'select id from contacts where id in (select contact_id from contact_tags where tag_key = $1)',
])('a search is never prepared: %s', (text) => {
  const { nameOf } = newNames()
  for (let time = 0; time < 3; time++) expect(nameOf(text)).toBeUndefined()
})

test('the number of named statements is limited', () => {
  const { nameOf } = newNames()
  const names = Array.from({ length: 1000 }, (_, at) => {
    const text = `select ${at} from b where c = $1`
    nameOf(text)
    return nameOf(text)
  })
  const given = names.filter((name) => name !== undefined)
  expect(given.length).toBeLessThanOrEqual(500)
  expect(given.length).toBeGreaterThan(400)
  expect(new Set(given).size).toBe(given.length)
})
