import { expect, onTestFinished, test } from 'vitest'

import { createApiClient } from './api-client.ts'
import { startStubServer, respondJson, errorBody } from './test-stub-server.ts'

/** A server that sends a request id for boards only. */
async function startServer() {
  const {
    base_url,
    requests: seen,
    stop,
  } = await startStubServer(({ line }, response) => {
    const id = line.startsWith('GET /boards') ? { 'x-request-id': 'theirs' } : {}
    respondJson(response, 404, errorBody('not_found'), id)
  })
  onTestFinished(stop)
  return { call: createApiClient({ base_url, key: 'k' }), seen, stop }
}

test('T101 an error without request id gets a generated one', async () => {
  const { call, seen } = await startServer()
  await expect(call('GET /me', {})).rejects.toMatchObject({
    code: 'not_found',
    message: errorBody('not_found').error.message,
    request_id: expect.stringMatching(/^own-\w+$/),
  })
  expect(seen.length).toBe(1)
  expect(seen[0]?.headers).not.toHaveProperty('x-request-id')
})

test("an error keeps the server's request id, else the sent one", async () => {
  const { call } = await startServer()
  await expect(call('GET /boards', {}, { request_id: 'mine' })).rejects.toMatchObject({
    request_id: 'theirs',
  })
  await expect(call('GET /me', {}, { request_id: 'mine' })).rejects.toMatchObject({
    request_id: 'mine',
  })
})

test('an unreachable error has a generated request id', async () => {
  const { call, stop } = await startServer()
  await stop()
  await expect(call('GET /me', {})).rejects.toMatchObject({
    code: 'unreachable',
    request_id: expect.stringMatching(/^own-/),
  })
})
