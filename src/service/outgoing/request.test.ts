import { once } from 'node:events'
import {
  type AddressInfo,
  type Socket,
  createServer,
  getDefaultAutoSelectFamily,
  isIP,
  setDefaultAutoSelectFamily,
} from 'node:net'
import { networkInterfaces } from 'node:os'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'

import { type OutgoingRequest, sendRequest } from './request.ts'
import type { Lookup } from './resolve-target.ts'

async function listen(onConnection: (socket: Socket) => void, host = '127.0.0.1') {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  await once(server.listen(0, host), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

/** A server that sends these bytes for the first bytes of a request and then keeps the connection open. */
const respond = (bytes: string | Buffer) =>
  listen((socket) => socket.once('data', () => socket.write(bytes)))

const addresses =
  (...list: string[]): Lookup =>
  async () =>
    list.map((address) => ({ address, family: isIP(address) }))

const send = (port: number, options: Partial<OutgoingRequest> = {}) =>
  sendRequest({
    url: `http://receiver.example.com:${port}/hooks?a=1`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"é"}',
    allowPrivate: true,
    lookup: addresses('127.0.0.1'),
    ...options,
  })

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
/** Resolves when the first connection is closed. */
const closed = ([socket]: Socket[]) =>
  new Promise<void>((resolve) => {
    if (!socket || socket.closed) resolve()
    else socket.once('close', () => resolve())
  })

const hangingLookup: Lookup = () => new Promise(() => undefined)

test('a request sends its headers and bytes and returns the response', async () => {
  let received = ''
  const { port } = await listen((socket) =>
    socket.on('data', (part) => {
      received += part.toString()
      if (received.includes('}')) socket.write(ok)
    }),
  )
  expect(await send(port)).toEqual({
    kind: 'response',
    status: 200,
    headers: { 'content-length': '2' },
    body: 'ok',
    isTruncated: false,
    ms: expect.any(Number),
    address: '127.0.0.1',
  })
  expect(received.split('\r\n').toSorted()).toEqual(
    [
      'POST /hooks?a=1 HTTP/1.1',
      'content-type: application/json',
      'accept-encoding: identity',
      `Host: receiver.example.com:${port}`,
      'Content-Length: 13',
      'Connection: close',
      '',
      '{"name":"é"}',
    ].toSorted(),
  )
})

/** A server that answers every request of a connection. */
const listenForMany = () =>
  listen((socket) => socket.on('data', (part) => part.toString().includes('}') && socket.write(ok)))

test('requests of one owner follow each other on a connection', async () => {
  const { port, sockets } = await listenForMany()
  for (const owner of ['one', 'one', 'other'])
    expect(await send(port, { owner })).toMatchObject({ status: 200, address: '127.0.0.1' })
  expect(sockets).toHaveLength(2)
  const refused = await send(port, { owner: 'one', allowPrivate: false })
  expect(refused).toMatchObject({ reason: 'address_not_allowed' })
  await send(port)
  expect(sockets).toHaveLength(3)
})

test('a process keeps at most 300 connections', async () => {
  const { port, sockets } = await listenForMany()
  const owners = Array.from({ length: 320 }, (_, at) => `owner ${at}`)
  const results = await Promise.all(owners.map((owner) => send(port, { owner })))
  expect(results.filter(({ kind }) => kind === 'response')).toHaveLength(320)
  // Before idle connections time out.
  await expect
    .poll(() => sockets.filter(({ closed: isClosed }) => !isClosed).length, { timeout: 2000 })
    .toBeLessThanOrEqual(300)
})

test('a connection is not used for a name that has other addresses now', async () => {
  const { port, sockets } = await listen(
    (socket) => socket.on('data', (part) => part.toString().includes('}') && socket.write(ok)),
    '0.0.0.0',
  )
  for (const address of ['127.0.0.1', '127.0.0.2'])
    expect(await send(port, { owner: 'one', lookup: addresses(address) })).toMatchObject({
      address,
    })
  const both = [addresses('127.0.0.1', '127.0.0.2'), addresses('127.0.0.2', '127.0.0.1')]
  for (const lookup of both) await send(port, { owner: 'one', lookup })
  expect(sockets).toHaveLength(3)
})

test('a request is sent again when the server had closed its idle connection', async () => {
  let count = 0
  const { port, sockets } = await listen((socket) =>
    socket.on('data', (part) => {
      if (!part.toString().includes('}')) return
      // The second request on the first connection gets no answer.
      if (++count === 2) socket.resetAndDestroy()
      else socket.write(ok)
    }),
  )
  await send(port, { owner: 'one' })
  expect(await send(port, { owner: 'one' })).toMatchObject({ status: 200 })
  expect([count, sockets.length]).toEqual([3, 2])
})

test.each([
  ['part of an answer', (socket: Socket) => socket.end('HTTP/1.1 2')],
  ['more than a second', (socket: Socket) => setTimeout(() => socket.resetAndDestroy(), 1100)],
])('a request is not sent again when the server fails after %s', async (_what, failLater) => {
  let count = 0
  const { port } = await listen((socket) =>
    socket.on('data', (part) => {
      if (!part.toString().includes('}')) return
      if (++count === 2) failLater(socket)
      else socket.write(ok)
    }),
  )
  await send(port, { owner: 'one' })
  expect(await send(port, { owner: 'one' })).toMatchObject({ kind: 'failure' })
  expect(count).toBe(2)
})

test('a redirect is not followed and keeps its location', async () => {
  const trap = await respond(ok)
  const location = `http://127.0.0.1:${trap.port}/`
  const { port } = await respond(
    `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`,
  )
  expect(await send(port)).toMatchObject({ status: 307, headers: { location } })
  expect(trap.sockets).toEqual([])
})

test('8 KiB of response headers are kept, those with a meaning first', async () => {
  const others = Array.from({ length: 400 }, (_, index) => `X-${index}: ${'a'.repeat(20)}\r\n`)
  const location = 'https://example.com/moved'
  const { port } = await respond(
    `HTTP/1.1 503 Busy\r\n${others.join('')}Location: ${location}\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n`,
  )
  const result = await send(port)
  expect(result).toMatchObject({ status: 503, headers: { location, 'retry-after': '7' } })
  const headers = 'headers' in result ? Object.entries(result.headers) : []
  const size = headers.flat().join('').length
  expect(size).toBeGreaterThan(8000)
  expect(size).toBeLessThanOrEqual(8192)
})

test.each([true, false])('a lookup serves sockets that ask for all: %s', async (all) => {
  const previous = getDefaultAutoSelectFamily()
  setDefaultAutoSelectFamily(all)
  onTestFinished(() => setDefaultAutoSelectFamily(previous))
  const { port, sockets } = await respond(ok)
  const lookup = addresses('127.0.0.1', ...(all ? ['127.0.0.2'] : []))
  expect(await send(port, { lookup })).toMatchObject({ status: 200, address: '127.0.0.1' })
  expect(sockets).toHaveLength(1)
})

test.each([
  ['the other family', '::1'],
  ['the same family', '127.0.0.2'],
])('a dead address of %s does not fail the request', async (_which, dead) => {
  const { port } = await respond(ok)
  const lookup = addresses(dead, '127.0.0.1')
  expect(await send(port, { lookup })).toMatchObject({ status: 200, address: '127.0.0.1' })
})

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((network) => network?.address === '::1')

test.skipIf(!hasIpv6)('a URL with an IPv6 address is requested without lookup', async () => {
  const { port } = await listen((socket) => socket.once('data', () => socket.write(ok)), '::1')
  const url = `http://[0:0::1]:${port}/`
  expect(await send(port, { url, lookup: hangingLookup })).toMatchObject({
    status: 200,
    address: '::1',
  })
})

test('a forbidden address among several prevents every connection', async () => {
  const { port, sockets } = await respond(ok)
  const lookup = addresses('127.0.0.1', '169.254.169.254')
  expect(await send(port, { lookup })).toMatchObject({ reason: 'address_not_allowed' })
  expect(sockets).toEqual([])
})

test.each([
  [{ 'x-a': 'b\r\nx-c: d' }],
  [{ 'x-a\r\nx-c': 'd' }],
  [{ 'x-a': 'b\nc' }],
  [{ Host: 'other.example.com' }],
  [{ 'Transfer-Encoding': 'chunked' }],
  [{ Expect: '100-continue' }],
  [{ 'Proxy-Authorization': 'Basic YQ==' }],
])('a request with the headers %j is not sent', async (headers) => {
  const { port, sockets } = await respond(ok)
  expect(await send(port, { headers })).toMatchObject({ reason: 'protocol' })
  expect(sockets).toEqual([])
})

test('100 MB of body are cut and their connection is closed', async () => {
  let chunks = 0
  function* body() {
    yield 'HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n'
    for (; chunks < 1600; chunks++) yield Buffer.alloc(65_536, 'a')
  }
  const { port, sockets } = await listen((socket) => Readable.from(body()).pipe(socket))
  const result = await send(port)
  expect(result).toMatchObject({ status: 200, body: 'a'.repeat(1024), isTruncated: true })
  await closed(sockets)
  // The rest is what the buffers of the system hold.
  expect(chunks).toBeLessThan(800)
})

test.each([
  ['cut inside a character', `a${'é'.repeat(600)}`, `a${'é'.repeat(511)}`, true],
  ['of exactly 1 KiB', 'é'.repeat(512), 'é'.repeat(512), false],
  ['with a NUL', 'a\0b', 'a\uFFFDb', false],
  ['that is not UTF-8', Buffer.from([97, 0xff, 98]), 'a\uFFFDb', false],
])('a body %s is kept as text', async (_which, content, body, isTruncated) => {
  const bytes = Buffer.from(content)
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\n\r\n`
  const { port } = await respond(Buffer.concat([Buffer.from(head), bytes]))
  expect(await send(port)).toMatchObject({ body, isTruncated })
})

test.each([
  ['hangs', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok')],
  ['breaks', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok')],
])('a body that %s leaves the response a success', async (_how, write) => {
  const { port, sockets } = await listen((socket) => socket.once('data', () => write(socket)))
  expect(await send(port, { deadlineMs: 1000 })).toMatchObject({
    status: 200,
    body: 'ok',
    isTruncated: true,
  })
  await closed(sockets)
})

test.each([
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'],
  ['POST', 'HTTP/1.1 204 No Content\r\n\r\n'],
  ['GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n'],
] as const)('a response to %s without a body is complete', async (method, bytes) => {
  const { port } = await respond(bytes)
  expect(await send(port, { method })).toMatchObject({ body: '', isTruncated: false })
})

test('a connection that stays open after the response is closed', async () => {
  const { port, sockets } = await respond(ok)
  await send(port)
  await closed(sockets)
})

test('a response before the request is read ends its upload', async () => {
  const body = Buffer.alloc(32 * 1024 * 1024)
  const { port, sockets } = await listen((socket) => socket.write(ok))
  expect(await send(port, { body })).toMatchObject({ status: 200 })
  sockets[0]?.resume()
  await closed(sockets)
  expect(sockets[0]?.bytesRead).toBeLessThan(body.length)
})

test('a receiver that responds within the deadline succeeds, later fails', async () => {
  const { port } = await listen((socket) =>
    socket.once('data', () => setTimeout(() => socket.write(ok), 150)),
  )
  expect(await send(port, { deadlineMs: 5000 })).toMatchObject({ status: 200 })
  expect(await send(port, { deadlineMs: 50 })).toMatchObject({
    reason: 'timeout',
    address: '127.0.0.1',
  })
})

test.each([
  ['one byte after the other', 'a', 'timeout'],
  ['slow interim responses', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'timeout'],
])('a server that sends %s ends at the deadline', async (_what, bytes, reason) => {
  const { port, sockets } = await listen((socket) => {
    if (bytes === 'a') socket.write('HTTP/1.1 200 OK\r\nX-A: ')
    const timer = setInterval(() => socket.write(bytes), 20)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await send(port, { deadlineMs: 150 })).toMatchObject({ kind: 'failure', reason })
  await closed(sockets)
})

test.each([
  ['many interim responses', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50) + ok],
  ['no status line', '<html>It works</html>\r\n\r\n'],
  ['the preface of HTTP/2', '\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0d\0\x04\0\x10\0\0\0\x06\0\0@\0'],
  ['more than 16 KiB of headers', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
])('a server that sends %s fails as protocol', async (_what, bytes) => {
  const { port } = await respond(bytes)
  expect(await send(port)).toMatchObject({ kind: 'failure', reason: 'protocol' })
})

test.each([
  ['closes the connection', (socket: Socket) => socket.end()],
  ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
  [
    'switches protocols',
    (socket: Socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
  ],
])('a server that %s fails as reset', async (_how, act) => {
  const { port } = await listen((socket) => socket.once('data', () => act(socket)))
  expect(await send(port)).toMatchObject({ reason: 'reset', address: '127.0.0.1' })
})

test('a port without a server refuses the connection', async () => {
  const { port } = await respond(ok)
  const lookup = addresses('127.0.0.2', '127.0.0.3')
  expect(await send(port, { lookup })).toMatchObject({ reason: 'refused', address: '127.0.0.2' })
})

test('the deadline includes the lookup of the name', async () => {
  expect(await send(1080, { lookup: hangingLookup, deadlineMs: 30 })).toMatchObject({
    reason: 'timeout',
    message: 'The server did not respond in time.',
  })
})

test('an abort ends a request before it starts', async () => {
  expect(await send(1080, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'aborted' })
})

test('an abort ends a request during its lookup', async () => {
  const stop = new AbortController()
  const result = send(1080, { signal: stop.signal, lookup: hangingLookup })
  stop.abort()
  expect(await result).toMatchObject({ reason: 'aborted' })
})

test('an abort ends a request that waits for its response', async () => {
  const stop = new AbortController()
  const { port, sockets } = await listen((socket) => socket.once('data', () => stop.abort()))
  expect(await send(port, { signal: stop.signal })).toMatchObject({
    reason: 'aborted',
    address: '127.0.0.1',
  })
  await closed(sockets)
})
