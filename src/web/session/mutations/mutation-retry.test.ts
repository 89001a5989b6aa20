import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'

import { ApiError, createUnreachableError } from '#client/api-error.ts'
import { createGate, respondJson, errorBody } from '#client/test-stub-server.ts'
import { observable, type Observable } from '#web/external-store.ts'
import { listOf, respondToMove, testBoard } from '#web/session/test-session.ts'
import { advanceUntil, controlTime, waitFor } from '#web/test-time.ts'
import { createRetryingSender } from './mutation-retry.ts'

afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

test('a lost response is retried with the same idempotency key and version', async () => {
  controlTime()
  let tries = 0
  const { move, requests, log } = await testBoard((seen, response) =>
    ++tries === 1 ? response.socket?.destroy() : respondToMove(seen, response),
  )
  let version = '3'
  const result = move('a', 'doing', 'start', { version: () => version })
  await waitFor(() => expect(requests()).toHaveLength(1))
  version = '9'
  await advanceUntil(() => expect(requests()).toHaveLength(2))
  expect(await result).toMatchObject({ state: 'success' })
  const [first, second] = requests().map(({ headers }) => headers)
  expect(first?.['idempotency-key']).toMatch(/^[\w-]{32,}$/)
  expect(second?.['idempotency-key']).toBe(first?.['idempotency-key'])
  expect([first?.['if-match'], second?.['if-match']]).toEqual(['"3"', '"3"'])
  expect(log).toEqual(['a in doing', 'a answered in doing'])
})

