import { expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { createOneOfEach, withIdsOf } from '#service/http/test-resources.ts'
import { servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { isWellFormed } from './key-format.rules.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const make = async (body: object) => owner.request('POST /api-keys', { body })

test('a key has its scope in its prefix and a checksum at its end', async () => {
  const { key, prefix, last4 } = (await make({ name: 'Reader', scope: 'read' })).body
  expect([prefix, key.slice(0, 6), key.slice(-4)]).toEqual(['wsk_r_', 'wsk_r_', last4])
  expect(isWellFormed(key)).toBe(true)
  expect(isWellFormed(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toBe(false)
})

test('T102 an API key is returned once and stored nowhere in plain text', async () => {
  const headers = { 'Idempotency-Key': 'k-1' }
  const { key } = (
    await owner.request('POST /api-keys', { body: { name: 'Once', scope: 'write' }, headers })
  ).body
  expect((await owner.request('GET /api-keys')).text).not.toContain(key)
  const tables = ['api_keys', 'events', 'idempotency_keys'] as const
  for (const table of tables)
    expect(
      JSON.stringify(await service.database.pool.selectFrom(table).selectAll().execute()),
    ).not.toContain(key)
})

test('T102 no read returns the value of an API key', async () => {
  const resources = await createOneOfEach(owner.request)
  const { key } = (await make({ name: 'Once', scope: 'write', admin: true })).body
  const reads = rows.map(([name]) => name).filter((name) => name.startsWith('GET'))
  const responses = await Promise.all(
    reads.map((name) => owner.request(withIdsOf(resources, name), { key })),
  )
  expect(responses.filter(({ status }) => status >= 400)).toEqual([])
  for (const { text } of responses) expect(text).not.toContain(key)
})

test('B5 a revoked key is rejected by the next request', async () => {
  const { id, key } = (await make({ name: 'Short', scope: 'read' })).body
  expect((await owner.request('GET /boards', { key })).status).toBe(200)
  expect((await owner.request(`DELETE /api-keys/${id}`)).status).toBe(204)
  expect((await owner.request('GET /boards', { key })).status).toBe(401)
  expect((await owner.request(`DELETE /api-keys/${id}`)).status).toBe(404)
})

test('of two requests that revoke a key at once, one finds it', async () => {
  for (const admin of [false, true]) {
    const { id } = (await make({ name: 'Short', scope: 'write', admin })).body
    const line = `DELETE /api-keys/${id}`
    const responses = await Promise.all([owner.request(line), owner.request(line)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
  }
  expect((await owner.request('GET /audit-log?kind=revoked')).body.data).toHaveLength(2)
})

test('an expired key is rejected like an unknown one', async () => {
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  const { id, key } = (await make({ name: 'Brief', scope: 'read', expires_at })).body
  expect((await owner.request('GET /boards', { key })).status).toBe(200)
  await service.database.pool
    .updateTable('api_keys')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', id)
    .execute()
  // Revoking any key makes the service look all of them up again.
  const other = (await make({ name: 'Other', scope: 'read' })).body
  await owner.request(`DELETE /api-keys/${other.id}`)
  expect((await owner.request('GET /boards', { key })).status).toBe(401)
  expect(
    (await make({ name: 'Past', scope: 'read', expires_at: '2020-01-01T00:00:00Z' })).status,
  ).toBe(422)
})

test('the last admin key of a workspace cannot be revoked', async () => {
  const first = (await owner.request('GET /api-keys')).body.data[0]
  const refused = await owner.request(`DELETE /api-keys/${first.id}`)
  expect([refused.status, refused.body.error.details[0].code]).toEqual([409, 'last_admin_key'])
  const { key } = (await make({ name: 'Second', scope: 'write', admin: true })).body
  expect((await owner.request(`DELETE /api-keys/${first.id}`, { key })).status).toBe(204)
})

test('an expired admin key does not count as an admin key', async () => {
  const [first] = (await owner.request('GET /api-keys')).body.data
  const expired = (await make({ name: 'Old', scope: 'write', admin: true })).body
  await service.database.pool
    .updateTable('api_keys')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', expired.id)
    .execute()
  expect((await owner.request(`DELETE /api-keys/${first.id}`)).status).toBe(409)
  expect((await owner.request(`DELETE /api-keys/${expired.id}`)).status).toBe(204)
})

test('a key gets another name and member, and repeating that changes nothing', async () => {
  const { id: member_id } = await owner.create('POST /members', { name: 'Ana' })
  const created = (await make({ name: 'Reader', scope: 'read' })).body
  expect([created.member, created.version]).toEqual([null, '1'])
  const path = `/api-keys/${created.id}`
  await owner.events()
  const change = { name: 'Website', member_id }
  const { body } = await owner.request(`PATCH ${path}`, { body: change })
  expect(body).toMatchObject({
    name: 'Website',
    member: { id: member_id, name: 'Ana', avatar_url: null },
    version: '2',
  })
  expect((await owner.request(`PATCH ${path}`, { body: change })).body).toEqual(body)
  const { data } = (await owner.request('GET /api-keys')).body
  expect(data.find(({ id }: { id: string }) => id === created.id)).toEqual(body)
  expect(await owner.events()).toEqual(['settings.changed'])
  const stale = { body: { name: 'X' }, headers: { 'If-Match': '"1"' } }
  expect((await owner.request(`PATCH ${path}`, stale)).status).toBe(412)
  const cleared = await owner.request(`PATCH ${path}`, { body: { member_id: null } })
  expect(cleared.body).toMatchObject({ name: 'Website', member: null, version: '3' })
  await owner.request(`DELETE ${path}`)
  expect((await owner.request(`PATCH ${path}`, { body: { name: 'X' } })).status).toBe(404)
})

test('a use of a key changes no version', async () => {
  const { id, key } = (await make({ name: 'Reader', scope: 'read' })).body
  await owner.request('GET /boards', { key })
  const used = async () =>
    (await owner.request('GET /api-keys')).body.data.find((one: { id: string }) => one.id === id)
  await expect.poll(async () => (await used()).last_used_at).not.toBe(null)
  expect((await used()).version).toBe('1')
})

test('a key belongs to a member who exists, until that one is deleted', async () => {
  const member = await owner.create('POST /members', { name: 'Ana', email: 'ana@example.com' })
  const draft = { name: 'Hers', scope: 'write', member_id: member.id }
  const { id, key } = (await make(draft)).body
  const me = async () => (await owner.request('GET /me', { key })).body
  expect((await me()).member).toEqual({
    id: member.id,
    name: 'Ana',
    avatar_url: null,
    email: 'ana@example.com',
  })
  const missing = { name: 'Odd', scope: 'read', member_id: 'mem_missing' }
  for (const refused of [
    await make(missing),
    await owner.request(`PATCH /api-keys/${id}`, { body: { member_id: 'mem_missing' } }),
  ])
    expect([refused.status, refused.body.error.details[0].field]).toEqual([404, '/member_id'])
  await owner.request(`DELETE /members/${member.id}`)
  expect(await me()).toMatchObject({ member: null, key: { member: null, version: '2' } })
})

test('an admin key requires write scope', async () => {
  expect((await make({ name: 'Odd', scope: 'read', admin: true })).status).toBe(422)
})

test('GET /me returns the key, workspace, capabilities and server time', async () => {
  const { body } = await owner.request('GET /me')
  expect(body).toMatchObject({
    key: { scope: 'write', admin: true, name: 'Owner key', member: null },
    member: null,
    workspace: { id: owner.workspace_id, name: 'Test' },
    limits: { page_size: 100 },
    server: { api_version: 'v1' },
  })
  expect(body.capabilities).toContain('cards.relative_move')
  expect(Math.abs(Date.parse(body.server.time) - Date.now())).toBeLessThan(60_000)
})
