import { expect, test } from 'vitest'

import { createApiClient } from './api-client.ts'
import { parseBaseUrl } from './base-url.ts'

test.each([
  ['https://example.com/v1', 'https://example.com/v1'],
  ['https://example.com/v1/', 'https://example.com/v1'],
  ['  https://example.com/tools/v1//  ', 'https://example.com/tools/v1'],
  ['HTTPS://Example.com:443/v1', 'https://example.com/v1'],
  ['http://localhost:4400/v1', 'http://localhost:4400/v1'],
])('T20 the API URL %s is normalized to %s', (input, base_url) => {
  expect(parseBaseUrl(input)).toMatchObject({ ok: true, base_url })
})

test.each([
  ['  ', 'Enter the API URL'],
  ['example.com/v1', 'must start with https://'],
  ['ftp://example.com/v1', 'must start with https://'],
  ['https://example.com', 'must end in /v1'],
  ['https://example.com/v2', 'not in /v2'],
  ['https://example.com/v1/lists', 'must end in /v1'],
  ['https://example.com/apiv1', 'must end in /v1'],
  ['https://example.com/v1?key=1', 'without ? or #'],
  ['https://user:secret@example.com/v1', 'name or password'],
  ['mailto:someone@example.com/v1', 'must start with https://'],
])('T20 the API URL %s is rejected with a message', (input, part) => {
  const result = parseBaseUrl(input)
  expect(result).toMatchObject({ ok: false })
  expect(result.ok ? '' : result.message).toContain(part)
})

test('a path is resolved against the origin, another host is rejected', () => {
  expect(parseBaseUrl('/v1', 'https://own.example')).toMatchObject({
    base_url: 'https://own.example/v1',
  })
  expect(parseBaseUrl('//evil.example/v1', 'https://own.example')).toMatchObject({ ok: false })
})

test.each([
  ['http://example.com/v1', true],
  ['http://10.0.0.7/v1', true],
  ['http://127.0.0.1:4400/v1', false],
  ['http://[::1]:4400/v1', false],
  ['https://example.com/v1', false],
])('%s is insecure on another machine: %s', (input, isInsecure) => {
  expect(parseBaseUrl(input)).toMatchObject({ isInsecure })
})

test('createApiClient throws for an invalid API URL', () => {
  expect(() => createApiClient({ base_url: 'https://example.com', key: 'k' })).toThrow(
    'must end in /v1',
  )
})
