import { Socket, connect } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { httpLimits } from '#contract/http-limits.rules.ts'
import type { Log } from '#service/log.ts'
import type { Refusal } from '#service/refusal.ts'
import { errorResponse } from './error-response.ts'
import { type HttpRequest, type HttpResponse, startResponse } from './http-message.ts'
import { type RunningServer, listen } from './server.ts'

let server: RunningServer
afterEach(() => server.close(0))

/** Serves answers without end to these bytes, and begins them once the asking socket is gone. */
async function leftBefore(bytes: string): Promise<{ started: number; ended: number }> {
  const counts = { started: 0, ended: 0 }
  let socket: Socket | undefined
  const disconnected = new Promise<void>((resolve) => {
    const handle = async () => {
      if (++counts.started < bytes.split('GET').length - 1) await disconnected
      else {
        socket?.once('close', () => setTimeout(resolve, 20)).resetAndDestroy()
        await disconnected
      }
      const body = new ReadableStream<Uint8Array>({
        start: (sink) => sink.enqueue(new Uint8Array(10)),
        cancel: () => void counts.ended++,
      })
      return { status: 200, headers: [], body }
    }
    void listen({ handle }, '127.0.0.1', 0).then((listening) => {
      server = listening
      socket = connect(server.port, '127.0.0.1')
      socket.write(bytes)
    })
  })
  await disconnected
  return counts
}

const requestText = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

test.each([
  ['alone', requestText],
  ['behind others on its connection', requestText.repeat(3)],
])('a streamed response is canceled when its client disconnected early: %s', async (_, bytes) => {
  const counts = await leftBefore(bytes)
  await expect.poll(() => counts.ended).toBe(counts.started)
})

const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{`

test('reading a request body after the client disconnected rejects', async () => {
  let sender: Socket | undefined
  const request = new Promise<HttpRequest>((resolve) => {
    const handle = async (request: HttpRequest) => {
      sender?.destroy()
      await new Promise((left) => setTimeout(left, 100))
      resolve(request)
      return { status: 200, headers: [], body: null }
    }
    void listen({ handle }, '127.0.0.1', 0).then((listening) => {
      server = listening
      sender = connect(server.port, '127.0.0.1')
      sender.write(post)
    })
  })
  await expect((await request).body?.(100)).rejects.toThrow('ended before it was complete')
})

test('a client that reads nothing of a streamed response is disconnected', async () => {
  let isCanceled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (sink) => sink.enqueue(new Uint8Array(65_536)),
    cancel: () => void (isCanceled = true),
  })
  const handle = async () => ({ status: 200, headers: [], body })
  server = await listen({ handle }, '127.0.0.1', 0, { stallMs: 50 })
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  socket.pause().write(requestText)
  await expect.poll(() => isCanceled).toBe(true)
})

test('backpressure on a streamed response leaks no event listeners', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const handle = async () => {
    let left = 60
    const body = new ReadableStream<Uint8Array>({
      pull: (sink) => (left-- > 0 ? sink.enqueue(new Uint8Array(200_000)) : sink.close()),
    })
    return { status: 200, headers: [], body }
  }
  server = await listen({ handle }, '127.0.0.1', 0)
  const { body } = await fetch(`http://127.0.0.1:${server.port}/`)
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    await new Promise((read) => setTimeout(read, 1))
  }
  expect(size).toBe(12_000_000)
  expect(warnings).toEqual([])
})

test('a half-open connection is destroyed after an error response to malformed bytes', async () => {
  const handle = () => Promise.reject(new Error('Nobody asks.'))
  const listening = await listen({ handle }, '127.0.0.1', 0)
  server = listening
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.write('BLAH\r\n\r\n')
  await new Promise((ended) => socket.on('end', ended).resume())
  // Ends by itself as soon as the last connection is gone, long before its grace does.
  await listening.close(60_000)
})

test.each([
  ['in one go with it', async () => undefined],
  ['while it is answered', async () => new Promise((started) => setTimeout(started, 50))],
])('malformed bytes after a request do not corrupt its response: %s', async (_, pause) => {
  const handle = async () => {
    await new Promise((done) => setTimeout(done, 200))
    return { status: 200, headers: [], body: 'whole' }
  }
  server = await listen({ handle }, '127.0.0.1', 0)
  const socket = connect(server.port, '127.0.0.1')
  let text = ''
  socket.on('data', (part) => (text += part.toString()))
  socket.write(requestText)
  await pause()
  socket.write('BLAH\r\n\r\n')
  await new Promise((closed) => socket.on('close', closed))
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nwhole$/)
})

