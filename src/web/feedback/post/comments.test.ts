import { expect, test } from 'vitest'

import { buildThreads, isNoteThread, visibilityOf } from './comments.rules.ts'

const one = (id: string, parent_id: string | null = null) => ({ id, parent_id })
const shapeOf = (comments: { id: string; parent_id: string | null }[]) =>
  buildThreads(comments).map(({ comment, replies }) => [comment.id, ...replies.map(({ id }) => id)])

test('threads hold answers to answers and keep the order', () => {
  expect(shapeOf([one('a'), one('b', 'a'), one('c'), one('d', 'b'), one('a')])).toEqual([
    ['a', 'b', 'd'],
    ['c'],
  ])
})

test('a comment without its parent or in a cycle is shown', () => {
  expect(shapeOf([one('a', 'gone'), one('b', 'c'), one('c', 'b')])).toEqual([['a'], ['b'], ['c']])
})

test('T64 an answer to a note or to an unknown comment is a note', () => {
  expect(isNoteThread({ internal: true })).toBe(true)
  expect(isNoteThread({})).toBe(true)
  expect(isNoteThread({ internal: false })).toBe(false)
  expect(isNoteThread(undefined)).toBe(false)
  expect(visibilityOf({})).toBe('unknown')
})
