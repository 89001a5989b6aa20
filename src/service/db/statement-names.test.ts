import { expect, test } from 'vitest'

import { forgetName, nameOf as nameOfStatement } from './statement-names.ts'

const nameOf = (sql: string) => nameOfStatement({ sql, parameters: ['x'] })

test('a statement gets its name the second time, and keeps it', () => {
  const text = 'select a from b where c = $1'
  expect(nameOf(text)).toBeUndefined()
  const name = nameOf(text)
  expect(name).toBeTypeOf('string')
  expect(nameOf(text)).toBe(name)
})

test('a name that was forgotten is not given again', () => {
  const text = 'select forgotten from b where c = $1'
  nameOf(text)
  expect(nameOf(text)).toBeTypeOf('string')
  forgetName(text)
  expect(nameOf(text)).toBeUndefined()
})

test.each([
  'select id from contacts where search @@ $1::tsquery',
  'select id from contacts where search_text like $1',
  'select id from cards where label_ids && $1',
  'select id from contacts where id in (select contact_id from contact_tags where tag_key = $1)',
])('a search is planned for its word each time: %s', (text) => {
  for (let time = 0; time < 3; time++) expect(nameOf(text)).toBeUndefined()
})

test('texts without end do not all get a name', () => {
  const names = Array.from({ length: 1000 }, (_, at) => {
    const text = `select ${at} from b where c = $1`
    nameOf(text)
    return nameOf(text)
  })
  expect(names.filter((name) => name !== undefined).length).toBeLessThanOrEqual(500)
})
