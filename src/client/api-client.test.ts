import { afterEach, expect, test } from 'vitest'

import { createApiClient, ifMatch, versionOf } from './api-client.ts'
import { everyItem, everyPage } from './paginate.ts'
import { type Answer, foreignService, gate, json, refusal } from './test-foreign-service.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function serve(answer: Answer) {
  const service = await foreignService(answer)
  stops.push(service.stop)
  return service
}

const page = (ids: string[], next: string | null) => ({
  data: ids.map((id) => ({ id })),
  paging: { next },
})

test('the key goes out in its header and no header is sent that was not asked for', async () => {
  const service = await serve((_, response) => json(response, 200, page([], null)))
  const call = createApiClient({ base_url: `${service.base_url}/`, key: 'wsk_r_1' })
  await call('GET /boards', { archived: true })
  const [seen] = service.seen
  expect(seen?.line).toBe('GET /boards?archived=true')
  expect(seen?.headers.authorization).toBe('Bearer wsk_r_1')
  for (const extra of ['idempotency-key', 'if-match', 'x-request-id', 'content-type']) {
    expect(seen?.headers).not.toHaveProperty(extra)
  }
})

test('a write carries its body and the headers the caller gave', async () => {
  const service = await serve((_, response) =>
    json(response, 200, { id: 'c', version: '4' }, { etag: '"4.abc"' }),
  )
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  let version: string | undefined
  const moved = await call(
    'POST /cards/:card_id/move',
    { card_id: 'c', list_id: 'l' },
    {
      idempotency_key: 'once',
      if_match: ifMatch('3'),
      request_id: 'mine',
      onHeaders: (headers) => (version = versionOf(headers.get('etag'))),
    },
  )
  expect(moved).toMatchObject({ id: 'c' })
  expect(version).toBe('4')
  expect(service.seen[0]).toMatchObject({
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
])('the version in %s is %s', (etag, version) => {
  expect(versionOf(etag)).toBe(version)
})

test('a service that is not there is unreachable, and so is one that breaks off', async () => {
  const gone = await foreignService(() => undefined)
  await gone.stop()
  const call = createApiClient({ base_url: gone.base_url, key: 'k' })
  await expect(call('GET /me', {})).rejects.toMatchObject({ code: 'unreachable', status: 0 })

  const service = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"data":[')
    response.socket?.end()
  })
  const broken = createApiClient({ base_url: service.base_url, key: 'k' })
  await expect(broken('GET /me', {})).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('broke off'),
  })
})

test('a call that takes too long is unreachable, also when only its body is late', async () => {
  const service = await serve((seen, response) => {
    if (seen.line === 'GET /me') response.writeHead(200).flushHeaders()
  })
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  for (const name of ['GET /me', 'GET /boards'] as const) {
    await expect(call(name, {}, { timeout: 50 })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('did not answer'),
    })
  }
})

test('a call its owner cancelled ends as cancelled and not as an error of the service', async () => {
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

test('what cannot stand in a header is a wrong key, and nothing is sent', async () => {
  const service = await serve((_, response) => json(response, 200, {}))
  const call = createApiClient({ base_url: service.base_url, key: 'ключ' })
  await expect(call('GET /me', {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(service.seen).toEqual([])
})

test('a redirect is not followed: the key stays where it was meant for', async () => {
  const elsewhere = await serve((_, response) => json(response, 200, {}))
  const service = await serve((_, response) =>
    response.writeHead(307, { location: `${elsewhere.base_url}/me` }).end(),
  )
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  await expect(call('GET /me', {})).rejects.toMatchObject({ code: 'unreachable' })
  expect(elsewhere.seen).toEqual([])
})

test('an early answer is used once, and only by its own key', async () => {
  const service = await serve((_, response) => json(response, 200, page(['late'], null)))
  const early = () => ({
    base_url: service.base_url,
    key: 'k',
    answers: { '/boards': Promise.resolve(Response.json(page(['early'], null))) },
  })
  const ids = async (call: ReturnType<typeof createApiClient>) =>
    (await call('GET /boards', {})).data.map(({ id }) => id)

  const other = createApiClient({ base_url: service.base_url, key: 'other', first: early() })
  expect(await ids(other)).toEqual(['late'])
  const own = createApiClient({ base_url: service.base_url, key: 'k', first: early() })
  expect(await ids(own)).toEqual(['early'])
  expect(await ids(own)).toEqual(['late'])
})

test('an early answer is old news once something was changed', async () => {
  const service = await serve((_, response) => json(response, 200, page(['late'], null)))
  const answers = { '/boards': Promise.resolve(Response.json(page(['early'], null))) }
  const call = createApiClient({
    base_url: service.base_url,
    key: 'k',
    first: { base_url: service.base_url, key: 'k', answers },
  })
  await call('PATCH /cards/:card_id', { card_id: 'c', completed: true })
  expect((await call('GET /boards', {})).data).toEqual([{ id: 'late' }])
})

test('an early answer can be cancelled and can be late like any other', async () => {
  const service = await serve(() => undefined)
  const never = gate()
  const answers = { '/me': never.opened.then(() => Response.json({})) }
  const call = createApiClient({
    base_url: service.base_url,
    key: 'k',
    first: { base_url: service.base_url, key: 'k', answers },
  })
  await expect(call('GET /me', {}, { timeout: 30 })).rejects.toMatchObject({ code: 'unreachable' })
})

test('every page is followed to the end with the same filters', async () => {
  const service = await serve(({ line }, response) => {
    const after = new URL(line.slice(4), 'http://x').searchParams.get('starting_after')
    const pages: Record<string, unknown> = { a: page(['3'], 'b'), b: page([], null) }
    json(response, 200, after ? pages[after] : page(['1', '2'], 'a'))
  })
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  const ids: string[] = []
  for await (const board of everyItem(call, 'GET /boards', { archived: true })) ids.push(board.id)
  expect(ids).toEqual(['1', '2', '3'])
  expect(service.lines()).toEqual([
    'GET /boards?archived=true',
    'GET /boards?archived=true&starting_after=a',
    'GET /boards?archived=true&starting_after=b',
  ])
})

test('a service that turns in a circle is found out', async () => {
  const service = await serve((_, response) => json(response, 200, page(['1'], 'same')))
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  const walk = async () => {
    for await (const _ of everyPage(call, 'GET /boards', {}))
      expect(service.seen.length).toBeLessThan(5)
  }
  await expect(walk()).rejects.toMatchObject({ code: 'internal_error' })
  expect(service.seen).toHaveLength(2)
})

test('a refusal tells its code, status and pause', async () => {
  const service = await serve((_, response) =>
    json(response, 429, refusal('rate_limited', 'Slow down.'), { 'retry-after': '2' }),
  )
  const call = createApiClient({ base_url: service.base_url, key: 'k' })
  await expect(call('GET /me', {})).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
    message: 'Slow down.',
    retry_after: 2,
  })
})
