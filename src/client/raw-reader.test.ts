import { afterEach, expect, test } from 'vitest'

import { ApiError } from './api-error.ts'
import { readRaw } from './raw-reader.ts'
import { errorBody, type RequestHandler, respondJson, startStubServer } from './test-stub-server.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function serve(handle: RequestHandler) {
  const service = await startStubServer(handle)
  stops.push(service.stop)
  return service
}

const { signal } = new AbortController()

test('a read returns status and text as they came', async () => {
  const text = '{"servers": [1.0], "id": 12345678901234567890}'
  const service = await serve((_, response) => response.writeHead(203).end(text))
  const result = await readRaw({ base_url: service.base_url, key: 'k', signal }, '/x?y=%20')
  expect(result).toEqual({
    status: 203,
    text,
    bytes: text.length,
    isCut: false,
    error: undefined,
  })
  const [request] = service.requests
  expect(request?.line).toBe('GET /x?y=%20')
  expect(request?.headers.authorization).toBe('Bearer k')
  expect(request?.headers).not.toHaveProperty('x-request-id')
})

test('an error response has its code and its body', async () => {
  const service = await serve((_, response) => respondJson(response, 404, errorBody('not_found')))
  const result = await readRaw({ base_url: service.base_url, key: 'k', signal }, '/x')
  expect(result).toMatchObject({ status: 404, error: { code: 'not_found', status: 404 } })
  expect(JSON.parse(result.text)).toMatchObject({ error: { code: 'not_found' } })
})

test('an error without an envelope gets the code of its status', async () => {
  const service = await serve((_, response) => response.writeHead(502).end('<html>'))
  const { error, text } = await readRaw({ base_url: service.base_url, key: 'k', signal }, '/x')
  expect(error).toMatchObject({ code: 'internal_error', status: 502 })
  expect(text).toBe('<html>')
})

test('at most 4 MiB of a body are read', async () => {
  const service = await serve((_, response) => {
    response.writeHead(200)
    const part = Buffer.alloc(1024 * 1024, 'a')
    const write = () => {
      while (response.write(part)); // until the client takes no more
      response.once('drain', write)
    }
    write()
  })
  const result = await readRaw({ base_url: service.base_url, key: 'k', signal }, '/x')
  expect(result.isCut).toBe(true)
  expect(result.text.length).toBeLessThan(6 * 1024 * 1024)
})

test('without a response the read rejects as a call does', async () => {
  const service = await serve((_, response) => void response.destroy())
  const options = { base_url: service.base_url, key: 'k', signal }
  const failure = await readRaw(options, '/x').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ code: 'unreachable', status: 0 })
})

test('a read ends with its deadline and with its signal', async () => {
  const service = await serve(() => undefined)
  const options = { base_url: service.base_url, key: 'k' }
  await expect(readRaw({ ...options, signal, timeout: 1 }, '/x')).rejects.toThrow('No response')
  const own = new AbortController()
  const reading = readRaw({ ...options, signal: own.signal }, '/x')
  own.abort()
  await expect(reading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
})

test('a redirect is reported and not followed', async () => {
  const other = await serve((_, response) => response.end('{}'))
  const service = await serve((_, response) =>
    response.writeHead(302, { location: other.base_url }).end(),
  )
  const reading = readRaw({ base_url: service.base_url, key: 'k', signal }, '/x')
  await expect(reading).rejects.toMatchObject({ code: 'redirected', status: 0 })
  expect(other.requests).toEqual([])
})

test.each([304, 418, 599])('status %i is read as it came', async (status) => {
  const service = await serve((_, response) => response.writeHead(status).end())
  const result = await readRaw({ base_url: service.base_url, key: 'k', signal }, '/x')
  expect(result.status).toBe(status)
  expect(result.error === undefined).toBe(status === 304)
})
