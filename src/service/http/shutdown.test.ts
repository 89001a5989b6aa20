// Runs on both engines: requests under way wait for the engine.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type RunningServer, listen } from './server.ts'
import { type TestService, type TestWorkspace, openTestService } from './test-service.ts'

let first: TestService
let service: TestService
let owner: TestWorkspace
let server: RunningServer

beforeAll(async () => void (first = await openTestService()))
beforeEach(async () => {
  service = await openTestService({}, { database: first.database })
  owner = await service.workspace()
  server = await listen(service.app, '127.0.0.1', 0)
  return async () => {
    await server.close(0)
    await service.close()
  }
})
afterAll(() => first.close())

const authorization = () => `Bearer ${owner.key}`

async function send(path: string, agent: Agent, body?: object): Promise<IncomingMessage> {
  const headers = { authorization: authorization(), 'content-type': 'application/json' }
  const method = body ? 'POST' : 'GET'
  const options = { port: server.port, host: '127.0.0.1', path, agent, headers, method }
  const sent = request(options).end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  return response
}

/** Sends one request after the other on one connection, until a response closes it. Returns how many it sent. */
async function useConnection(onResponse: () => void): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let count = 1; ; count++) {
    const isWrite = count % 2 === 0
    const response = await send('/v1/boards', agent, isWrite ? { name: 'Busy' } : undefined)
    await text(response)
    expect(response.statusCode).toBe(isWrite ? 201 : 200)
    onResponse()
    if (response.headers.connection === 'close') return count
  }
}

const stop = (graceMs = 7_000) => {
  service.beginShutdown()
  return server.close(graceMs)
}

test('busy connections end with a response that closes them', async () => {
  let responses = 0
  let onBusy = () => {}
  const busy = new Promise<void>((resolve) => (onBusy = resolve))
  const clients = Array.from({ length: 16 }, () =>
    useConnection(() => {
      responses += 1
      if (responses === 64) onBusy()
    }),
  )
  await busy
  const stopped = stop()
  // None of them fails: a reset would reject.
  expect((await Promise.all(clients)).every((count) => count > 0)).toBe(true)
  await stopped
})

test('a request that is arriving is answered, and /readyz fails', async () => {
  const socket = connect(server.port, '127.0.0.1')
  const head = `POST /v1/boards HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization()}\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n`
  const response = text(socket)
  await new Promise((resolve) => socket.write(`${head}{"name":`, resolve))
  await send('/healthz', new Agent())
  const stopped = stop()
  const ready = await send('/readyz', new Agent({ keepAlive: true }))
  expect(ready.statusCode).toBe(503)
  expect(ready.headers.connection).toBe('close')
  ready.resume()
  socket.write('"Last"}')
  expect(await response).toMatch(/^HTTP\/1\.1 201 [^]*Connection: close/)
  await stopped
})

test('an idle connection is closed', async () => {
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  const closed = once(socket, 'close')
  await stop()
  await closed
})

test('a connection that was opened in advance is closed', async () => {
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket.resume(), 'close')
  // Longer than a test may take.
  await stop(60_000)
  await closed
})

test('an event stream ends with the time to reconnect after', async () => {
  const stream = await send('/v1/events/stream', new Agent({ keepAlive: true }))
  const received = text(stream)
  const stopped = stop()
  expect(await received).toMatch(/retry: [12]\d{3}\n\n$/)
  await stopped
})
