import { expect, test } from 'vitest'

import { addPathParams } from './api-client.ts'

const page = (...data: object[]) => ({ data, paging: { next: null } })

test('the items of a list know what its address said, where they do not say it themselves', () => {
  const input = { board_id: 'brd_1', completed: true }
  const answer = page({ id: 'crd_1' }, { id: 'crd_2', board_id: 'brd_9' })
  expect(addPathParams('GET /boards/:board_id/cards', input, answer)).toEqual(
    page({ id: 'crd_1', board_id: 'brd_1' }, { id: 'crd_2', board_id: 'brd_9' }),
  )
})

test('what says everything, or is no list, is left as it came', () => {
  const whole = page({ id: 'crd_1', board_id: 'brd_1' })
  expect(addPathParams('GET /boards/:board_id/cards', { board_id: 'brd_1' }, whole)).toBe(whole)
  const board = { id: 'brd_1' }
  expect(addPathParams('GET /boards/:board_id', { board_id: 'brd_1' }, board)).toBe(board)
  expect(addPathParams('DELETE /cards/:card_id', { card_id: 'crd_1' }, undefined)).toBeUndefined()
})
