import { expect, onTestFinished, test } from 'vitest'

import { createApiClient } from './api-client.ts'
import { foreignService, json, refusal } from './test-foreign-service.ts'

/** Names what it is asked of boards, and nothing else. */
async function nameless() {
  const { base_url, seen, stop } = await foreignService(({ line }, response) => {
    const id = line.startsWith('GET /boards') ? { 'x-request-id': 'theirs' } : {}
    json(response, 404, refusal('not_found'), id)
  })
  onTestFinished(stop)
  return { call: createApiClient({ base_url, key: 'k' }), seen, stop }
}

test('T101 a failure without an id gets one of ours, which was not sent', async () => {
  const { call, seen } = await nameless()
  await expect(call('GET /me', {})).rejects.toMatchObject({
    code: 'not_found',
    message: refusal('not_found').error.message,
    request_id: expect.stringMatching(/^own-\w+$/),
  })
  expect(seen.length).toBe(1)
  expect(seen[0]?.headers).not.toHaveProperty('x-request-id')
})

test("the service's id is the one that is shown where it gives one, else the one that was sent", async () => {
  const { call } = await nameless()
  await expect(call('GET /boards', {}, { request_id: 'mine' })).rejects.toMatchObject({
    request_id: 'theirs',
  })
  await expect(call('GET /me', {}, { request_id: 'mine' })).rejects.toMatchObject({
    request_id: 'mine',
  })
})

test('what got no answer has an id too', async () => {
  const { call, stop } = await nameless()
  await stop()
  await expect(call('GET /me', {})).rejects.toMatchObject({
    code: 'unreachable',
    request_id: expect.stringMatching(/^own-/),
  })
})
