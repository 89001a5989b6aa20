import { beforeAll, expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { parseRequestLine } from '#contract/request-line.ts'
import { generateKey } from '#service/developers/key-format.rules.ts'
import { createOneOfEach, withIdsOf } from '#service/http/test-resources.ts'
import { type TestResponse, perFile, servicePerFile } from '#service/http/test-service.ts'

let readKey: string
let writeKey: string
const wrongHeaders = new Map<string, string>()

const service = servicePerFile()
const owner = perFile(() => service.workspace())
const resources = perFile(() => createOneOfEach(owner.request))
beforeAll(async () => {
  const make = (scope: string) => owner.create('POST /api-keys', { name: scope, scope })
  readKey = (await make('read')).key
  writeKey = (await make('write')).key
  const [revoked, expired] = [await make('write'), await make('write')]
  await owner.request(`DELETE /api-keys/${revoked.id}`)
  await service.database.pool
    .updateTable('api_keys')
    .set({ expires_at: new Date(0) })
    .where('id', '=', expired.id)
    .execute()
  for (const [what, header] of Object.entries({
    'only a scheme': 'Bearer',
    'an empty key': 'Bearer ',
    'another scheme': `Basic ${Buffer.from(`${owner.key}:`).toString('base64')}`,
    'no scheme': owner.key,
    'a prefix': 'Bearer wsk_w_',
    'the right form with a wrong checksum': `Bearer wsk_w_${'a'.repeat(38)}`,
    'the right form of a key that never was': `Bearer ${generateKey('write')}`,
    'a revoked key': `Bearer ${revoked.key}`,
    'an expired key': `Bearer ${expired.key}`,
    'a key cut short': `Bearer ${owner.key.slice(0, -1)}`,
    'a key with more behind it': `Bearer ${owner.key}x`,
    'a key in upper case': `Bearer ${owner.key.toUpperCase()}`,
    'two keys': `Bearer ${owner.key}, Bearer ${owner.key}`,
    'a word': 'Bearer null',
    SQL: "Bearer ' or 1=1 --",
    'a path': 'Bearer ../..',
    'other letters': 'Bearer %C3%A9%C3%A9',
    'a long text': `Bearer ${'a'.repeat(4000)}`,
  }))
    wrongHeaders.set(what, header)
})

const names = rows.map(([name]) => name)
const reads = names.filter((name) => name.startsWith('GET'))
const writes = rows.filter(([, row]) => row.scope !== 'read').map(([name]) => name)
const adminOnly = rows.filter(([, row]) => row.scope === 'admin').map(([name]) => name)
/** A body that is wrong, where the method takes one. */
const wrongBody = (name: string) => (parseRequestLine(name).sendsBody ? { raw: '{"name":' } : {})
/** The address once with ids of things that are there, and once with ids of things that are not. */
const thereAndNot = (name: string) => [
  withIdsOf(resources, name),
  name.replace(/:(\w+)/g, 'xyz_00000000000000000000000000'),
]
/** All of an answer but the number of its request. */
const withoutRequestId = ({ status, text, headers }: TestResponse) => ({
  status,
  text: text.replace(/req_[\w-]+/, ''),
  challenge: headers.get('www-authenticate'),
})

test.each(names)('G4 %s rejects a request without an API key', async (name) => {
  for (const line of thereAndNot(name)) {
    const { status, body, headers } = await owner.request(line, { key: null, ...wrongBody(name) })
    expect({ status, code: body.error.code }).toEqual({ status: 401, code: 'unauthenticated' })
    expect(headers.get('www-authenticate')).toBe('Bearer realm="workspace"')
  }
})

test.each(names)('G4 %s rejects every invalid key with the same response', async (name) => {
  const responses = new Set<string>()
  for (const line of thereAndNot(name))
    for (const [what, header] of wrongHeaders) {
      const headers = { Authorization: header }
      const response = await owner.request(line, { key: null, headers, ...wrongBody(name) })
      expect({ what, line, status: response.status }).toEqual({ what, line, status: 401 })
      responses.add(JSON.stringify(withoutRequestId(response)))
    }
  expect(responses.size).toBe(1)
  expect([...responses][0]).toContain('invalid_token')
})

test.each(writes)('T2 %s rejects a read key before looking up the resource', async (name) => {
  const responses = await Promise.all(
    thereAndNot(name).map((line) => owner.request(line, { key: readKey, ...wrongBody(name) })),
  )
  expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual([
    [403, 'insufficient_scope'],
    [403, 'insufficient_scope'],
  ])
  expect(withoutRequestId(responses[0] as TestResponse)).toEqual(
    withoutRequestId(responses[1] as TestResponse),
  )
  expect(responses[0]?.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
})

test.each(adminOnly)('G4 %s rejects a write key without the admin flag', async (name) => {
  for (const line of thereAndNot(name)) {
    const { status, body } = await owner.request(line, { key: writeKey, ...wrongBody(name) })
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'insufficient_scope' })
  }
})

test.each(reads.filter((name) => !adminOnly.includes(name)))(
  'T1 %s accepts a read key and a write key',
  async (name) => {
    const line = withIdsOf(resources, name)
    expect((await owner.request(line, { key: readKey })).status).toBe(200)
    expect((await owner.request(line, { key: writeKey })).status).toBe(200)
  },
)

test('rejected requests change nothing', async () => {
  for (const name of reads.filter((read) => /:\w+$/.test(read)))
    expect({ name, status: (await owner.request(withIdsOf(resources, name))).status }).toEqual({
      name,
      status: 200,
    })
})
