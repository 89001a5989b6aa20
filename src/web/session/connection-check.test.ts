import { expect, onTestFinished, test } from 'vitest'

import { startStubServer, respondJson, errorBody } from '#client/test-stub-server.ts'
import type { RequestHandler } from '#client/test-stub-server.ts'
import { checkConnection, normalizeKey } from './connection-check.ts'

async function check(answer: RequestHandler, key = 'wsk_w_secret') {
  const service = await startStubServer(answer)
  onTestFinished(service.stop)
  const { base_url } = service
  return { result: await checkConnection({ base_url, key }), service, base_url }
}

test('a valid key is accepted with the details of GET /me', async () => {
  const workspace = { id: 'wsp_1', name: 'Own' }
  const me = { key: { scope: 'read', name: 'Screen' }, workspace, capabilities: [] }
  const { result, base_url, service } = await check((_, response) => respondJson(response, 200, me))
  expect(result).toMatchObject({ outcome: 'accepted', base_url, scope: 'read', me })
  expect(service.requestLines()).toEqual(['GET /me'])
})

test('without GET /me one read checks the key, scope unknown', async () => {
  const { result, service } = await check(({ line }, response) =>
    line === 'GET /me'
      ? respondJson(response, 404, errorBody('not_found'))
      : respondJson(response, 200, { data: [], paging: { next: null } }),
  )
  expect(result).toMatchObject({ outcome: 'accepted', scope: 'unknown', me: undefined })
  expect(service.requestLines()).toEqual(['GET /me', 'GET /feedback/statuses'])
})

test.each([
  ['unauthenticated', 401, 'wrong_key'],
  ['insufficient_scope', 403, 'cannot_read'],
  ['internal_error', 500, 'unexpected'],
])('there %s means %s %s', async (code, status, outcome) => {
  const { result } = await check(({ line }, response) =>
    line === 'GET /me'
      ? respondJson(response, 404, errorBody('not_found'))
      : respondJson(response, status, errorBody(code)),
  )
  expect(result).toMatchObject({ outcome, error: { code } })
})

test('an invalid key ends the check without another request', async () => {
  const { result, service } = await check((_, response) =>
    respondJson(response, 401, errorBody('unauthenticated')),
  )
  expect(result).toMatchObject({ outcome: 'wrong_key' })
  expect(service.requests).toHaveLength(1)
})

test('a key with invalid characters is rejected without a request', async () => {
  const { result, service } = await check((_, response) => respondJson(response, 200, {}), 'ключ')
  expect(result).toMatchObject({ outcome: 'wrong_key' })
  expect(service.requests).toEqual([])
})

test.each([
  ['a web page', '<html></html>'],
  ['something else', '{"hello":"world"}'],
])('%s at the address is not what was expected', async (_, body) => {
  const { result } = await check((_seen, response) => response.end(body))
  expect(result).toMatchObject({ outcome: 'unexpected' })
})

test('a failed connection is unreachable, on another origin perhaps by CORS', async () => {
  const service = await startStubServer(() => undefined)
  await service.stop()
  const typed = { base_url: service.base_url, key: 'k' }
  const foreign = await checkConnection(typed, { origin: 'https://dashboard.example' })
  expect(foreign).toMatchObject({ outcome: 'unreachable', cross_origin: true })
  const own = await checkConnection(typed, { origin: new URL(service.base_url).origin })
  expect(own).toMatchObject({ outcome: 'unreachable', cross_origin: false })
})

test('an invalid API URL is rejected without a request', async () => {
  const result = await checkConnection({ base_url: 'https://example.com', key: 'k' })
  expect(result).toMatchObject({ outcome: 'bad_address' })
})

test('an aborted check has no outcome', async () => {
  const service = await startStubServer(() => undefined)
  onTestFinished(service.stop)
  const abort = new AbortController()
  const checking = checkConnection(
    { base_url: service.base_url, key: 'k' },
    { signal: abort.signal },
  )
  abort.abort()
  await expect(checking).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([' key ', '"key"', "'key'\n", '`key`', 'ke\ny', '\ufeffkey'])(
  'a key pasted as %j is cleaned',
  (typed) => {
    expect(normalizeKey(typed)).toBe('key')
  },
)
