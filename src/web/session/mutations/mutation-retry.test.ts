import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { createGate, respondJson, errorBody } from '#client/test-stub-server.ts'
import { listOf, respondToMove, testBoard } from '#web/session/test-session.ts'

afterEach(() => onlineManager.setOnline(true))

test('a lost answer is asked for again with the same idempotency key and the same version', async () => {
  let tries = 0
  const {
    move,
    requests: asked,
    log: shown,
  } = await testBoard((seen, response) =>
    ++tries === 1 ? response.socket?.destroy() : respondToMove(seen, response),
  )
  let version = '3'
  const result = move('a', 'doing', 'start', { version: () => version })
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  version = '9'
  expect(await result).toMatchObject({ state: 'success' })
  const [first, second] = asked().map(({ headers }) => headers)
  expect(first?.['idempotency-key']).toMatch(/^[\w-]{32,}$/)
  expect(second?.['idempotency-key']).toBe(first?.['idempotency-key'])
  expect([first?.['if-match'], second?.['if-match']]).toEqual(['"3"', '"3"'])
  expect(shown).toEqual(['a in doing', 'a answered in doing'])
})

test('the version is the one at the moment of sending, and after an own change the one it left', async () => {
  const first = createGate()
  const { move, requests: asked } = await testBoard(async (seen, response) => {
    if (listOf(seen) === 'one') await first.whenOpen
    await respondToMove(seen, response)
  })
  let version = '1'
  const more = { version: () => version }
  const moves = [
    move('a', 'one', 'start', more),
    move('a', 'two', 'one', more),
    move('b', 'one', 'start', more),
  ]
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  version = '2'
  first.open()
  await Promise.all(moves)
  expect(asked().map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"after one"', '"2"'])
})

test('another change of a card between two of its moves knows the version the first move left', async () => {
  const first = createGate()
  const {
    session,
    move,
    requests: asked,
  } = await testBoard(async (_, response) => {
    if (asked().length === 1) await first.whenOpen
    const after = `${asked().length}`
    respondJson(response, 200, { id: 'a', list_id: 'any', version: after })
  })
  let cached = '0'
  const more = {
    version: () => cached,
    onSuccess: ({ version }: { version?: string }) => void (cached = version ?? cached),
  }
  const tick = () =>
    session.mutate(
      'PATCH /cards/:card_id',
      { card_id: 'a', completed: true },
      { scope: 'board:1', ...more },
    )
  const writes = [move('a', 'one', 'start', more), tick(), move('a', 'two', 'one', more)]
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  first.open()
  await Promise.all(writes)
  await tick()
  const sent = asked().map(({ headers }) => headers['if-match'])
  expect(sent).toEqual(['"0"', '"1"', '"2"', '"3"'])
})

test('each write has its own idempotency key', async () => {
  const { move, requests: asked } = await testBoard(respondToMove)
  await Promise.all([move('a', 'doing'), move('b', 'doing')])
  const keys = asked().map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
})

test('a service of the public document alone gets no extra header, and a lost answer is not asked for again', async () => {
  const { move, requests: asked } = await testBoard((_, response) => response.socket?.destroy(), {
    capabilities: null,
  })
  const result = await move('a', 'doing', 'start', { version: () => '3' })
  expect(result).toMatchObject({ state: 'error', error: { code: 'unreachable' } })
  expect(asked()).toHaveLength(1)
  for (const extra of ['idempotency-key', 'if-match', 'x-request-id']) {
    expect(asked()[0]?.headers).not.toHaveProperty(extra)
  }
})

test('a write whose answer shows a secret carries no idempotency key and is never repeated', async () => {
  const { session, requests: asked } = await testBoard((_, response) => response.socket?.destroy())
  const result = await session.mutate('POST /api-keys', { name: 'CI', scope: 'read' })
  expect(result).toMatchObject({ state: 'error' })
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('a pause the service asked for holds for the next write too', async () => {
  const times: number[] = []
  let tries = 0
  const { session } = await testBoard((_, response) => {
    times.push(Date.now())
    if (++tries > 1) return respondJson(response, 200, { id: 'c' })
    return respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '1' })
  })
  const first = session.mutate('PATCH /cards/:card_id', { card_id: 'a', completed: true })
  await vi.waitFor(() => expect(times).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50)) // the refusal has to arrive
  await session.mutate('PATCH /cards/:card_id', { card_id: 'b', completed: true })
  await first
  expect(times).toHaveLength(3)
  expect(Math.min(...times.slice(1)) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990)
})

test('offline changes wait and are sent in order, once, when the network is back', async () => {
  const { session, move, requests: asked } = await testBoard(respondToMove)
  await session.capabilities.settled
  onlineManager.setOnline(false)
  const moves = [move('a', 'one'), move('b', 'one'), move('a', 'two')]
  expect(session.mutate.pendingCount('board:1')).toBe(3)
  expect(session.mutate.isMutating('board:2')).toBe(false)
  expect(asked()).toEqual([])
  onlineManager.setOnline(true)
  await Promise.all(moves)
  expect(asked().map(({ line, body }) => [line, body])).toEqual([
    ['POST /cards/a/move', { list_id: 'one' }],
    ['POST /cards/b/move', { list_id: 'one' }],
    ['POST /cards/a/move', { list_id: 'two' }],
  ])
  expect(session.mutate.isMutating()).toBe(false)
})
