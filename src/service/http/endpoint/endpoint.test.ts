import { expect, test } from 'vitest'

import { type TestWorkspace, perFile, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile({ CORS_ORIGINS: 'https://friend.example' })
const owner = perFile(() => service.workspace())
const board = perFile(() => owner.create('POST /boards', { name: 'Edge', lists: [{ name: 'A' }] }))

const make = (asking: Parameters<TestWorkspace['request']>[1]) =>
  owner.request('POST /boards', asking)
const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
]

test('T3 a malformed body is 400, an invalid one 422, both validation_error', async () => {
  expect(codeOf(await make({ raw: '{"name":' }))).toEqual([400, 'validation_error'])
  expect(codeOf(await make({ body: { name: 5 } }))).toEqual([422, 'validation_error'])
  expect(codeOf(await make({ raw: Buffer.from([0x7b, 0xff, 0x7d]) }))).toEqual([
    400,
    'validation_error',
  ])
  expect(codeOf(await owner.request('GET /boards/%E0%A4'))).toEqual([400, 'validation_error'])
  expect(codeOf(await owner.request(`GET /boards?x=${'a'.repeat(9000)}`))).toEqual([
    400,
    'validation_error',
  ])
})

test('a JSON body that is not an object is rejected', async () => {
  for (const raw of ['[]', '"text"', '5', 'true', 'null'])
    expect(codeOf(await make({ raw }))).toEqual([422, 'validation_error'])
})

test('a deeply nested body is 422, one over 1 MiB is 413', async () => {
  expect(codeOf(await make({ raw: '['.repeat(100_000) }))).toEqual([422, 'validation_error'])
  expect(codeOf(await make({ raw: `{"name":${'{"a":'.repeat(33)}1${'}'.repeat(33)}}` }))).toEqual([
    422,
    'validation_error',
  ])
  expect(codeOf(await make({ raw: JSON.stringify({ name: 'a'.repeat(1_100_000) }) }))).toEqual([
    413,
    'payload_too_large',
  ])
})

test('braces inside JSON strings do not count as depth', async () => {
  expect((await make({ body: { name: '{[{['.repeat(20) } })).status).toBe(201)
})

test('an object with more than 1,000 keys is rejected', async () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, 1]))
  expect(codeOf(await make({ body: many }))).toEqual([422, 'validation_error'])
})

test('a body without JSON content type is 415', async () => {
  expect(codeOf(await make({ raw: 'name=A', headers: { 'Content-Type': 'text/plain' } }))).toEqual([
    415,
    'unsupported_media_type',
  ])
})

test('a compressed body is 415', async () => {
  const send = (encoding: string) =>
    make({ body: { name: 'Packed' }, headers: { 'Content-Encoding': encoding } })
  const response = await send('gzip')
  expect(codeOf(response)).toEqual([415, 'unsupported_media_type'])
  expect(response.headers.get('accept-encoding')).toBe('identity')
  expect((await send('Identity')).status).toBe(201)
})

test('T14 an unknown field is ignored, a PATCH of only unknown ones rejected', async () => {
  expect(
    (await owner.request(`PATCH /boards/${board.id}`, { body: { complete: true } })).status,
  ).toBe(422)
  expect(
    (await owner.request(`PATCH /boards/${board.id}`, { body: { name: 'Edge', x: 1 } })).status,
  ).toBe(200)
  expect((await owner.request(`PATCH /boards/${board.id}`, { body: {} })).status).toBe(200)
})

test('T13 a boolean query parameter is exactly true or false', async () => {
  for (const value of ['1', 'TRUE', 'yes', ''])
    expect((await owner.request(`GET /boards?archived=${value}`)).status).toBe(422)
  expect((await owner.request('GET /boards?archived=false')).status).toBe(200)
})

test('a repeated query parameter is rejected', async () => {
  expect((await owner.request('GET /boards?archived=true&archived=true')).status).toBe(422)
})

test('texts are stored in NFC, trimmed and with LF line breaks', async () => {
  const { body } = await make({ body: { name: '  Cafe\u0301 \u200b', description: 'a\r\nb\rc' } })
  expect({ name: body.name, description: body.description }).toEqual({
    name: 'Caf\u00e9 \u200b',
    description: 'a\nb\nc',
  })
})