/** Opens connections and returns how many of them the server has closed. */
function openConnections(port: number, count: number) {
  let closed = 0
  for (let index = 0; index < count; index++) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.resume().on('close', () => (closed += 1))
    onTestFinished(() => void socket.destroy())
  }
  return () => closed
}

test.each([
  ['of one address', 0, { perClient: 2, connections: 100 }],
  ['of all addresses', 0, { perClient: 100, connections: 2 }],
  ['of a proxy', 1, { perClient: 1, connections: 2 }],
])('a connection beyond the limit %s is closed', async (_whose, trustProxy, limits) => {
  const handle = async () => ({ status: 200, headers: [], body: 'x' })
  server = await listen({ handle }, '127.0.0.1', 0, { trustProxy, limits })
  const closed = openConnections(server.port, 3)
  await expect.poll(closed).toBe(1)
})

test('connections of one IPv6 network are limited together', async () => {
  const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1']
  // Node reads `remoteAddress`, which cannot be replaced, from this method, which its types omit.
  const prototype = Socket.prototype as unknown as { _getpeername(): { address?: string } }
  const peerName = vi.spyOn(prototype, '_getpeername')
  peerName.mockImplementation(() => ({ address: addresses.shift() ?? '' }))
  onTestFinished(() => peerName.mockRestore())
  const handle = async () => ({ status: 200, headers: [], body: 'x' })
  const limits = { perClient: 2, connections: 100 }
  server = await listen({ handle }, '127.0.0.1', 0, { limits })
  const closed = openConnections(server.port, 4)
  await expect.poll(closed).toBe(1)
  await expect.poll(() => addresses).toEqual([])
  expect(closed()).toBe(1)
})

test('idle connections are closed when the server is nearly full', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let end = () => {}
  const isEnded = new Promise<void>((resolve) => (end = resolve))
  const handle = async ({ path }: HttpRequest) => {
    if (path === '/slow') await isEnded
    return { status: 200, headers: [], body: 'x' }
  }
  const limits = { perClient: 100, connections: 10 }
  const { port } = (server = await listen({ handle }, '127.0.0.1', 0, { limits }))
  const open = (text: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    socket.write(text)
    return new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  }
  const slow = open(requestText.replace('/', '/slow'))
  for (let count = 1; count < 9; count++) await open(requestText)
  vi.advanceTimersByTime(501)
  await open(requestText)
  // The eleventh of ten, if none of those that were idle had been closed.
  expect(await open(requestText)).toMatch(/^HTTP\/1\.1 200 /)
  end()
  expect(await slow).toMatch(/^HTTP\/1\.1 200 /)
})

test('a connection that sends nothing is closed', async () => {
  const handle = async () => ({ status: 200, headers: [], body: 'x' })
  server = await listen({ handle }, '127.0.0.1', 0, { silentMs: 50 })
  const closed = openConnections(server.port, 3)
  const other = connect(server.port, '127.0.0.1')
  onTestFinished(() => void other.destroy())
  other.write('GET / HTTP/1.1\r\n')
  await expect.poll(closed).toBe(3)
  const response = new Promise((resolve) => other.once('data', resolve))
  other.write('Host: x\r\n\r\n')
  expect(String(await response)).toMatch(/^HTTP\/1\.1 200 /)
})

const refuse = (request: HttpRequest, refusal: Refusal): HttpResponse =>
  errorResponse({ request, ...startResponse(undefined) }, refusal, () => undefined)

