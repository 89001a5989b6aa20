// Runs on both engines: shutdown waits for the engine.
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import { listen } from './server.ts'
import { openTestService, perFile, servicePerFile } from './test-service.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())
const server = perFile(() => listen(service.app, '127.0.0.1', 0))
afterAll(() => server.close(0))

/** Everything that comes back to these bytes until the service closes the connection. */
const sendBytes = (bytes: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let text = ''
    socket.on('data', (part) => (text += part.toString()))
    socket.on('close', () => resolve(text))
    socket.write(bytes)
  })

test.each([
  ['not HTTP at all', 'BLAH\r\n\r\n'],
  [
    'two framings of one body',
    'POST /v1/boards HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a header without end',
    `GET /v1/boards HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`,
  ],
  ['no host', 'GET /v1/boards HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['no host in HTTP/1.0', 'GET /v1/boards HTTP/1.0\r\n\r\n'],
  ['a host that is none', 'GET /v1/boards HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
])('%s is rejected with an error envelope and a request id', async (_what, bytes) => {
  const [head = '', body = ''] = (await sendBytes(bytes)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 4\d\d \w/)
  expect(head).toContain('X-Content-Type-Options: nosniff')
  const [, request_id] = /^X-Request-Id: (.+)$/m.exec(head) ?? []
  expect(request_id).toMatch(/^req_/)
  expect(JSON.parse(body)).toMatchObject({ error: { code: 'validation_error', request_id } })
})

test('a malformed request keeps the X-Request-Id of its client', async () => {
  const response = await sendBytes(
    'GET /v1/boards HTTP/1.1\r\nHost: a b\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n',
  )
  expect(response).toMatch(/^X-Request-Id: mine\r$/m)
  expect(response).toContain('"request_id":"mine"')
})

test('health checks in HTTP/1.0 need no host', async () => {
  for (const path of ['/healthz', '/readyz'])
    expect(await sendBytes(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
})

test('an unknown Expect header is ignored', async () => {
  const response = await sendBytes(
    `GET /v1/me HTTP/1.1\r\n${authorizedHeaders()}Expect: the-unexpected\r\nConnection: close\r\n\r\n`,
  )
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
})

test('three hundred unfinished requests do not delay other clients', async () => {
  const sockets: Socket[] = Array.from({ length: 300 }, () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      'POST /v1/boards HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    return socket
  })
  const { status } = await fetch(`http://127.0.0.1:${server.port}/v1/boards`, {
    headers: { Authorization: `Bearer ${owner.key}` },
  })
  for (const socket of sockets) socket.destroy()
  expect(status).toBe(200)
})

test('an incomplete request body changes nothing', async () => {
  const before = (await owner.request('GET /boards?include_total=true')).body.paging.total
  await new Promise<void>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(
        `POST /v1/boards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.key}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":"Half"}`,
        () => socket.destroy(),
      )
      socket.on('close', () => resolve())
    })
  })
  expect((await owner.request('GET /boards?include_total=true')).body.paging.total).toBe(before)
})

const authorizedHeaders = () => `Host: x\r\nAuthorization: Bearer ${owner.key}\r\n`

test('a chunked request body is read completely', async () => {
  const response = await sendBytes(
    `POST /v1/boards HTTP/1.1\r\n${authorizedHeaders()}Connection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
      '8\r\n{"name":\r\na\r\n"Chunked"}\r\n0\r\n\r\n',
  )
  expect(response).toMatch(/^HTTP\/1\.1 201 /)
  expect(response).toContain('"name":"Chunked"')
})

test.each([
  ['declared', 'Content-Length: 3000000\r\n\r\n{"name":"'],
  ['in pieces', `Transfer-Encoding: chunked\r\n\r\n200000\r\n${'a'.repeat(0x200000)}\r\n`],
])(
  'an oversized request body is rejected before its end and disconnected: %s',
  async (_how, rest) => {
    const response = await sendBytes(
      `POST /v1/boards HTTP/1.1\r\n${authorizedHeaders()}Content-Type: application/json\r\n${rest}`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(response).toContain('payload_too_large')
  },
)

test('keep-alive serves several requests, including responses without a body', async () => {
  const etag = (await owner.request('GET /boards')).headers.get('etag')
  const response = await sendBytes(
    `HEAD /v1/boards HTTP/1.1\r\n${authorizedHeaders()}\r\n` +
      `GET /v1/boards HTTP/1.1\r\n${authorizedHeaders()}If-None-Match: ${etag}\r\n\r\n` +
      `OPTIONS /v1/boards HTTP/1.1\r\nHost: x\r\n\r\n` +
      `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 304',
    'HTTP/1.1 204',
    'HTTP/1.1 200',
  ])
  expect(response.endsWith('\r\n\r\n{"ok":true}')).toBe(true)
  expect(response.match(/^Content-Length: \d+/gim)?.length).toBe(2)
})

