import { afterEach, expect, test } from 'vitest'

import { createApiClient, ifMatch, parseETagVersion } from './api-client.ts'
import { iterateItems, iteratePages } from './paginate.ts'
import {
  type RequestHandler,
  startStubServer,
  createGate,
  respondJson,
  errorBody,
} from './test-stub-server.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function serve(handle: RequestHandler) {
  const service = await startStubServer(handle)
  stops.push(service.stop)
  return service
}

const page = (ids: string[], next: string | null) => ({
  data: ids.map((id) => ({ id })),
  paging: { next },
})

test('a request sends the key and no optional header by default', async () => {
  const service = await serve((_, response) => respondJson(response, 200, page([], null)))
  const call = createApiClient({ base_url: `${service.base_url}/`, key: 'wsk_r_1' })
  await call('GET /boards', { archived: true })
  const [request] = service.requests
  expect(request?.line).toBe('GET /boards?archived=true')
  expect(request?.headers.authorization).toBe('Bearer wsk_r_1')
  for (const extra of ['idempotency-key', 'if-match', 'x-request-id', 'content-type']) {
    expect(request?.headers).not.toHaveProperty(extra)
  }
})

test('a mutation sends its body and the optional headers', async () => {
  const service = await serve((_, response) =>
    respondJson(response, 200, { id: 'c', version: '4' }, { etag: '"4.abc"' }),
  )
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  let version: string | undefined
  const card = await call(
    'POST /cards/:card_id/move',
    { card_id: 'c', list_id: 'l' },
    {
      idempotency_key: 'once',
      if_match: ifMatch('3'),
      request_id: 'mine',
      onHeaders: (headers) => (version = parseETagVersion(headers.get('etag'))),
    },
  )
  expect(card).toMatchObject({ id: 'c' })
  expect(version).toBe('4')
  expect(service.requests[0]).toMatchObject({
    line: 'POST /cards/c/move',
    body: { list_id: 'l' },
    headers: { 'idempotency-key': 'once', 'if-match': '"3"', 'x-request-id': 'mine' },
  })
})

test.each([
  ['"7.abc"', '7'],
  ['W/"7.abc"', '7'],
  ['"7"', '7'],
  ['nonsense', undefined],
  [null, undefined],
])('the ETag %s has the version %s', (etag, version) => {
  expect(parseETagVersion(etag)).toBe(version)
})

test('a refused connection and an incomplete response are unreachable', async () => {
  const stopped = await startStubServer(() => undefined)
  await stopped.stop()
  const call = createApiClient({ base_url: stopped.base_url, key: 'k' })
  await expect(call('GET /me', {})).rejects.toMatchObject({ code: 'unreachable', status: 0 })

  const service = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"data":[')
    response.socket?.end()
  })
  const callIncomplete = createApiClient({ base_url: service.base_url, key: 'k' })
  await expect(callIncomplete('GET /me', {})).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('closed the connection'),
  })
})

test('a call times out as unreachable, also while reading the body', async () => {
  const service = await serve(({ line }, response) => {
    if (line === 'GET /me') response.writeHead(200).flushHeaders()
  })
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  for (const name of ['GET /me', 'GET /boards'] as const) {
    await expect(call(name, {}, { timeout: 50 })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('No response within'),
    })
  }
})

test('an aborted call rejects with AbortError and not with an ApiError', async () => {
  const service = await serve(() => undefined)
  const session = new AbortController()
  const call = createApiClient({ base_url: service.base_url, key: 'k', signal: session.signal })
  const own = new AbortController()
  const first = call('GET /me', {}, { signal: own.signal })
  const second = call('GET /boards', {})
  own.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  session.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
})

