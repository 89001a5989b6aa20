import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { type RunningServer, listen } from '#service/http/server.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'
import type { ApiError } from './api-error.ts'
import { followStream } from './event-stream.ts'
import { foreignService } from './test-foreign-service.ts'

let service: TestService
let listening: RunningServer
let owner: TestWorkspace
let over: AbortController

beforeAll(async () => {
  const timings = { heartbeat: 100, recheck: 50, writeTimeout: 2000 }
  service = await openTestService({}, { timings })
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
  const names: string[] = []
  const states: (boolean | 'lost')[] = []
  const ended = followStream({
    base_url: `http://127.0.0.1:${listening.port}/v1`,
    key,
    signal: over.signal,
    onEvent: ({ data }) => names.push(JSON.parse(data).data.name as string),
    onOpen: (isComplete) => states.push(isComplete),
    onLost: () => states.push('lost'),
  })
  return { names, states, ended }
}
const soon = { timeout: 15_000, interval: 20 }

test('the stream delivers events, and aborting it rejects nothing', async () => {
  const { names, states, ended } = follow()
  await expect.poll(() => states, soon).toEqual([false])
  await board('A')
  await expect.poll(() => names, soon).toEqual(['A'])
  over.abort()
  await ended
})

test('a lost stream reconnects after the last event and misses none', async () => {
  const { names, states } = follow()
  await expect.poll(() => states, soon).toEqual([false])
  await board('A')
  await expect.poll(() => names, soon).toEqual(['A'])
  service.streams.disconnectAll()
  await board('B')
  await expect.poll(() => names, soon).toEqual(['A', 'B'])
  expect(states).toEqual([false, 'lost', true])
})

test('an idle connection is aborted and opened again', async () => {
  const silent = await foreignService((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('id: evt_7\nevent: ready\ndata: {}\n\n')
  })
  const { base_url } = silent
  const options = { base_url, key: 'wsk_r_1', signal: over.signal, idleTimeout: 200 }
  void followStream({ ...options, onEvent: () => undefined })
  await expect.poll(() => silent.seen.length, soon).toBe(2)
  expect(silent.seen[1]?.headers['last-event-id']).toBe('evt_7')
  over.abort()
  await silent.stop()
})

test('an invalid key ends the stream without a retry', async () => {
  const { states, ended } = follow('wsk_r_nothing')
  const error = await ended.catch((thrown: ApiError) => thrown)
  expect(error).toMatchObject({ code: 'unauthenticated', status: 401 })
  expect(states).toEqual([])
})

test('a revoked key ends the stream', async () => {
  const { id, key } = (
    await owner.request('POST /api-keys', { body: { name: 'R', scope: 'read' } })
  ).body
  const { states, ended } = follow(key)
  await expect.poll(() => states, soon).toEqual([false])
  await owner.request(`DELETE /api-keys/${id}`)
  await expect(ended).rejects.toMatchObject({ code: 'unauthenticated' })
})
