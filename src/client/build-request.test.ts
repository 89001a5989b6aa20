import { expect, test } from 'vitest'

import { buildRequest } from './build-request.ts'

test('path parameters go into the path, other fields of a read into the query', () => {
  expect(
    buildRequest('GET /boards/:board_id/cards', {
      board_id: 'a/b ?#',
      list_id: 'x&y',
      completed: false,
      sort: undefined,
    }),
  ).toEqual({
    method: 'GET',
    path: '/boards/a%2Fb%20%3F%23/cards?list_id=x%26y&completed=false',
    body: undefined,
  })
})

test('fields of a mutation outside the path go into the body', () => {
  expect(buildRequest('POST /cards/:card_id/move', { card_id: 'c', list_id: 'l' })).toEqual({
    method: 'POST',
    path: '/cards/c/move',
    body: '{"list_id":"l"}',
  })
})

test('null is kept in a body and omitted from a query', () => {
  expect(buildRequest('PATCH /cards/:card_id', { card_id: 'c', due_at: null }).body).toBe(
    '{"due_at":null}',
  )
  expect(buildRequest('GET /boards', { archived: null }).path).toBe('/boards')
})

test.each(['', '.', '..', undefined, null])(
  'an id of %s is rejected instead of changing the path',
  (card_id) => {
    expect(() => buildRequest('DELETE /cards/:card_id', { card_id })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    )
  },
)
