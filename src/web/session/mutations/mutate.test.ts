import { expect, test, vi } from 'vitest'

import { createGate, respondJson } from '#client/test-stub-server.ts'
import { respondToMove, testBoard } from '#web/session/test-session.ts'

test('two quick moves on one board reach a slow service one after the other', async () => {
  const first = createGate()
  let inFlight = 0
  let most = 0
  const {
    move,
    requests: asked,
    log: shown,
  } = await testBoard(async (seen, response) => {
    most = Math.max(most, ++inFlight)
    if (seen.line.includes('/a/')) await first.whenOpen
    inFlight--
    await respondToMove(seen, response)
  })
  const moves = [move('a', 'doing'), move('b', 'done')]
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  first.open()
  await Promise.all(moves)
  expect(asked().map(({ line }) => line)).toEqual(['POST /cards/a/move', 'POST /cards/b/move'])
  expect(most).toBe(1)
  expect(shown).toEqual(['a in doing', 'b in done', 'a answered in doing', 'b answered in done'])
})

test('moves on different boards do not wait for each other', async () => {
  const never = createGate()
  const { move, requests: asked } = await testBoard(async (seen, response) => {
    if (seen.line.includes('/a/')) await never.whenOpen
    await respondToMove(seen, response)
  })
  void move('a', 'doing')
  await move('b', 'done', 'start', { scope: 'board:2' })
  expect(asked()).toHaveLength(2)
  never.open()
})

test('a callback that fails neither stops the queue nor undoes the change', async () => {
  const { move, log: shown } = await testBoard(respondToMove)
  const failing = () => {
    throw new Error('a bug of a page')
  }
  const [first] = await Promise.all([
    move('a', 'one', 'start', { onSuccess: failing }),
    move('b', 'two'),
  ])
  expect(first).toMatchObject({ state: 'success' })
  expect(shown).not.toContain('a back in start')
  expect(shown.at(-1)).toBe('b answered in two')
})

test('reads made stale are asked again once, after the last write', async () => {
  const { session, requests: asked } = await testBoard((_, response) =>
    respondJson(response, 200, { data: [] }),
  )
  const read = { queryKey: ['GET /boards', {}] }
  const observed = vi.spyOn(session.queryClient, 'invalidateQueries')
  await session.queryClient.fetchQuery(read)
  const patch = (card_id: string) =>
    session.mutate(
      'PATCH /cards/:card_id',
      { card_id, completed: true },
      { scope: 's', invalidates: ['GET /boards'] },
    )
  await Promise.all([patch('a'), patch('b'), patch('c')])
  expect(asked()).toHaveLength(4)
  expect(observed.mock.calls).toEqual([[{ queryKey: ['GET /boards'] }]])
})

test('writes are mutations of the cache while they are on their way', async () => {
  const held = createGate()
  const { session, move } = await testBoard(async (seen, response) => {
    await held.whenOpen
    await respondToMove(seen, response)
  })
  const result = move('a', 'one')
  await vi.waitFor(() => expect(session.queryClient.isMutating()).toBe(1))
  held.open()
  await result
  expect(session.queryClient.isMutating()).toBe(0)
})
