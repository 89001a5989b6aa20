import { expect, test } from 'vitest'

import { respondJson, errorBody } from '#client/test-stub-server.ts'
import type { Me } from '#contract/developers/me.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { testSession } from '#web/session/test-session.ts'
import { isSameWorkspace } from './use-replace-key.ts'

/** A service of the public API alone, whose key `wsk_other` is of another workspace. */
const createSeedOnlySession = () =>
  testSession(
    ({ headers }, response) =>
      headers.authorization?.endsWith('other')
        ? respondJson(response, 404, errorBody('not_found'))
        : respondJson(response, 200, { id: 'b', lists: [] }),
    { capabilities: null },
  )

test.each([
  ['wsk_new', true],
  ['wsk_other', false],
])('isSameWorkspace without names probes a cached request with %s: %s', async (key, same) => {
  const { session, service, requests } = await createSeedOnlySession()
  await session.capabilities.settled
  await session.queryClient.fetchQuery(endpointQuery('GET /boards/:board_id', { board_id: 'b' }))
  const candidate = { base_url: service.base_url, key, me: undefined }
  expect(await isSameWorkspace(session, candidate)).toBe(same)
  expect(requests().map(({ line }) => line)).toEqual(['GET /boards/b', 'GET /boards/b'])
})

test('isSameWorkspace is false when the probe request fails', async () => {
  const { session, service } = await testSession(
    ({ headers }, response) =>
      headers.authorization?.endsWith('new')
        ? respondJson(response, 403, errorBody('insufficient_scope'))
        : respondJson(response, 200, { id: 'b', lists: [] }),
    { capabilities: null },
  )
  await session.capabilities.settled
  await session.queryClient.fetchQuery(endpointQuery('GET /boards/:board_id', { board_id: 'b' }))
  const candidate = { base_url: service.base_url, key: 'wsk_new', me: undefined }
  expect(await isSameWorkspace(session, candidate)).toBe(false)
})

test('isSameWorkspace is false without a cached request to probe', async () => {
  const { session, service, requests } = await createSeedOnlySession()
  await session.capabilities.settled
  const candidate = { base_url: service.base_url, key: 'wsk_new', me: undefined }
  expect(await isSameWorkspace(session, candidate)).toBe(false)
  expect(requests()).toEqual([])
})

test.each([
  ['w1', true],
  ['w2', false],
])('isSameWorkspace compares workspace ids when named: %s is %s', async (id, same) => {
  const { session, service } = await createSeedOnlySession()
  // Only the workspace of `GET /me` is read.
  const me = (of: string) => ({ workspace: { id: of } }) as Me
  const capabilities = { ...session.capabilities.get(), me: me('w1') }
  const namedSession = {
    queryClient: session.queryClient,
    capabilities: { ...session.capabilities, get: () => capabilities },
  }
  const candidate = { base_url: service.base_url, key: 'wsk_new', me: me(id) }
  expect(await isSameWorkspace(namedSession, candidate)).toBe(same)
})
