import { expect, test } from 'vitest'

import { createApiClient } from './api-client.ts'
import { parseBaseUrl } from './base-url.ts'

test.each([
  ['https://example.com/v1', 'https://example.com/v1'],
  ['https://example.com/v1/', 'https://example.com/v1'],
  ['  https://example.com/tools/v1//  ', 'https://example.com/tools/v1'],
  ['HTTPS://Example.com:443/v1', 'https://example.com/v1'],
  ['http://localhost:4400/v1', 'http://localhost:4400/v1'],
])('T20 %s is kept as %s', (typed, base_url) => {
  expect(parseBaseUrl(typed)).toMatchObject({ ok: true, base_url })
})

test.each([
  ['  ', 'Type the address'],
  ['example.com/v1', 'starts with https://'],
  ['ftp://example.com/v1', 'starts with https://'],
  ['https://example.com', 'ends in /v1'],
  ['https://example.com/v2', 'this one ends in /v2'],
  ['https://example.com/v1/lists', 'ends in /v1'],
  ['https://example.com/apiv1', 'ends in /v1'],
  ['https://example.com/v1?key=1', 'without anything after'],
  ['https://user:secret@example.com/v1', 'no name or password'],
  ['mailto:someone@example.com/v1', 'starts with https://'],
])('T20 %s is refused with a sentence and not guessed at', (typed, part) => {
  const read = parseBaseUrl(typed)
  expect(read).toMatchObject({ ok: false })
  expect(read.ok ? '' : read.message).toContain(part)
})

test('an address of the own server is read against its origin, a foreign one is not', () => {
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
])('%s is plain on a foreign host: %s', (typed, plain) => {
  expect(parseBaseUrl(typed)).toMatchObject({ plain })
})

test('no client is made for an address that is not one', () => {
  expect(() => createApiClient({ base_url: 'https://example.com', key: 'k' })).toThrow(
    'ends in /v1',
  )
})