test('behind a proxy, requests and streams at a time are limited by client', async () => {
  let endStreams: (() => void)[] = []
  const handle = async (incoming: HttpRequest, refusal?: Refusal) => {
    if (refusal) return refuse(incoming, refusal)
    const start = (sink: ReadableStreamDefaultController<Uint8Array>) =>
      void endStreams.push(() => sink.close())
    return { status: 200, headers: [], body: new ReadableStream<Uint8Array>({ start }) }
  }
  const limits = { perClient: 2, connections: 100 }
  const { port } = (server = await listen({ handle }, '127.0.0.1', 0, { trustProxy: 1, limits }))
  const request = (client: string) =>
    fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Forwarded-For': `forged, ${client}` } })

  const streams = [await request('192.0.2.1'), await request('192.0.2.1')]
  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  const refused = await request('192.0.2.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
  const other = await request('192.0.2.2')
  expect(other.status).toBe(200)

  const neighbors = [await request('2001:db8::1'), await request('2001:db8::2')]
  expect((await request('2001:db8::3')).status).toBe(429)

  for (const end of endStreams) end()
  endStreams = []
  await Promise.all([...streams, other, ...neighbors].map((response) => response.text()))
  await expect.poll(async () => (await request('192.0.2.1')).status).toBe(200)
  for (const end of endStreams) end()
})

test('a stream that its client aborts counts once', async () => {
  const handle = async (incoming: HttpRequest, refusal?: Refusal) =>
    refusal
      ? refuse(incoming, refusal)
      : { status: 200, headers: [], body: new ReadableStream<Uint8Array>() }
  const limits = { perClient: 2, connections: 100 }
  const { port } = (server = await listen({ handle }, '127.0.0.1', 0, { trustProxy: 1, limits }))
  const sockets: Socket[] = []
  /** The status of a stream on a connection of its own, which stays open. */
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    const answer = new Promise<Buffer>((resolve) => socket.once('data', resolve))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n')
    return Number(String(await answer).split(' ', 2)[1])
  }
  expect([await open(), await open(), await open()]).toEqual([200, 200, 429])
  sockets[1]?.destroy()
  await expect.poll(open).toBe(200)
  // Counted twice, this one would have a place.
  expect(await open()).toBe(429)
  for (const socket of sockets) socket.destroy()
})

test('requests beyond the limit of a client are one line of the log', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: unknown[] = []
  const log: Log = (...line) => void lines.push(line)
  const handle = async (incoming: HttpRequest, refusal?: Refusal) =>
    refusal
      ? refuse(incoming, refusal)
      : { status: 200, headers: [], body: new ReadableStream<Uint8Array>() }
  const limits = { perClient: 1, connections: 100 }
  server = await listen({ handle }, '127.0.0.1', 0, { log, trustProxy: 1, limits })
  const request = async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.1' }
    return (await fetch(`http://127.0.0.1:${server.port}/`, { headers })).status
  }
  expect([await request(), await request(), await request()]).toEqual([200, 429, 429])
  const line = (refusals: number) => [
    'warn',
    'limit_exceeded',
    { limit: 'requests_of_client', client: '192.0.2.1', refusals },
  ]
  expect(lines).toEqual([line(1)])
  vi.advanceTimersByTime(59_000)
  expect([await request(), lines.length]).toEqual([429, 1])
  vi.advanceTimersByTime(61_000)
  expect(await request()).toBe(429)
  expect(lines.splice(0)).toEqual([line(1), line(3)])
  // One that lasts is logged every hour.
  for (let minute = 0; minute < 130; minute++) {
    vi.advanceTimersByTime(59_000)
    expect(await request()).toBe(429)
  }
  expect(lines).toEqual([line(62), line(62)])
})

test('a connection with too many pipelined requests is closed', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  const lines: unknown[] = []
  const log: Log = (_level, event, fields) => void lines.push([event, fields?.['limit']])
  let startCount = 0
  let end = () => {}
  const isEnded = new Promise<void>((resolve) => (end = resolve))
  const handle = async ({ path }: HttpRequest) => {
    startCount += 1
    if (path === '/slow') await isEnded
    return { status: 200, headers: [], body: 'x' }
  }
  server = await listen({ handle }, '127.0.0.1', 0, { log })
  const flood = connect(server.port, '127.0.0.1').on('error', () => undefined)
  const isClosed = new Promise((resolve) => flood.on('close', () => resolve('closed')))
  flood.resume().write(requestText.replace('/', '/slow').repeat(10_000))
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200)
  expect(await isClosed).toBe('closed')
  expect(startCount).toBe(httpLimits.pipelined + 1)
  expect(lines).toEqual([['limit_exceeded', 'requests_of_connection']])

  // As many as may wait are answered in their order, with no listener for each on the connection.
  const other = connect(server.port, '127.0.0.1')
  let text = ''
  other.on('data', (part) => (text += part.toString()))
  other.write(requestText.replace('/', '/slow').repeat(httpLimits.pipelined))
  await expect.poll(() => startCount).toBe(2 * httpLimits.pipelined + 1)
  end()
  await expect.poll(() => text.split('HTTP/1.1 200').length - 1).toBe(httpLimits.pipelined)
  other.destroy()
  expect(warnings).toEqual([])
})
