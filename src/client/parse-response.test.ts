import { expect, test } from 'vitest'

import { ApiError } from './api-error.ts'
import { nameOf, parseResponse } from './parse-response.ts'

const answer = (status: number, body: string | null, headers?: Record<string, string>) =>
  parseResponse(new Response(body, headers ? { status, headers } : { status }), false)

const refused = async (status: number, body: string | null, headers?: Record<string, string>) => {
  const error = await answer(status, body, headers).catch((thrown: unknown) => thrown)
  if (error instanceof ApiError) return error
  throw new Error('The answer was taken for data.')
}

test.each([
  ['a web page in place of data', 200, '<!doctype html><title>Proxy</title>', 'a web page'],
  ['an empty body', 200, '', 'nothing'],
  ['white space', 200, ' \n ', 'nothing'],
  ['data cut off in the middle', 200, '{"data":[{"id":"1"},{"i', 'unreadable data'],
  ['bare text', 200, 'OK', 'unreadable data'],
  ['the word null', 200, 'null', 'unreadable data'],
  ['a number', 200, '42', 'unreadable data'],
  ['a quoted text', 200, '"done"', 'unreadable data'],
])('%s is an internal error of the service', async (_shape, status, body, said) => {
  const error = await refused(status, body, { 'x-request-id': 'r1' })
  expect(error).toMatchObject({ code: 'internal_error', request_id: 'r1' })
  expect(error.message).toContain(said)
})

test.each([
  ['a web page', 502, '<html>Bad gateway</html>', 'internal_error'],
  ['an empty body', 500, '', 'internal_error'],
  ['a cut-off envelope', 503, '{"error":{"co', 'service_unavailable'],
  ['an error that is a text', 404, '{"error":"gone"}', 'not_found'],
  ['an error without a code', 409, '{"error":{"message":"busy"}}', 'conflict'],
  ['a code that is a number', 429, '{"error":{"code":7}}', 'rate_limited'],
  ['no error at all', 401, '{"ok":false}', 'unauthenticated'],
  ['a list', 403, '[]', 'insufficient_scope'],
  ['a status nobody knows', 418, '', 'validation_error'],
  ['a request that cannot be read', 400, '', 'validation_error'],
])('%s with status %i reads as %s', async (_shape, status, body, code) => {
  const error = await refused(status, body)
  expect(error).toMatchObject({ status, code })
  expect(error.message).not.toBe('')
})

test('the envelope is read whole, and a code nobody knows is kept', async () => {
  const details = [{ field: '/name', code: 'too_long', message: 'is too long', max: 512 }, 'odd']
  const body = { error: { code: 'on_fire', message: 'Hot.', details, request_id: 'r2' } }
  const error = await refused(507, JSON.stringify(body), { 'retry-after': '7' })
  expect(error).toMatchObject({
    code: 'on_fire',
    message: 'Hot.',
    details: [details[0]],
    request_id: 'r2',
    retry_after: 7,
    isTransient: true,
  })
})

test('an answer without content is no error', async () => {
  await expect(answer(204, null)).resolves.toBeUndefined()
  await expect(parseResponse(new Response(''), true)).resolves.toBeUndefined()
})

test('a collection is found under data, under another name, or bare', async () => {
  const page = { data: [{ id: '1' }], paging: { next: null } }
  await expect(answer(200, '{"data":[{"id":"1"}]}')).resolves.toEqual(page)
  await expect(answer(200, '[{"id":"1"}]')).resolves.toEqual(page)
  await expect(answer(200, '{"items":[{"id":"1"}],"paging":{"next":"c"}}')).resolves.toMatchObject({
    data: [{ id: '1' }],
    paging: { next: 'c' },
  })
})

test('a thing that holds lists stays as it came', async () => {
  const board = { lists: [], id: 'b', name: 'Board' }
  await expect(answer(200, JSON.stringify(board))).resolves.toEqual(board)
})

test.each([
  ['open', 'open'],
  [{ name: 'Open', id: '1' }, 'Open'],
  [null, ''],
  [7, ''],
])('the name of %j is "%s"', (value, name) => {
  expect(nameOf(value)).toBe(name)
})