test('a name needs a character that is seen', async () => {
  for (const name of ['\u200b', '\u2060\u00ad', '\u0085', '\u2800', '\u202e\u202c', '\u3164']) {
    const { status, body } = await make({ body: { name } })
    expect([name, status, body.error?.details[0].field]).toEqual([name, 422, '/name'])
  }
  for (const name of ['a\u200b', '\u06dd', '🌿', '.', '👩\u200d🌾'])
    expect([name, (await make({ body: { name } })).status]).toEqual([name, 201])
})

test('ids and references with control characters are rejected', async () => {
  const card = { list_id: board.lists[0]?.id, name: 'A' }
  for (const body of [
    { ...card, list_id: 'a\u0000' },
    { ...card, label_ids: ['\u0000'] },
    { ...card, members: [{ id: '\u0000' }] },
    { ...card, external_ref: '\u0000' },
  ])
    expect((await owner.request(`POST /boards/${board.id}/cards`, { body })).status).toBe(422)
  for (const query of [
    'list_id=%00',
    'member_id=a,%00',
    'search=%00',
    'external_ref=%00',
    'starting_after=%00',
  ])
    expect((await owner.request(`GET /boards/${board.id}/cards?${query}`)).status).toBe(422)
})

test('control characters and lone surrogates are rejected, emoji count as one', async () => {
  for (const name of ['a\u0000b', 'a\u0007b', 'a\ud800b', 'a\nb', ' ', ''])
    expect((await make({ raw: JSON.stringify({ name }) })).status).toBe(422)
  expect((await make({ body: { name: '\u{1F33F}'.repeat(255) } })).status).toBe(201)
  expect((await make({ body: { name: '\u{1F33F}'.repeat(256) } })).status).toBe(422)
})

test('the X-Request-Id of a caller is echoed when it is safe', async () => {
  const id = async (value: string) =>
    (await owner.request('GET /boards', { headers: { 'X-Request-Id': value } })).headers.get(
      'x-request-id',
    )
  expect(await id('abc-1.2_3')).toBe('abc-1.2_3')
  expect(await id('a b')).toMatch(/^req_/)
  expect(await id('a'.repeat(65))).toMatch(/^req_/)
})

