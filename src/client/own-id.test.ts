import { expect, test } from 'vitest'

import { createApi } from './client.ts'
import { foreignService, json, refusal } from './test-foreign-service.ts'

const seen: string[][] = []
const service = await foreignService((request, response) => {
  seen.push(Object.keys(request.headers))
  const id = request.line.startsWith('GET /boards') ? { 'x-request-id': 'theirs' } : {}
  json(response, 404, refusal('not_found'), id)
})
const call = createApi({ base_url: service.base_url, key: 'k' })

test('T101 a failure without an id gets one of ours, which was not sent', async () => {
  await expect(call('GET /me', {})).rejects.toMatchObject({
    code: 'not_found',
    message: refusal('not_found').error.message,
    request_id: expect.stringMatching(/^own-\w+$/),
  })
  expect(seen.at(-1)).not.toContain('x-request-id')
})

test("the service's id is the one that is shown where it gives one, else the one that was sent", async () => {
  await expect(call('GET /boards', {}, { request_id: 'mine' })).rejects.toMatchObject({
    request_id: 'theirs',
  })
  await expect(call('GET /me', {}, { request_id: 'mine' })).rejects.toMatchObject({
    request_id: 'mine',
  })
})

test('what got no answer has an id too', async () => {
  await service.stop()
  await expect(call('GET /me', {})).rejects.toMatchObject({
    code: 'unreachable',
    request_id: expect.stringMatching(/^own-/),
  })
})
