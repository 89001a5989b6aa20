import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { type RunningServer, listen } from '#service/http/server.ts'
import {
  type TestService,
  type TestWorkspace,
  openTestService,
} from '#service/http/test-service.ts'
import type { ApiError } from './api-error.ts'
import { followStream } from './event-stream.ts'
import { startStubServer } from './test-stub-server.ts'

let service: TestService
let server: RunningServer
let owner: TestWorkspace
let connection: AbortController

beforeAll(async () => {
  const timings = { heartbeat: 100, recheck: 50, writeTimeout: 2000 }
  service = await openTestService({}, { timings })
  server = await listen(service.app, '127.0.0.1', 0)
})
afterAll(async () => {
  service.streams.close()
  await server.close(1000)
  await service.close()
})
beforeEach(async () => {
  owner = await service.workspace()
  connection = new AbortController()
})
afterEach(() => connection.abort())

const createBoard = (name: string) => owner.request('POST /boards', { body: { name } })

function follow(key = owner.key) {
  const names: string[] = []
  const states: (boolean | 'lost')[] = []
  const end = followStream({
    base_url: `http://127.0.0.1:${server.port}/v1`,
    key,
    signal: connection.signal,
    onEvent: ({ data }) => names.push(JSON.parse(data).data.name as string),
    onOpen: (isComplete) => states.push(isComplete),
    onLost: () => states.push('lost'),
  })
  return { names, states, end }
}
const soon = { timeout: 15_000, interval: 20 }

test('the stream delivers events, and aborting it rejects nothing', async () => {
  const { names, states, end } = follow()
  await expect.poll(() => states, soon).toEqual([false])
  await createBoard('A')
  await expect.poll(() => names, soon).toEqual(['A'])
  connection.abort()
  await end
})

test('a lost stream reconnects after the last event and misses none', async () => {
  const { names, states } = follow()
  await expect.poll(() => states, soon).toEqual([false])
  await createBoard('A')
  await expect.poll(() => names, soon).toEqual(['A'])
  service.streams.disconnectAll()
  await createBoard('B')
  await expect.poll(() => names, soon).toEqual(['A', 'B'])
  expect(states).toEqual([false, 'lost', true])
})

test('an idle connection is aborted and opened again', async () => {
  const silent = await startStubServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('id: evt_7\nevent: ready\ndata: {}\n\n')
  })
  const { base_url } = silent
  const options = { base_url, key: 'wsk_r_1', signal: connection.signal, idleTimeout: 200 }
  void followStream({ ...options, onEvent: () => undefined })
  await expect.poll(() => silent.requests.length, soon).toBe(2)
  expect(silent.requests[1]?.headers['last-event-id']).toBe('evt_7')
  connection.abort()
  await silent.stop()
})

test('an invalid key ends the stream without a retry', async () => {
  const { states, end } = follow('wsk_r_nothing')
  const error = await end.catch((thrown: ApiError) => thrown)
  expect(error).toMatchObject({ code: 'unauthenticated', status: 401 })
  expect(states).toEqual([])
})

test('a revoked key ends the stream', async () => {
  const { id, key } = (
    await owner.request('POST /api-keys', { body: { name: 'R', scope: 'read' } })
  ).body
  const { states, end } = follow(key)
  await expect.poll(() => states, soon).toEqual([false])
  await owner.request(`DELETE /api-keys/${id}`)
  await expect(end).rejects.toMatchObject({ code: 'unauthenticated' })
})
