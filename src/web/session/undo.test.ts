import { expect, test } from 'vitest'

import { json, refusal } from '#client/test-foreign-service.ts'
import { listOf, moved, testBoard } from './test-session.ts'

test('a change can be taken back, and a refused one is not offered', async () => {
  const { session, move, shown } = await testBoard((seen, response) =>
    listOf(seen) === 'locked' ? json(response, 409, refusal('conflict')) : moved(seen, response),
  )
  const undo = (words: string) => ({ undo: { words, inverse: () => shown.push(`undo ${words}`) } })
  const first = move('a', 'one', 'start', undo('first'))
  expect(session.undo.list()).toMatchObject([{ words: 'first', state: 'sending' }])
  await first
  expect(session.undo.list()).toMatchObject([{ words: 'first', state: 'done' }])
  await move('a', 'locked', 'one', undo('refused'))
  expect(session.undo.list().map(({ words }) => words)).toEqual(['first'])
  expect(session.undo.undoLast()).toMatchObject({ words: 'first' })
  expect(shown.at(-1)).toBe('undo first')
  expect(session.undo.undoLast()).toBeUndefined()
})
