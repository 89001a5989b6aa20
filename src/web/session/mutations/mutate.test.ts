import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

import { createGate, respondJson } from '#client/test-stub-server.ts'
import { respondToMove, testBoard } from '#web/session/test-session.ts'
import { waitFor } from '#web/test-time.ts'

test('mutations of one scope are sent in serial', async () => {
  const first = createGate()
  let inFlight = 0
  let most = 0
  const { move, requests, log } = await testBoard(async (seen, response) => {
    most = Math.max(most, ++inFlight)
    if (seen.line.includes('/a/')) await first.whenOpen
    inFlight--
    await respondToMove(seen, response)
  })
  const moves = [move('a', 'doing'), move('b', 'done')]
  await waitFor(() => expect(requests()).toHaveLength(1))
  first.open()
  await Promise.all(moves)
  expect(requests().map(({ line }) => line)).toEqual(['POST /cards/a/move', 'POST /cards/b/move'])
  expect(most).toBe(1)
  expect(log).toEqual(['a in doing', 'b in done', 'a answered in doing', 'b answered in done'])
})

test('mutations of different scopes are sent in parallel', async () => {
  const never = createGate()
  const { move, requests } = await testBoard(async (seen, response) => {
    if (seen.line.includes('/a/')) await never.whenOpen
    await respondToMove(seen, response)
  })
  void move('a', 'doing')
  await move('b', 'done', 'start', { scope: 'board:2' })
  expect(requests()).toHaveLength(2)
  never.open()
})

test('a callback that throws stops neither the queue nor the mutation', async () => {
  const { move, log } = await testBoard(respondToMove)
  const failing = () => {
    throw new Error('a bug of a page')
  }
  const [first] = await Promise.all([
    move('a', 'one', 'start', { onSuccess: failing }),
    move('b', 'two'),
  ])
  expect(first).toMatchObject({ state: 'success' })
  expect(log).not.toContain('a back in start')
  expect(log.at(-1)).toBe('b answered in two')
})

test('stale queries refetch once, after the last mutation', async () => {
  const { session, requests } = await testBoard((_, response) =>
    respondJson(response, 200, { data: [] }),
  )
  const read = { queryKey: ['GET /boards', {}] }
  const observed = vi.spyOn(session.queryClient, 'invalidateQueries')
  await session.queryClient.fetchQuery(read)
  const patch = (board_id: string) =>
    session.mutate('PATCH /boards/:board_id', { board_id, name: 'A' }, { scope: 's', merges: true })
  await Promise.all([patch('a'), patch('b'), patch('c')])
  expect(requests()).toHaveLength(4)
  const names = ['GET /boards', 'GET /cards', 'GET /cards/summary']
  expect(observed.mock.calls).toEqual(names.map((name) => [{ queryKey: [name] }]))
})

test('a deleted resource leaves the cache where no page shows it', async () => {
  const { session } = await testBoard((_, response) => respondJson(response, 204, undefined))
  const { queryClient } = session
  const key = (contact_id: string) => [
    'GET /lists/:list_id/contacts/:id_or_email',
    { list_id: 'lst', id_or_email: `${contact_id}@example.com` },
  ]
  for (const id of ['a', 'b']) queryClient.setQueryData(key(id), { id, email_address: id })
  const input = { list_id: 'lst', contact_id: 'a' }
  await session.mutate('DELETE /lists/:list_id/contacts/:contact_id', input)
  expect(queryClient.getQueryData(key('a'))).toBeUndefined()
  expect(queryClient.getQueryData(key('b'))).toBeDefined()
})

test('a mutation in flight is in the mutation cache', async () => {
  const held = createGate()
  const { session, move } = await testBoard(async (seen, response) => {
    await held.whenOpen
    await respondToMove(seen, response)
  })
  const result = move('a', 'one')
  await waitFor(() => expect(session.queryClient.isMutating()).toBe(1))
  held.open()
  await result
  expect(session.queryClient.isMutating()).toBe(0)
})

test('T102 the mutation cache forgets a response that its sender has', async () => {
  const { session } = await testBoard((_, response) =>
    respondJson(response, 201, { id: 'key_1', key: 'wsk_w_value' }),
  )
  const send = async () => {
    const result = await session.mutate('POST /api-keys', { name: 'A', scope: 'write' })
    if (result.state !== 'success') throw new Error(result.state)
    return new WeakRef(result.output)
  }
  const output = await send()
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  await waitFor(() => {
    if (typeof collectGarbage === 'function') collectGarbage()
    expect(output.deref() === undefined).toBe(true)
  })
  expect(session.queryClient.getMutationCache().getAll()).toHaveLength(1)
})

test('undoing a mutation that is still queued cancels it and sends nothing', async () => {
  const first = createGate()
  const { session, move, requests, log } = await testBoard(async (seen, response) => {
    await first.whenOpen
    await respondToMove(seen, response)
  })
  const undoable = (card_id: string) => ({
    undo: { label: `Moved ${card_id}`, undo: () => void log.push(`${card_id} moved back`) },
    rollback: () => void log.push(`${card_id} canceled`),
  })
  const moves = [
    move('a', 'doing', 'start', undoable('a')),
    move('b', 'doing', 'start', undoable('b')),
  ]
  await waitFor(() => expect(requests()).toHaveLength(1))
  session.undo.undoLast()
  expect(await moves[1]).toEqual({ state: 'canceled' })
  // The move in flight may have been saved, so its undo is a change of its own.
  session.undo.undoLast()
  expect(log.slice(2)).toEqual(['b canceled', 'a moved back'])
  first.open()
  await moves[0]
  expect(requests().map(({ line }) => line)).toEqual(['POST /cards/a/move'])
  expect(session.undo.list()).toEqual([])
})

test('a queued mutation that is stopped is not sent', async () => {
  const first = createGate()
  const { move, requests } = await testBoard(async (seen, response) => {
    await first.whenOpen
    await respondToMove(seen, response)
  })
  const stop = new AbortController()
  const moves = [move('a', 'one'), move('b', 'two', 'start', { stop: stop.signal })]
  await waitFor(() => expect(requests()).toHaveLength(1))
  stop.abort()
  first.open()
  const results = await Promise.all(moves)
  expect(results.map(({ state }) => state)).toEqual(['success', 'canceled'])
  expect(requests()).toHaveLength(1)
})
