import { InfiniteQueryObserver, notifyManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Call } from '#client/api-client.ts'
import { ApiError } from '#client/api-error.ts'
import { endpointPages, endpointQuery } from './endpoint-query.ts'
import { staleTimeOf, createQueryClient, writeAtOnce } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Stands for any service: what is tested here is what the cache asks, and how often. */
function open(answer: (asked: number) => unknown) {
  const asked: unknown[] = []
  const call = (async (name: string, input: object) => {
    asked.push([name, input])
    return answer(asked.length)
  }) as unknown as Call // The answers of this test are not those of the contract.
  return { asked, queryClient: createQueryClient(call) }
}

const fails = (code: string, status: number) => () => {
  throw new ApiError({ code, status, message: '' })
}

test('the query key is the request', async () => {
  const { queryClient, asked } = open(() => ({ id: 'b' }))
  const query = endpointQuery('GET /boards/:board_id', { board_id: 'b' })
  expect(query.queryKey).toEqual(['GET /boards/:board_id', { board_id: 'b' }])
  expect(await queryClient.fetchQuery(query)).toEqual({ id: 'b' })
  expect(asked).toEqual([query.queryKey])
})

test('a query is not refetched within its stale time', async () => {
  const { queryClient, asked } = open(() => ({ data: [] }))
  const query = endpointQuery('GET /boards', {})
  await queryClient.fetchQuery(query)
  vi.advanceTimersByTime(14_000)
  await queryClient.fetchQuery(query)
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(2_000)
  await queryClient.fetchQuery(query)
  expect(asked).toHaveLength(2)
})

test.each([
  ['internal_error', 500, 3],
  ['unreachable', 0, 3],
  ['not_found', 404, 1],
  ['unauthenticated', 401, 1],
  ['insufficient_scope', 403, 1],
  ['validation_error', 422, 1],
])('after %s (%i) a read is tried %i times in all', async (code, status, times) => {
  const { queryClient, asked } = open(fails(code, status))
  const reading = queryClient
    .fetchQuery(endpointQuery('GET /boards', {}))
    .catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await reading).toMatchObject({ code })
  expect(asked).toHaveLength(times)
})

test('an infinite query continues from the last cursor', async () => {
  const { queryClient, asked } = open((times) => ({
    data: [times],
    paging: { next: times < 2 ? 'more' : null },
  }))
  const observer = new InfiniteQueryObserver(
    queryClient,
    endpointPages('GET /boards/:board_id/cards', { board_id: 'b', list_id: 'l' }),
  )
  const stop = observer.subscribe(() => undefined)
  await vi.runAllTimersAsync()
  expect(observer.getCurrentResult().hasNextPage).toBe(true)
  await observer.fetchNextPage()
  expect(observer.getCurrentResult().hasNextPage).toBe(false)
  stop()
  const name = 'GET /boards/:board_id/cards'
  expect(asked).toEqual([
    [name, { board_id: 'b', list_id: 'l' }],
    [name, { board_id: 'b', list_id: 'l', starting_after: 'more' }],
  ])
})

test('boards and cards have the shortest stale time', () => {
  expect(staleTimeOf('GET /boards/:board_id/cards')).toBe(15_000)
  expect(staleTimeOf('GET /cards/:card_id')).toBe(15_000)
  expect(staleTimeOf('GET /me')).toBe(300_000)
})

test('readers are notified before writeAtOnce returns, and of other changes after', () => {
  const { queryClient } = open(() => null)
  const observer = new QueryObserver<number>(queryClient, { queryKey: ['n'], enabled: false })
  const seen: unknown[] = []
  // As React's hooks subscribe.
  observer.subscribe(notifyManager.batchCalls(({ data }) => seen.push(data)))
  writeAtOnce(() => {
    queryClient.setQueryData(['n'], 1)
    queryClient.setQueryData(['n'], 2)
  })
  expect(seen.at(-1)).toBe(2)
  queryClient.setQueryData(['n'], 3)
  expect(seen.at(-1)).toBe(2)
  observer.destroy()
})
