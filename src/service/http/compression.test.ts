import { type IncomingHttpHeaders, request as sendRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { selectEncoding } from './compression.ts'
import { listen } from './server.ts'
import { perFile, servicePerFile } from './test-service.ts'

const service = servicePerFile()
const owner = perFile(() => service.workspace())
const server = perFile(() => listen(service.app, '127.0.0.1', 0))
afterAll(() => server.close(0))

let board: string
beforeAll(async () => {
  const lists = Array.from({ length: 10 }, (_, index) => ({ name: `List ${index} ëü🌿` }))
  board = (await owner.create('POST /boards', { name: 'Large', lists })).id
})

interface RawResponse {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** Over a connection, because `fetch` would decompress the body and hide its headers. */
const send = (
  line: string,
  headers: Record<string, string>,
  body?: object,
): Promise<RawResponse> => {
  const [method = '', path = ''] = line.split(' ')
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({
      port: server.port,
      method,
      path: `/v1${path}`,
      headers: {
        Authorization: `Bearer ${owner.key}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
    })
    outgoing.on('error', reject).on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode,
          headers: incoming.headers,
          bytes: Buffer.concat(chunks),
        }),
      )
    })
    outgoing.end(body && JSON.stringify(body))
  })
}
const br = { 'Accept-Encoding': 'gzip, deflate, br' }
const jsonOf = ({ bytes }: RawResponse) => JSON.parse(bytes.toString())

test('a response is compressed with the encoding that the client accepts', async () => {
  const line = `GET /boards/${board}`
  const plain = await send(line, {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  const brotli = await send(line, br)
  const gzip = await send(line, { 'Accept-Encoding': 'gzip' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 3)
  for (const { headers, bytes } of [plain, brotli, gzip])
    expect([headers['content-length'], headers.vary]).toEqual([
      String(bytes.length),
      'Authorization, Origin, Accept-Encoding',
    ])
})

test('a short response, an error and no content are not compressed', async () => {
  const member = await send('POST /members', br, { name: 'Ada' })
  expect([member.status, member.headers['content-encoding']]).toEqual([201, undefined])
  const missing = await send('GET /boards/nowhere', br)
  expect([missing.status, missing.headers['content-encoding']]).toEqual([404, undefined])
  const { id } = jsonOf(member)
  const deleted = await send(`DELETE /members/${id}`, br)
  expect([deleted.status, deleted.headers['content-encoding']]).toEqual([204, undefined])
})

test('HEAD has the headers of GET and no body', async () => {
  const [head, get] = [
    await send(`HEAD /boards/${board}`, br),
    await send(`GET /boards/${board}`, br),
  ]
  const names = ['content-encoding', 'content-length', 'etag', 'vary'] as const
  expect(names.map((name) => head.headers[name])).toEqual(names.map((name) => get.headers[name]))
  expect([head.bytes.length, get.bytes.length > 0]).toEqual([0, true])
})

test('the ETag of a compressed response is weak and works in If-None-Match and If-Match', async () => {
  const line = `GET /boards/${board}`
  const plain = await send(line, {})
  const { headers } = await send(line, br)
  const etag = headers.etag ?? ''
  expect(etag).toBe(`W/${plain.headers.etag}`)
  const repeated = await send(line, { ...br, 'If-None-Match': etag })
  expect([repeated.status, repeated.bytes.length]).toEqual([304, 0])
  expect(repeated.headers['content-encoding']).toBeUndefined()
  expect((await send(line, { 'If-None-Match': etag })).status).toBe(304)
  const patch = (description: string, version: string) =>
    send(`PATCH /boards/${board}`, { ...br, 'If-Match': version }, { description })
  const changed = await patch('One', etag)
  expect([changed.status, changed.headers['content-encoding']]).toEqual([200, 'br'])
  expect((await patch('Two', etag)).status).toBe(412)
  expect((await patch('Two', changed.headers.etag ?? '')).status).toBe(200)
})

test('a response stored for an idempotency key is compressed for each client alone', async () => {
  const lists = Array.from({ length: 10 }, (_, index) => ({ name: `List ${index}` }))
  const create = (headers: Record<string, string>) =>
    send('POST /boards', { 'Idempotency-Key': 'once', ...headers }, { name: 'Once', lists })
  const first = await create(br)
  const repeated = await create({})
  expect([first.headers['content-encoding'], repeated.headers['content-encoding']]).toEqual([
    'br',
    undefined,
  ])
  expect(brotliDecompressSync(first.bytes).equals(repeated.bytes)).toBe(true)
  expect(repeated.headers.etag?.startsWith('"')).toBe(true)
})

test('the event stream is never compressed', async () => {
  const controller = new AbortController()
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/events/stream`, {
    headers: { Authorization: `Bearer ${owner.key}`, ...br },
    signal: controller.signal,
  })
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, null])
  const { value } = (await response.body?.getReader().read()) ?? {}
  expect(Buffer.from(value ?? []).toString()).toContain('event: ready')
  controller.abort()
})

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['br; q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity, br;q=0.5', undefined],
  ['br, identity', 'br'],
  ['zstd', undefined],
  ['br;q=x', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Encoding %j selects %s', (accept, encoding) => {
  expect(selectEncoding(accept, ['br', 'gzip'])).toBe(encoding)
})
