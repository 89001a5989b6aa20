import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { type Listening, listen } from '#service/http/server.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'
import type { ApiError } from './api-error.ts'
import { followStream } from './event-stream.ts'
import { foreignService } from './test-foreign-service.ts'

let service: TestService
let listening: Listening
let owner: TestWorkspace
let over: AbortController

beforeAll(async () => {
  const pace = { comment: 100, look: 50, patience: 2000 }
  service = await openTestService({}, { pace })
  listening = await listen(service.app, '127.0.0.1', 0)
})
afterAll(async () => {
  service.streams.close()
  await listening.close(1000)
  await service.close()
})
beforeEach(async () => {
  owner = await service.workspace()
  over = new AbortController()
})
afterEach(() => over.abort())

const board = (name: string) => owner.request('POST /boards', { body: { name } })

function follow(key = owner.key) {
  const heard: string[] = []
  const told: (boolean | 'lost')[] = []
  const ended = followStream({
    base_url: `http://127.0.0.1:${listening.port}/v1`,
    key,
    signal: over.signal,
    onEvent: ({ data }) => heard.push(JSON.parse(data).data.name as string),
    onOpen: (isWhole) => told.push(isWhole),
    onLost: () => told.push('lost'),
  })
  return { heard, told, ended }
}
const soon = { timeout: 15_000, interval: 20 }

test('what happens is heard, and aborting ends it without a complaint', async () => {
  const { heard, told, ended } = follow()
  await expect.poll(() => told, soon).toEqual([false])
  await board('A')
  await expect.poll(() => heard, soon).toEqual(['A'])
  over.abort()
  await ended
})

test('after a break it comes back by itself and misses nothing', async () => {
  const { heard, told } = follow()
  await expect.poll(() => told, soon).toEqual([false])
  await board('A')
  await expect.poll(() => heard, soon).toEqual(['A'])
  service.streams.cut()
  await board('B')
  await expect.poll(() => heard, soon).toEqual(['A', 'B'])
  expect(told).toEqual([false, 'lost', true])
})

test('a connection that says nothing any more is given up and opened again', async () => {
  const mute = await foreignService((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('id: evt_7\nevent: ready\ndata: {}\n\n')
  })
  const { base_url } = mute
  const options = { base_url, key: 'wsk_r_1', signal: over.signal, silence: 200 }
  void followStream({ ...options, onEvent: () => undefined })
  await expect.poll(() => mute.seen.length, soon).toBe(2)
  expect(mute.seen[1]?.headers['last-event-id']).toBe('evt_7')
  over.abort()
  await mute.stop()
})

test('a key that is not accepted ends it with the refusal, without trying again', async () => {
  const { told, ended } = follow('wsk_r_nothing')
  const error = await ended.catch((thrown: ApiError) => thrown)
  expect(error).toMatchObject({ code: 'unauthenticated', status: 401 })
  expect(told).toEqual([])
})

test('a revoked key ends it', async () => {
  const { id, key } = (
    await owner.request('POST /api-keys', { body: { name: 'R', scope: 'read' } })
  ).body
  const { told, ended } = follow(key)
  await expect.poll(() => told, soon).toEqual([false])
  await owner.request(`DELETE /api-keys/${id}`)
  await expect(ended).rejects.toMatchObject({ code: 'unauthenticated' })
})
