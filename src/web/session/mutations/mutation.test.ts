import { expect, test, vi } from 'vitest'

import { createGate, respondJson, errorBody } from '#client/test-stub-server.ts'
import { listOf, respondToMove, testBoard } from '#web/session/test-session.ts'

test('of several waiting moves of one card only the last target is sent, and the screen never goes back', async () => {
  const first = createGate()
  const {
    move,
    requests: asked,
    log: shown,
  } = await testBoard(async (seen, response) => {
    if (listOf(seen) === 'one') await first.whenOpen
    await respondToMove(seen, response)
  })
  const moves = [move('a', 'one'), move('a', 'two'), move('a', 'three'), move('a', 'four')]
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  first.open()
  const results = await Promise.all(moves)
  expect(asked().map(listOf)).toEqual(['one', 'four'])
  expect(results.map(({ state }) => state)).toEqual([
    'success',
    'superseded',
    'superseded',
    'success',
  ])
  expect(shown).toEqual(['a in one', 'a in two', 'a in three', 'a in four', 'a answered in four'])
})

test('a refused move is put back by its own inverse, and the next goes on', async () => {
  const {
    move,
    log: shown,
    requests: asked,
  } = await testBoard((seen, response) =>
    seen.line.includes('/a/')
      ? respondJson(response, 500, errorBody('internal_error'))
      : respondToMove(seen, response),
  )
  const results = await Promise.all([move('a', 'doing'), move('b', 'done')])
  expect(results.map(({ state }) => state)).toEqual(['error', 'success'])
  expect(shown.slice(2)).toEqual(['a back in start', 'b answered in done'])
  expect(asked()).toHaveLength(2)
})

test('when the last of several moves is refused, all that it replaced are put back and what the service took is shown', async () => {
  const first = createGate()
  const { move, log: shown } = await testBoard(async (seen, response) => {
    if (listOf(seen) !== 'one') return respondJson(response, 409, errorBody('conflict'))
    await first.whenOpen
    return respondToMove(seen, response)
  })
  const moves = [move('a', 'one'), move('a', 'two', 'one'), move('a', 'three', 'two')]
  await vi.waitFor(() => expect(shown).toHaveLength(3))
  first.open()
  await Promise.all(moves)
  expect(shown.slice(3)).toEqual(['a back in two', 'a back in one', 'a answered in one'])
})

test('a refused move that a newer one overtook leaves the card where the newer one shows it', async () => {
  const first = createGate()
  const { move, log: shown } = await testBoard(async (seen, response) => {
    if (listOf(seen) !== 'one') return respondToMove(seen, response)
    await first.whenOpen
    return respondJson(response, 409, errorBody('conflict'))
  })
  const moves = [move('a', 'one'), move('a', 'two', 'one')]
  await vi.waitFor(() => expect(shown).toHaveLength(2))
  first.open()
  await Promise.all(moves)
  expect(shown.slice(2)).toEqual(['a answered in two'])
})

test('a conflict goes to whoever handles it, and is not reported as a failure', async () => {
  const {
    session,
    move,
    log: shown,
  } = await testBoard((_, response) => respondJson(response, 412, errorBody('precondition_failed')))
  const reports: string[] = []
  session.mutate.onError(({ error }) => reports.push(error.code))
  await move('a', 'doing', 'start', { onConflict: () => shown.push('theirs') })
  expect([shown, reports]).toEqual([['a in doing', 'theirs'], []])
  await move('a', 'doing')
  expect(shown.at(-1)).toBe('a back in start')
  expect(reports).toEqual(['precondition_failed'])
})

test('a refusal is reported once with a way to try again', async () => {
  let refuse = true
  const {
    session,
    move,
    log: shown,
  } = await testBoard((seen, response) =>
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
  await vi.waitFor(() => expect(shown.at(-1)).toBe('a answered in doing'))
})
