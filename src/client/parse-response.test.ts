import { expect, test } from 'vitest'

import { ApiError } from './api-error.ts'
import { nameOf, parseResponse } from './parse-response.ts'

const parse = (status: number, body: string | null, headers?: Record<string, string>) =>
  parseResponse(new Response(body, headers ? { status, headers } : { status }), false)

const errorOf = async (status: number, body: string | null, headers?: Record<string, string>) => {
  const error = await parse(status, body, headers).catch((reason: unknown) => reason)
  if (error instanceof ApiError) return error
  throw new Error('The response was parsed as data.')
}

test.each([
  ['an HTML page', 200, '<!doctype html><title>Proxy</title>', 'an HTML page'],
  ['an empty body', 200, '', 'an empty body'],
  ['white space', 200, ' \n ', 'an empty body'],
  ['truncated JSON', 200, '{"data":[{"id":"1"},{"i', 'invalid data'],
  ['plain text', 200, 'OK', 'invalid data'],
  ['null', 200, 'null', 'invalid data'],
  ['a number', 200, '42', 'invalid data'],
  ['a string', 200, '"done"', 'invalid data'],
])('%s as a response is an internal error', async (_shape, status, body, content) => {
  const error = await errorOf(status, body, { 'x-request-id': 'r1' })
  expect(error).toMatchObject({ code: 'internal_error', request_id: 'r1' })
  expect(error.message).toContain(content)
})

test.each([
  ['an HTML page', 502, '<html>Bad gateway</html>', 'internal_error'],
  ['an empty body', 500, '', 'internal_error'],
  ['a truncated envelope', 503, '{"error":{"co', 'service_unavailable'],
  ['an error that is a string', 404, '{"error":"gone"}', 'not_found'],
  ['an error without a code', 409, '{"error":{"message":"busy"}}', 'conflict'],
  ['a code that is a number', 429, '{"error":{"code":7}}', 'rate_limited'],
  ['no error at all', 401, '{"ok":false}', 'unauthenticated'],
  ['a list', 403, '[]', 'insufficient_scope'],
  ['an unknown status', 418, '', 'validation_error'],
  ['a malformed request', 400, '', 'validation_error'],
])('%s with status %i gets the code %s', async (_shape, status, body, code) => {
  const error = await errorOf(status, body)
  expect(error).toMatchObject({ status, code })
  expect(error.message).not.toBe('')
})

test('every field of the error envelope is kept, including an unknown code', async () => {
  const details = [{ field: '/name', code: 'too_long', message: 'is too long', max: 512 }, 'odd']
  const body = { error: { code: 'on_fire', message: 'Hot.', details, request_id: 'r2' } }
  const error = await errorOf(507, JSON.stringify(body), { 'retry-after': '7' })
  expect(error).toMatchObject({
    code: 'on_fire',
    message: 'Hot.',
    details: [details[0]],
    request_id: 'r2',
    retry_after: 7,
    isTransient: true,
  })
})

test('an empty response is no error where no body is expected', async () => {
  await expect(parse(204, null)).resolves.toBeUndefined()
  await expect(parseResponse(new Response(''), true)).resolves.toBeUndefined()
})

test('items are found in data, in another field, or as a bare array', async () => {
  const page = { data: [{ id: '1' }], paging: { next: null } }
  await expect(parse(200, '{"data":[{"id":"1"}]}')).resolves.toEqual(page)
  await expect(parse(200, '[{"id":"1"}]')).resolves.toEqual(page)
  await expect(parse(200, '{"items":[{"id":"1"}],"paging":{"next":"c"}}')).resolves.toMatchObject({
    data: [{ id: '1' }],
    paging: { next: 'c' },
  })
})

test('an object that contains an array is returned unchanged', async () => {
  const board = { lists: [], id: 'b', name: 'Board' }
  await expect(parse(200, JSON.stringify(board))).resolves.toEqual(board)
})

test.each([
  ['open', 'open'],
  [{ name: 'Open', id: '1' }, 'Open'],
  [null, ''],
  [7, ''],
])('the name of %j is "%s"', (value, name) => {
  expect(nameOf(value)).toBe(name)
})