test('an absolute request target sets the host of the Location header', async () => {
  const body = '{"name":"Absolute"}'
  const response = await sendBytes(
    `POST http://panel.example:8080/v1/boards HTTP/1.1\r\n${authorizedHeaders()}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  expect(response).toMatch(/Location: http:\/\/panel\.example:8080\/v1\/boards\/brd_/)
})

test('a page of another origin can read that its client exceeds its limit', async () => {
  const origin = 'https://admin.example.com'
  const { database } = service
  const other = await openTestService({ CORS_ORIGINS: origin }, { database })
  onTestFinished(() => other.close())
  const limits = { perClient: 1, connections: 100 }
  const limited = await listen(other.app, '127.0.0.1', 0, { trustProxy: 1, limits })
  onTestFinished(() => limited.close(0))
  const url = `http://127.0.0.1:${limited.port}/v1/events/stream`
  const headers = { Authorization: `Bearer ${owner.key}`, Origin: origin }
  const stream = await fetch(url, { headers })
  expect(stream.status).toBe(200)

  const refused = await fetch(url, { headers })
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After')
  // Browsers send it before the request, and report a network error when it fails.
  expect((await fetch(url, { method: 'OPTIONS', headers: { Origin: origin } })).status).toBe(204)
  await stream.body?.cancel()
})

/** A server on which the tenth connection is the first above nine tenths, and a clock that the test moves. */
async function listenWithTen() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limits = { perClient: 100, connections: 10 }
  const small = await listen(service.app, '127.0.0.1', 0, { limits })
  onTestFinished(() => small.close(0))
  const open = async () => {
    const socket = connect(small.port, '127.0.0.1')
    await once(socket, 'connect')
    const closed = once(socket, 'close').then(() => 'closed')
    const send = async (bytes: string) => {
      const answer = once(socket, 'data').then(([data]) => String(data).slice(9, 12))
      socket.write(bytes)
      return Promise.race([answer, closed])
    }
    const probe = () => send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await probe()).toBe('200')
    return { socket, closed, send, probe }
  }
  const nine = []
  while (nine.length < 9) nine.push(await open())
  return { nine, open }
}

test('many connections close none of those that were used just now', async () => {
  const { nine, open } = await listenWithTen()
  vi.advanceTimersByTime(500)
  await open()
  for (const { probe } of nine) expect(await probe()).toBe('200')
})

test('a connection that a full server refuses makes room for the next one', async () => {
  const { nine, open } = await listenWithTen()
  const tenth = await open()
  vi.advanceTimersByTime(501)
  await once(connect(tenth.socket.remotePort ?? 0, '127.0.0.1'), 'close')
  await open()
  expect(await nine[0]?.closed).toBe('closed')
})

test('many connections close the one that is idle for longest', async () => {
  const { nine, open } = await listenWithTen()
  const [arriving, streaming, used, longest, ...others] = nine
  // Pipelined: the first response ends while the second goes on.
  await streaming?.send(
    `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/events/stream HTTP/1.1\r\n${authorizedHeaders()}\r\n`,
  )
  for (const one of [arriving, used, longest, ...others]) await one?.probe()
  vi.advanceTimersByTime(501)
  expect(await used?.probe()).toBe('200')
  const opening = open()
  // Node connects on its next tick: the service finds the connection first, and then the request.
  await new Promise((resolve) => process.nextTick(resolve))
  arriving?.socket.write('GET /healthz HTTP/1.1\r\n')
  const last = await opening
  expect(await longest?.closed).toBe('closed')
  expect(streaming?.socket.readyState).toBe('open')
  expect(await arriving?.send('Host: x\r\n\r\n')).toBe('200')
  for (const one of [used, ...others, last]) expect(await one?.probe()).toBe('200')
})
