import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { createGate, respondJson, errorBody } from '#client/test-stub-server.ts'
import type { RequestHandler } from '#client/test-stub-server.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { waitFor } from '#web/test-time.ts'
import { testSession } from './test-session.ts'

const empty: RequestHandler = (_, response) =>
  respondJson(response, 200, { data: [], paging: { next: null } })

test('late responses of a closed session are discarded', async () => {
  const late = createGate()
  const { session, requests } = await testSession(async (_, response) => {
    await late.whenOpen
    respondJson(response, 200, { id: 'canary', data: ['canary'] })
  })
  const seen: unknown[] = []
  const observer = new QueryObserver(session.queryClient, endpointQuery('GET /boards', {}))
  observer.subscribe((result) => seen.push(result.status))
  const callbacks = {
    onAnswer: () => seen.push('answer'),
    onRefusal: () => seen.push('refusal'),
    undo: { label: 'done', undo: () => undefined },
  }
  session.mutate.onError(() => seen.push('report'))
  const scope = { scope: 'one', ...callbacks }
  const writes = [
    session.mutate('PATCH /cards/:card_id', { card_id: 'a', completed: true }, scope),
    session.mutate('PATCH /cards/:card_id', { card_id: 'b', completed: true }, scope),
  ]
  await waitFor(() => expect(requests()).toHaveLength(2))
  session.close()
  late.open()
  expect((await Promise.all(writes)).map(({ state }) => state)).toEqual(['canceled', 'canceled'])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(requests()).toHaveLength(2)
  expect(seen.filter((one) => one !== 'pending')).toEqual([])
  expect(session.queryClient.getQueryCache().getAll()).toEqual([])
  expect(session.undo.list()).toEqual([])
  await expect(session.call('GET /boards', {})).rejects.toMatchObject({ name: 'AbortError' })
})

test('capabilities are read once from GET /me', async () => {
  const { session, service } = await testSession(empty, {
    capabilities: ['cards.relative_move', 'odd'],
  })
  expect(session.capabilities.can('cards.relative_move')).toBe(false)
  await session.capabilities.settled
  expect(session.capabilities.can('cards.relative_move')).toBe(true)
  expect(session.capabilities.can('idempotency')).toBe(false)
  expect(session.capabilities.get()).toMatchObject({ can_write: true, public_api_only: false })
  expect(service.requestLines()).toEqual(['GET /me'])
})

test('without GET /me there are no capabilities and writes are allowed', async () => {
  const { session } = await testSession(empty, { capabilities: null })
  await session.capabilities.settled
  expect(session.capabilities.get()).toMatchObject({
    can_write: true,
    public_api_only: true,
    me: undefined,
  })
})

test('without GET /me insufficient_scope makes the session read-only', async () => {
  const { session, requests } = await testSession(
    (_, response) => respondJson(response, 403, errorBody('insufficient_scope')),
    { capabilities: null },
  )
  const patch = () => session.mutate('PATCH /cards/:card_id', { card_id: 'a', completed: true })
  await patch()
  expect(session.capabilities.get().can_write).toBe(false)
  expect(await patch()).toMatchObject({ state: 'error', error: { code: 'insufficient_scope' } })
  expect(requests()).toHaveLength(1)
})

test('a write key that lacks the admin flag stays a write key', async () => {
  const { session } = await testSession((_, response) =>
    respondJson(response, 403, errorBody('insufficient_scope')),
  )
  await session.mutate('DELETE /api-keys/:key_id', { key_id: 'k' })
  expect(session.capabilities.get().can_write).toBe(true)
})

test.each([
  ['a read key', { scope: 'read' }],
  ['read-only mode', { connection: { read_only: true } }],
] as const)('with %s a change is refused here and never sent', async (_, options) => {
  const { session, requests } = await testSession(empty, options)
  const refused = vi.fn()
  await session.mutate(
    'PATCH /cards/:card_id',
    { card_id: 'a', completed: true },
    { onError: refused },
  )
  expect(refused).toHaveBeenCalledTimes(1)
  expect(requests()).toEqual([])
})

test('a rejected key is reported once, and by the session alone', async () => {
  const { session, requests } = await testSession((_, response) =>
    respondJson(response, 401, errorBody('unauthenticated')),
  )
  const reports = vi.fn()
  const noticed = vi.fn()
  session.mutate.onError(reports)
  session.keyState.subscribe(noticed)
  await session.queryClient.prefetchQuery(endpointQuery('GET /boards', {}))
  const settled = vi.fn()
  const mutation = session.mutate('PATCH /cards/:card_id', { card_id: 'a', completed: true })
  void mutation.finally(settled)
  await waitFor(() => expect(requests()).toHaveLength(2))
  expect(session.keyState.get()).toBe('rejected')
  expect(noticed).toHaveBeenCalledTimes(1)
  // The request has arrived, but its 401 may not have: dismissing before it would leave the mutation waiting for a key.
  await waitFor(() => {
    session.apiKey.dismiss()
    expect(settled).toHaveBeenCalled()
  })
  expect(reports).not.toHaveBeenCalled()
  expect(requests()).toHaveLength(2)
})

test('the key is in no query key', async () => {
  const { session } = await testSession(empty)
  await session.queryClient.prefetchQuery(endpointQuery('GET /boards', {}))
  const keys = session.queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryHash }) => queryHash)
  expect(keys.join()).toContain('GET /boards')
  expect(keys.join()).not.toContain('wsk_')
})