test('a key with characters that no header allows is rejected before sending', async () => {
  const service = await serve((_, response) => respondJson(response, 200, {}))
  const call = createApiClient({ base_url: service.base_url, key: 'ключ' })
  await expect(call('GET /me', {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(service.requests).toEqual([])
})

test('a redirect is not followed, so the key stays with its server', async () => {
  const elsewhere = await serve((_, response) => respondJson(response, 200, {}))
  const service = await serve((_, response) =>
    response.writeHead(307, { location: `${elsewhere.base_url}/me` }).end(),
  )
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  await expect(call('GET /me', {})).rejects.toMatchObject({ code: 'unreachable' })
  expect(elsewhere.requests).toEqual([])
})

test('a prefetched response is used once, and only by its own key', async () => {
  const service = await serve((_, response) => respondJson(response, 200, page(['late'], null)))
  const prefetched = () => ({
    base_url: service.base_url,
    key: 'k',
    responses: { '/boards': Promise.resolve(Response.json(page(['early'], null))) },
  })
  const ids = async (call: ReturnType<typeof createApiClient>) =>
    (await call('GET /boards', {})).data.map(({ id }) => id)

  const other = createApiClient({
    base_url: service.base_url,
    key: 'other',
    prefetched: prefetched(),
  })
  expect(await ids(other)).toEqual(['late'])
  const own = createApiClient({ base_url: service.base_url, key: 'k', prefetched: prefetched() })
  expect(await ids(own)).toEqual(['early'])
  expect(await ids(own)).toEqual(['late'])
})

test('a mutation discards the prefetched responses', async () => {
  const service = await serve((_, response) => respondJson(response, 200, page(['late'], null)))
  const responses = { '/boards': Promise.resolve(Response.json(page(['early'], null))) }
  const call = createApiClient({
    base_url: service.base_url,
    key: 'k',
    prefetched: { base_url: service.base_url, key: 'k', responses },
  })
  await call('PATCH /cards/:card_id', { card_id: 'c', completed: true })
  expect((await call('GET /boards', {})).data).toEqual([{ id: 'late' }])
})

test('a prefetched response can time out like any other', async () => {
  const service = await serve(() => undefined)
  const gate = createGate()
  const responses = { '/me': gate.whenOpen.then(() => Response.json({})) }
  const call = createApiClient({
    base_url: service.base_url,
    key: 'k',
    prefetched: { base_url: service.base_url, key: 'k', responses },
  })
  await expect(call('GET /me', {}, { timeout: 30 })).rejects.toMatchObject({ code: 'unreachable' })
})

test('iterateItems follows every page with the same filters', async () => {
  const service = await serve(({ line }, response) => {
    const after = new URL(line.slice(4), 'http://x').searchParams.get('starting_after')
    const pages: Record<string, unknown> = { a: page(['3'], 'b'), b: page([], null) }
    respondJson(response, 200, after ? pages[after] : page(['1', '2'], 'a'))
  })
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  const ids: string[] = []
  for await (const board of iterateItems(call, 'GET /boards', { archived: true }))
    ids.push(board.id)
  expect(ids).toEqual(['1', '2', '3'])
  expect(service.requestLines()).toEqual([
    'GET /boards?archived=true',
    'GET /boards?archived=true&starting_after=a',
    'GET /boards?archived=true&starting_after=b',
  ])
})

test('a repeated page cursor ends in an error', async () => {
  const service = await serve((_, response) => respondJson(response, 200, page(['1'], 'same')))
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  const iterate = async () => {
    for await (const _ of iteratePages(call, 'GET /boards', {}))
      expect(service.requests.length).toBeLessThan(5)
  }
  await expect(iterate()).rejects.toMatchObject({ code: 'internal_error' })
  expect(service.requests).toHaveLength(2)
})

test('an error envelope becomes an ApiError with code, status and retry_after', async () => {
  const service = await serve((_, response) =>
    respondJson(response, 429, errorBody('rate_limited', 'Slow down.'), { 'retry-after': '2' }),
  )
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  await expect(call('GET /me', {})).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
    message: 'Slow down.',
    retry_after: 2,
  })
})
