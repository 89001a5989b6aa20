import { expect, test } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { isRefusedCursor, replaceRows } from './table-page.rules.ts'

const refusal = (...fields: string[]) =>
  new ApiError({
    code: 'validation_error',
    status: 422,
    message: 'Invalid request.',
    details: fields.map((field) => ({ field, code: 'unknown_cursor', message: 'is unknown' })),
  })

test('a cursor is refused by an error about it, or about nothing', () => {
  expect(isRefusedCursor(refusal('starting_after'), 'abc')).toBe(true)
  expect(isRefusedCursor(refusal(), 'abc')).toBe(true)
  expect(isRefusedCursor(refusal('status'), 'abc')).toBe(false)
  expect(isRefusedCursor(refusal(), undefined)).toBe(false)
  expect(isRefusedCursor(null, 'abc')).toBe(false)
})

const page = (json: string) => ({ data: JSON.parse(json), paging: { next: null } })

test('a refetch keeps the objects of rows that did not change', () => {
  const before = page('[{"id":"a","n":1},{"id":"b","n":1}]')
  const after = replaceRows(before, page('[{"id":"b","n":1},{"id":"a","n":2}]')) as typeof before
  expect(after.data[0]).toBe(before.data[1])
  expect(after.data[1]).toEqual({ id: 'a', n: 2 })
})

test('a refetch of an equal page keeps the page', () => {
  const before = page('[{"id":"a","n":1}]')
  expect(replaceRows(before, page('[{"id":"a","n":1}]'))).toBe(before)
})

test('a refetch keeps a field named __proto__', () => {
  const before = page('[{"id":"a","fields":{"__proto__":"1"}}]')
  const after = replaceRows(before, page('[{"id":"a","fields":{"__proto__":"2"}}]'))
  expect(JSON.stringify(after)).toContain('"__proto__":"2"')
})