test('If-Match is read when the mutation is sent', async () => {
  const first = createGate()
  const { move, requests } = await testBoard(async (seen, response) => {
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
  await waitFor(() => expect(requests()).toHaveLength(1))
  version = '2'
  first.open()
  await Promise.all(moves)
  expect(requests().map(({ headers }) => headers['if-match'])).toEqual([
    '"1"',
    '"after one"',
    '"2"',
  ])
})

test('a mutation between two moves sends the version of the first response', async () => {
  const first = createGate()
  const { session, move, requests } = await testBoard(async (_, response) => {
    if (requests().length === 1) await first.whenOpen
    const after = `${requests().length}`
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
  await waitFor(() => expect(requests()).toHaveLength(1))
  first.open()
  await Promise.all(writes)
  await tick()
  const sent = requests().map(({ headers }) => headers['if-match'])
  expect(sent).toEqual(['"0"', '"1"', '"2"', '"3"'])
})

test('each mutation has its own idempotency key', async () => {
  const { move, requests } = await testBoard(respondToMove)
  await Promise.all([move('a', 'doing'), move('b', 'doing')])
  const keys = requests().map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
})

test('without capabilities no header is added to a retried move', async () => {
  controlTime()
  let tries = 0
  const { move, requests } = await testBoard(
    (seen, response) =>
      ++tries === 1 ? response.socket?.destroy() : respondToMove(seen, response),
    { capabilities: null },
  )
  const result = move('a', 'doing', 'start', { version: () => '3' })
  await advanceUntil(() => expect(requests()).toHaveLength(2))
  expect(await result).toMatchObject({ state: 'success' })
  expect(requests()).toHaveLength(2)
  for (const extra of ['idempotency-key', 'if-match', 'x-request-id']) {
    expect(requests()[1]?.headers).not.toHaveProperty(extra)
  }
})

test('without idempotency keys a lost response of a creation is not retried', async () => {
  const { session, requests } = await testBoard((_, response) => response.socket?.destroy(), {
    capabilities: null,
  })
  const result = await session.mutate('POST /boards', { name: 'Launch' })
  expect(result).toMatchObject({ state: 'error', error: { code: 'unreachable' } })
  expect(requests()).toHaveLength(1)
})

/** Sends a move that gets no response, with fake timers. */
function sendUnanswered(reachable: Observable<boolean>, onAttempt: () => void = () => {}) {
  vi.useFakeTimers()
  const sendWithRetry = createRetryingSender(new AbortController().signal, undefined, reachable)
  let attempts = 0
  const result = sendWithRetry({
    name: 'POST /cards/:card_id/move',
    hasIdempotencyKey: true,
    isSuperseded: () => false,
    send: () => {
      attempts += 1
      onAttempt()
      return Promise.reject(createUnreachableError('No response.'))
    },
  })
  return { result, attempts: () => attempts }
}

test('a mutation stays pending while the server is unreachable', async () => {
  const reachable = observable(true)
  const { attempts } = sendUnanswered(reachable, () => reachable.set(false))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  const before = attempts()
  expect(before).toBeGreaterThan(10)
  // The response of another request ends the wait.
  reachable.set(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(attempts()).toBe(before + 1)
})

test('a mutation fails when only its own requests get no response', async () => {
  const { result, attempts } = sendUnanswered(observable(true))
  const failure = result.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await failure).toMatchObject({ code: 'unreachable' })
  expect(attempts()).toBe(5)
})

test('a mutation that still runs on the server survives a second crash', async () => {
  vi.useFakeTimers()
  const running = () =>
    new ApiError({ code: 'conflict', status: 409, message: 'Running.', retry_after: 1 })
  const lost = () => createUnreachableError('No response.')
  const errors = [lost(), ...Array.from({ length: 10 }, running), lost(), running()]
  const result = createRetryingSender(new AbortController().signal)({
    name: 'POST /cards/:card_id/move',
    hasIdempotencyKey: true,
    isSuperseded: () => false,
    send: () => {
      const error = errors.shift()
      return error ? Promise.reject(error) : Promise.resolve('saved')
    },
  })
  result.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await result).toBe('saved')
})

test('a mutation that returns a secret has no idempotency key or retry', async () => {
  const { session, requests } = await testBoard((_, response) => response.socket?.destroy())
  const result = await session.mutate('POST /api-keys', { name: 'CI', scope: 'read' })
  expect(result).toMatchObject({ state: 'error' })
  expect(requests()).toHaveLength(1)
  expect(requests()[0]?.headers).not.toHaveProperty('idempotency-key')
})

test('Retry-After also delays the next mutation', async () => {
  controlTime()
  const times: number[] = []
  let tries = 0
  const { session } = await testBoard((_, response) => {
    times.push(Date.now())
    if (++tries > 1) return respondJson(response, 200, { id: 'c' })
    return respondJson(response, 429, errorBody('rate_limited'), { 'retry-after': '1' })
  })
  const first = session.mutate('PATCH /cards/:card_id', { card_id: 'a', completed: true })
  await waitFor(() => expect(times).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50)) // the refusal has to arrive
  const next = session.mutate('PATCH /cards/:card_id', { card_id: 'b', completed: true })
  await advanceUntil(() => expect(times).toHaveLength(3))
  await Promise.all([first, next])
  expect(times).toHaveLength(3)
  expect(Math.min(...times.slice(1)) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990)
})

test('offline mutations are sent once, in order, when online again', async () => {
  const { session, move, requests } = await testBoard(respondToMove)
  await session.capabilities.settled
  onlineManager.setOnline(false)
  const moves = [move('a', 'one'), move('b', 'one'), move('a', 'two')]
  expect(session.mutate.pendingCount('board:1')).toBe(3)
  expect(session.mutate.isMutating('board:2')).toBe(false)
  expect(requests()).toEqual([])
  onlineManager.setOnline(true)
  await Promise.all(moves)
  expect(requests().map(({ line, body }) => [line, body])).toEqual([
    ['POST /cards/a/move', { list_id: 'one' }],
    ['POST /cards/b/move', { list_id: 'one' }],
    ['POST /cards/a/move', { list_id: 'two' }],
  ])
  expect(session.mutate.isMutating()).toBe(false)
})