test('a conditional read returns 304 until the resource changes', async () => {
  const path = `GET /boards/${board.id}`
  const etag = (await owner.request(path)).headers.get('etag') ?? ''
  expect((await owner.request(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  expect(
    (await owner.request(path, { headers: { 'If-None-Match': `W/${etag}, "other"` } })).status,
  ).toBe(304)
  await owner.request(`PATCH /boards/${board.id}`, { body: { description: String(Math.random()) } })
  expect((await owner.request(path, { headers: { 'If-None-Match': etag } })).status).toBe(200)
})

test('T99 the ETags of two filters differ', async () => {
  const open = (await owner.request('GET /boards')).headers.get('etag')
  const archived = (await owner.request('GET /boards?archived=true')).headers.get('etag')
  expect(open).toMatch(/^W\//)
  expect(open).not.toBe(archived)
})

test('If-Match with an older version is 412 and changes nothing', async () => {
  const created = (await make({ body: { name: 'Guarded' } })).body
  const path = `/boards/${created.id}`
  const patchIfMatch = (name: string, version: string) =>
    owner.request(`PATCH ${path}`, { body: { name }, headers: { 'If-Match': version } })
  expect((await patchIfMatch('Second', `"${created.version}"`)).status).toBe(200)
  const response = await patchIfMatch('Third', `"${created.version}"`)
  expect(codeOf(response)).toEqual([412, 'precondition_failed'])
  expect(response.body.error.details[0]).toMatchObject({
    field: 'If-Match',
    code: 'etag_mismatch',
    current_etag: '"2"',
  })
  expect((await owner.request(`GET ${path}`)).body.name).toBe('Second')
})

test('If-Match accepts the whole ETag, also a weak one', async () => {
  const created = await make({ body: { name: 'Whole' } })
  const etag = created.headers.get('etag') ?? ''
  const change = (name: string, value: string) =>
    owner.request(`PATCH /boards/${created.body.id}`, {
      body: { name },
      headers: { 'If-Match': value },
    })
  expect((await change('Two', `W/${etag}`)).status).toBe(200)
  expect((await change('Three', etag)).status).toBe(412)
})

test('T16 a repeated idempotency key replays the first response', async () => {
  const headers = { 'Idempotency-Key': 'once-1' }
  const first = await make({ body: { name: 'Once' }, headers })
  const repeated = await make({ body: { name: 'Once' }, headers })
  expect([first.status, repeated.status, repeated.text]).toEqual([201, 201, first.text])
  expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  expect(repeated.headers.get('location')).toBe(first.headers.get('location'))
  expect(codeOf(await make({ body: { name: 'Other' }, headers }))).toEqual([
    422,
    'idempotency_mismatch',
  ])
})

test('T100 a repeated PATCH with If-Match replays 200, a repeated DELETE 204', async () => {
  const created = (await make({ body: { name: 'Replayed' } })).body
  const patch = () =>
    owner.request(`PATCH /boards/${created.id}`, {
      body: { archived: true },
      headers: { 'If-Match': '"1"', 'Idempotency-Key': 'p-1' },
    })
  expect([(await patch()).status, (await patch()).status]).toEqual([200, 200])
  const remove = () =>
    owner.request(`DELETE /boards/${created.id}`, { headers: { 'Idempotency-Key': 'd-1' } })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
})

test('twenty concurrent requests with one idempotency key create one board', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      make({ body: { name: 'Race' }, headers: { 'Idempotency-Key': 'race-1' } }),
    ),
  )
  const created = new Set(
    responses.filter(({ status }) => status === 201).map(({ body }) => body.id),
  )
  expect(created.size).toBe(1)
  expect(
    responses.map(({ status }) => status).filter((status) => status !== 201 && status !== 409),
  ).toEqual([])
})

test('a refusal is replayed, and idempotency keys are separate per API key', async () => {
  const headers = { 'Idempotency-Key': 'refused-1' }
  const refused = await make({ body: { name: '' }, headers })
  expect((await make({ body: { name: '' }, headers })).text).toBe(refused.text)
  const other = await service.workspace()
  expect((await other.request('POST /boards', { body: { name: 'Mine' }, headers })).status).toBe(
    201,
  )
})

test('an idempotency key with invalid characters is rejected', async () => {
  for (const value of ['a b', 'a'.repeat(256)])
    expect(
      (await make({ body: { name: 'X' }, headers: { 'Idempotency-Key': value } })).status,
    ).toBe(422)
})

test('T98 a CORS preflight needs no key and allows configured origins only', async () => {
  const preflight = (origin: string) =>
    owner.request('OPTIONS /boards', {
      key: null,
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
    })
  const friend = await preflight('https://friend.example')
  expect([friend.status, friend.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'https://friend.example',
  ])
  expect(friend.headers.get('access-control-allow-credentials')).toBeNull()
  const stranger = await preflight('https://stranger.example')
  expect([stranger.status, stranger.headers.get('access-control-allow-origin')]).toEqual([
    204,
    null,
  ])
})

test('an API key in a cookie or in the URL is ignored', async () => {
  expect(
    (
      await owner.request('GET /boards', {
        key: null,
        headers: { Cookie: `Authorization=Bearer ${owner.key}` },
      })
    ).status,
  ).toBe(401)
  expect((await owner.request(`GET /boards?access_token=${owner.key}`, { key: null })).status).toBe(
    401,
  )
})

test('the Bearer scheme is case-insensitive', async () => {
  const { status } = await owner.request('GET /boards', {
    key: null,
    headers: { Authorization: `bEARER ${owner.key}` },
  })
  expect(status).toBe(200)
})

test('every API response has security headers and private caching', async () => {
  for (const line of ['GET /boards', 'GET /nothing', 'PUT /boards']) {
    const { headers } = await owner.request(line)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toContain('Authorization')
  }
})

test('T5 two hundred bad requests return error envelopes without stack traces', async () => {
  const paths = [
    '/boards',
    '/boards/x',
    '/cards/x',
    '/cards/x/move',
    '/nothing',
    '/api-keys',
    '/boards/%2e%2e',
    `/boards/${board.id}/cards`,
  ]
  const raws = [
    '',
    '{',
    '[[',
    '{"name":null}',
    '{"list_id":{}}',
    '{"__proto__":{"x":1}}',
    '\u0000',
    '{"name":"\\ud800"}',
  ]
  const methods = ['POST', 'PATCH', 'PUT', 'DELETE']
  const all = methods.flatMap((method) =>
    paths.flatMap((path) => raws.map((raw) => ({ line: `${method} ${path}`, raw }))),
  )
  for (const { line, raw } of all) {
    const { status, body, text } = await owner.request(line, raw === '' ? {} : { raw })
    expect({ line, raw, ok: status >= 400 && status < 500 }).toEqual({ line, raw, ok: true })
    expect(typeof body.error.code).toBe('string')
    expect(text).not.toMatch(/node_modules|at \w+ \(/)
  }
})
