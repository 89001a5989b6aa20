import { expect, test } from 'vitest'

import { addPathParams } from './api-client.ts'

const page = (...data: object[]) => ({ data, paging: { next: null } })

test('list items get the path parameters that they omit', () => {
  const input = { board_id: 'brd_1', completed: true }
  const body = page({ id: 'crd_1' }, { id: 'crd_2', board_id: 'brd_9' })
  expect(addPathParams('GET /boards/:board_id/cards', input, body)).toEqual(
    page({ id: 'crd_1', board_id: 'brd_1' }, { id: 'crd_2', board_id: 'brd_9' }),
  )
})

test('a complete list and a single object are returned unchanged', () => {
  const complete = page({ id: 'crd_1', board_id: 'brd_1' })
  expect(addPathParams('GET /boards/:board_id/cards', { board_id: 'brd_1' }, complete)).toBe(
    complete,
  )
  const board = { id: 'brd_1' }
  expect(addPathParams('GET /boards/:board_id', { board_id: 'brd_1' }, board)).toBe(board)
  expect(addPathParams('DELETE /cards/:card_id', { card_id: 'crd_1' }, undefined)).toBeUndefined()
})
