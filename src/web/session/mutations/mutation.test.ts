import { expect, test } from 'vitest'

import { createGate, respondJson, errorBody } from '#client/test-stub-server.ts'
import { listOf, respondToMove, testBoard } from '#web/session/test-session.ts'
import { waitFor } from '#web/test-time.ts'

test('of several queued moves only the last is sent, without a rollback', async () => {
  const first = createGate()
  const { move, requests, log } = await testBoard(async (seen, response) => {
    if (listOf(seen) === 'one') await first.whenOpen
    await respondToMove(seen, response)
  })
  const moves = [move('a', 'one'), move('a', 'two'), move('a', 'three'), move('a', 'four')]
  await waitFor(() => expect(requests()).toHaveLength(1))
  first.open()
  const results = await Promise.all(moves)
  expect(requests().map(listOf)).toEqual(['one', 'four'])
  expect(results.map(({ state }) => state)).toEqual([
    'success',
    'superseded',
    'superseded',
    'success',
  ])
  expect(log).toEqual(['a in one', 'a in two', 'a in three', 'a in four', 'a answered in four'])
})

test('superseded moves are listed as saved once the last one is', async () => {
  const first = createGate()
  const { session, move, requests } = await testBoard(async (seen, response) => {
    if (listOf(seen) === 'one') await first.whenOpen
    await respondToMove(seen, response)
  })
  const moves = ['one', 'two', 'three', 'four'].map((list) =>
    move('a', list, 'start', { undo: { label: list, undo: () => {} } }),
  )
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(session.undo.list().map(({ state }) => state)).toEqual(Array(4).fill('sending'))
  first.open()
  await Promise.all(moves)
  expect(session.undo.list().map(({ state }) => state)).toEqual(Array(4).fill('done'))
})

test('a rejected move runs its rollback and the next is still sent', async () => {
  const { move, log, requests } = await testBoard((seen, response) =>
    seen.line.includes('/a/')
      ? respondJson(response, 500, errorBody('internal_error'))
      : respondToMove(seen, response),
  )
  const results = await Promise.all([move('a', 'doing'), move('b', 'done')])
  expect(results.map(({ state }) => state)).toEqual(['error', 'success'])
  expect(log.slice(2)).toEqual(['a back in start', 'b answered in done'])
  expect(requests()).toHaveLength(2)
})

test('rejecting the last of several moves also rolls back the superseded ones', async () => {
  const first = createGate()
  const { move, log } = await testBoard(async (seen, response) => {
    if (listOf(seen) !== 'one') return respondJson(response, 409, errorBody('conflict'))
    await first.whenOpen
    return respondToMove(seen, response)
  })
  const moves = [move('a', 'one'), move('a', 'two', 'one'), move('a', 'three', 'two')]
  await waitFor(() => expect(log).toHaveLength(3))
  first.open()
  await Promise.all(moves)
  expect(log.slice(3)).toEqual(['a back in two', 'a back in one', 'a answered in one'])
})

test('rejecting a superseded move keeps the optimistic update of the newer one', async () => {
  const first = createGate()
  const { move, log } = await testBoard(async (seen, response) => {
    if (listOf(seen) !== 'one') return respondToMove(seen, response)
    await first.whenOpen
    return respondJson(response, 409, errorBody('conflict'))
  })
  const moves = [move('a', 'one'), move('a', 'two', 'one')]
  await waitFor(() => expect(log).toHaveLength(2))
  first.open()
  await Promise.all(moves)
  expect(log.slice(2)).toEqual(['a answered in two'])
})

test('a version conflict calls onConflict and no error listener', async () => {
  const { session, move, log } = await testBoard((_, response) =>
    respondJson(response, 412, errorBody('precondition_failed')),
  )
  const reports: string[] = []
  session.mutate.onError(({ error }) => reports.push(error.code))
  await move('a', 'doing', 'start', { onConflict: () => log.push('theirs') })
  expect([log, reports]).toEqual([['a in doing', 'theirs'], []])
  await move('a', 'doing')
  expect(log.at(-1)).toBe('a back in start')
  expect(reports).toEqual(['precondition_failed'])
})

test('a rejected mutation notifies the error listeners once with a retry', async () => {
  let refuse = true
  const { session, move, log } = await testBoard((seen, response) =>
    refuse
      ? respondJson(response, 500, errorBody('internal_error'))
      : respondToMove(seen, response),
  )
  const retry: (() => void)[] = []
  session.mutate.onError((report) => retry.push(report.retry))
  await move('a', 'doing', 'start', { retry: () => move('a', 'doing') })
  expect(retry).toHaveLength(1)
  refuse = false
  retry[0]?.()
  await waitFor(() => expect(log.at(-1)).toBe('a answered in doing'))
})
