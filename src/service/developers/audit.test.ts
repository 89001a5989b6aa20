// Runs on both engines: it relies on transactions.
import { expect, onTestFinished, test, vi } from 'vitest'

import type { AuditEntry } from '#contract/developers/audit.ts'
import { type Database, openDatabase } from '#service/db/db.ts'
import { idAt, newId } from '#service/db/ids.ts'
import { urlOfDatabase } from '#service/db/test-database.ts'
import { hasOneConnection } from '#service/db/test-lock-waits.ts'
import { createOneOfEach } from '#service/http/test-resources.ts'
import {
  type SendRequest,
  openTestService,
  sendRequest,
  servicePerFile,
  workspacePerTest,
} from '#service/http/test-service.ts'
import { purgeExpired } from '#service/purge.ts'
import { deleteAuditEntriesBefore } from './audit.store.ts'

const service = servicePerFile()
const owner = workspacePerTest(service)

const read = async (query = ''): Promise<AuditEntry[]> =>
  (await owner.request(`GET /audit-log${query}`)).body.data
/** Newest first, such as `created board`. */
const acts = async (query = '') =>
  (await read(query)).map(({ kind, resource }) => `${kind} ${resource.type}`)
const createList = async () => (await owner.create('POST /lists', { name: 'Readers' })).id
const createKey = async (name: string, draft: object = { scope: 'write' }) =>
  owner.create('POST /api-keys', { name, ...draft })

test('a write has one entry with its key, address and request id', async () => {
  const headers = { 'X-Request-Id': 'request-1' }
  const { body } = await owner.request('POST /boards', { body: { name: 'A' }, headers })
  const [key] = (await owner.request('GET /api-keys')).body.data
  expect(await read()).toEqual([
    {
      id: expect.stringMatching(/^aud_/),
      at: expect.any(String),
      kind: 'created',
      resource: { type: 'board', id: body.id, parent_id: null, count: null },
      key: { id: key.id, name: 'Owner key' },
      member: null,
      address: 'in-process',
      request_id: 'request-1',
    },
  ])
})

test('every successful write has one entry', async () => {
  const written: string[] = []
  const request: SendRequest = async (line, options) => {
    const response = await owner.request(line, options)
    if (response.status >= 300) throw new Error(`${line}: ${response.text}`)
    if (!line.startsWith('GET')) written.push(response.headers.get('x-request-id') ?? '')
    return response
  }
  await createOneOfEach(request)
  const entries = await read()
  expect(entries.map(({ request_id }) => request_id).toReversed()).toEqual(written)
  expect(entries.length).toBeGreaterThanOrEqual(20)
})

test('an entry is written by a write that changes nothing, but not by a rejected one', async () => {
  const { id, version } = await owner.create('POST /boards', { name: 'A' })
  await owner.request(`PATCH /boards/${id}`, { body: { name: 'A' } })
  const expected = ['updated board', 'created board']
  expect(await acts()).toEqual(expected)
  const rejected = [
    await owner.request('POST /boards', { body: { name: 5 } }),
    await owner.request(`PATCH /boards/${id}`, {
      body: { name: 'B' },
      headers: { 'If-Match': `"${version}-old"` },
    }),
    await owner.request(`DELETE /boards/${id}`),
    await owner.request('DELETE /boards/brd_unknown'),
  ]
  expect(rejected.map(({ status }) => status)).toEqual([422, 412, 409, 404])
  expect(await acts()).toEqual(expected)
})

test('a transaction that runs again writes one entry', async () => {
  const list_id = await createList()
  const contact = { email_address: 'ada@example.com' }
  const line = `POST /lists/${list_id}/contacts`
  await Promise.all(Array.from({ length: 6 }, () => owner.create(line, contact)))
  const kinds = (await read()).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['created', 'created', ...Array(5).fill('updated')])
})

test('a repeated request with its idempotency key writes no entry', async () => {
  const options = { body: { name: 'A' }, headers: { 'Idempotency-Key': 'once' } }
  const [first, second] = [
    await owner.request('POST /boards', options),
    await owner.request('POST /boards', options),
  ]
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect((await read()).map(({ request_id }) => request_id)).toEqual([
    first.headers.get('x-request-id'),
  ])
})

test('a silent import is recorded, once for a batch', async () => {
  const list_id = await createList()
  const body = {
    import: true,
    operations: ['ada', 'bob', 'no address'].map((name) => ({
      op: 'upsert',
      email_address: name.includes(' ') ? name : `${name}@example.com`,
    })),
  }
  await owner.request(`POST /lists/${list_id}/contacts/batch`, { body })
  await owner.create('POST /boards', { name: 'Old', import: true })
  expect((await read()).map(({ kind, resource }) => [kind, resource])).toMatchObject([
    ['imported', { type: 'board' }],
    ['imported', { type: 'contact', id: null, parent_id: list_id, count: 2 }],
    ['created', { type: 'list' }],
  ])
})

test('a dry run is not recorded', async () => {
  const list_id = await createList()
  const file = { csv: 'Email\nada@example.com' }
  await owner.create(`POST /lists/${list_id}/imports`, { ...file, dry_run: true })
  expect(await acts()).toEqual(['created list'])
  await owner.create(`POST /lists/${list_id}/imports`, file)
  const [entry] = await read()
  const resource = { type: 'contact_import', parent_id: list_id }
  expect(entry).toMatchObject({ kind: 'imported', resource })
})

test('an export is recorded before its first byte, with the key that reads', async () => {
  const list_id = await createList()
  const reader = await createKey('Reader', { scope: 'read' })
  const line = `/lists/${list_id}/export`
  const before = await acts()
  expect((await owner.request(`HEAD ${line}`, { key: reader.key })).status).toBe(200)
  expect((await owner.request('GET /lists/lst_unknown/export')).status).toBe(404)
  expect(await acts()).toEqual(before)
  const response = await service.app.fetch(
    new Request(`http://service.test/v1${line}`, {
      headers: { Authorization: `Bearer ${reader.key}` },
    }),
  )
  const [entry] = await read()
  await response.body?.cancel()
  expect(entry).toMatchObject({
    kind: 'exported',
    resource: { type: 'list', id: list_id },
    key: { id: reader.id, name: 'Reader' },
    request_id: response.headers.get('x-request-id'),
  })
  expect(await acts()).toEqual(['exported list', ...before])
})

test('an export that cannot be recorded sends nothing', async () => {
  const list_id = await createList()
  await owner.create(`POST /lists/${list_id}/contacts`, { email_address: 'ada@example.com' })
  const database: Database = {
    ...service.database,
    transaction: () => Promise.reject(new Error('no transactions')),
  }
  const broken = await openTestService({}, { database })
  const { key } = owner
  const { status, text } = await sendRequest(broken, `GET /lists/${list_id}/export`, { key })
  expect([status, text.includes('ada@example.com')]).toEqual([500, false])
  expect(await acts()).not.toContain('exported list')
  await broken.close()
})

test('T102 the log contains no secret', async () => {
  const secrets = ['own-secret-of-this-webhook', 'next-secret-of-this-webhook', 'value-of-a-header']
  const [secret, next, value] = secrets
  const { key, id } = await createKey('Robot')
  const webhook = await owner.create('POST /webhooks', {
    url: 'https://hooks.example.com/token-in-the-address',
    events: ['*'],
    enabled: false,
    secret,
    headers: { Authorization: value },
  })
  await owner.create(`POST /webhooks/${webhook.id}/rotate-secret`, { secret: next })
  await owner.request(`DELETE /api-keys/${id}`)
  const { text } = await owner.request('GET /audit-log')
  expect(await acts()).toEqual([
    'revoked api_key',
    'rotated webhook',
    'created webhook',
    'created api_key',
  ])
  const stored = await service.database.pool
    .selectFrom('audit_log')
    .selectAll()
    .where('workspace_id', '=', owner.workspace_id)
    .execute()
  for (const one of [...secrets, key, owner.key, 'token-in-the-address', 'wsk_'])
    expect(text + JSON.stringify(stored)).not.toContain(one)
})

test('a revoked key is named by what it was called', async () => {
  const { id, key } = await createKey('Zapier')
  await owner.request('POST /boards', { body: { name: 'A' }, key })
  await owner.request(`DELETE /api-keys/${id}`)
  expect((await read(`?key_id=${id}`)).map((entry) => entry.key)).toEqual([{ id, name: 'Zapier' }])
})

test('an entry names the member of its key at that time, also a deleted one', async () => {
  const { id, key } = await createKey('Phone')
  const member = await owner.create('POST /members', { name: 'Ann Smith' })
  await service.database.pool
    .updateTable('api_keys')
    .set({ member_id: member.id })
    .where('id', '=', id)
    .execute()
  await owner.request('POST /boards', { body: { name: 'A' }, key })
  await owner.request(`DELETE /members/${member.id}`)
  const [entry] = await read(`?key_id=${id}`)
  expect(entry?.member).toEqual({ id: member.id, name: 'Ann Smith' })
})

test('an entry names the member of its key also at once after that changed', async () => {
  const [ana, ben] = [
    await owner.create('POST /members', { name: 'Ana' }),
    await owner.create('POST /members', { name: 'Ben' }),
  ]
  const { id, key } = await createKey('Phone', { scope: 'write', member_id: ana.id })
  const write = () => owner.request('POST /boards', { body: { name: 'A' }, key })
  await write()
  await owner.request(`PATCH /api-keys/${id}`, { body: { member_id: ben.id } })
  await write()
  await owner.request(`DELETE /members/${ben.id}`)
  await write()
  const names = (await read(`?key_id=${id}`)).map(({ member }) => member?.name)
  expect(names).toEqual([undefined, 'Ben', 'Ana'])
})

test('an entry names no deleted member that a key still refers to', async () => {
  const { id, key } = await createKey('Phone')
  const member = await owner.create('POST /members', { name: 'Ana' })
  await owner.request(`DELETE /members/${member.id}`)
  // As when the key gets its member while that one is deleted.
  await service.database.pool
    .updateTable('api_keys')
    .set({ member_id: member.id })
    .where('id', '=', id)
    .execute()
  await owner.request('POST /boards', { body: { name: 'A' }, key })
  const [entry] = await read(`?key_id=${id}`)
  expect(entry?.member).toBe(null)
})

test('an entry has the time of the change, and not that at which its request began', async () => {
  onTestFinished(() => void vi.useRealTimers())
  // Its transaction waits for a minute.
  const database: Database = {
    ...service.database,
    transaction: (workspace_id, work) => {
      vi.useRealTimers()
      return service.database.transaction(workspace_id, work)
    },
  }
  const slow = await openTestService({}, { database })
  const change = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: change - 60_000 })
  const { key } = owner
  const { body } = await sendRequest(slow, 'POST /boards', { key, body: { name: 'A' } })
  expect(Date.parse(body.created_at)).toBeLessThan(change)
  const [entry] = await read()
  expect(Date.parse(entry?.at ?? '')).toBeGreaterThanOrEqual(change)
  await slow.close()
})

test('the log is filtered by keys, kinds and time, and paged', async () => {
  const { id, key } = await createKey('Zapier')
  for (const name of ['A', 'B', 'C']) await owner.request('POST /boards', { body: { name }, key })
  const boards = await read(`?key_id=${id}`)
  expect(boards.map(({ resource }) => resource.type)).toEqual(Array(3).fill('board'))
  await owner.request(`PATCH /boards/${boards[0]?.resource.id}`, { body: { name: 'D' } })
  expect(await acts('?kind=updated')).toEqual(['updated board'])
  expect(await acts(`?kind=updated,created&key_id=${id},key_unknown`)).toHaveLength(3)
  expect(await acts('?kind=deleted')).toEqual([])
  const [newest] = await read()
  const since = encodeURIComponent(newest?.at ?? '')
  expect(await acts(`?since=${since}`)).toContain('updated board')
  expect(await acts('?since=2999-01-01T00:00:00Z')).toEqual([])
  const first = (await owner.request(`GET /audit-log?limit=2&include_total=true`)).body
  expect(first.paging.total).toBe(5)
  const rest = await owner.request(`GET /audit-log?limit=100&starting_after=${first.paging.next}`)
  expect([...first.data, ...rest.body.data]).toEqual(await read())
  expect((await owner.request('GET /audit-log?kind=eaten')).status).toBe(422)
})

test('only a time at or after since is listed when an id is later than its entry', async () => {
  const at = new Date('2026-01-01T00:00:00.000Z')
  const row = { workspace_id: owner.workspace_id, kind: 'created', resource_type: 'board' }
  const rest = { address: 'command line', request_id: 'r' }
  // Ids never go back, so this one has the time of the test.
  await service.database.pool
    .insertInto('audit_log')
    .values({ ...row, ...rest, id: newId('aud'), at })
    .execute()
  expect(await acts('?since=2026-01-01T00:00:00.000Z')).toEqual(['created board'])
  expect(await acts('?since=2026-01-01T00:00:00.001Z')).toEqual([])
  const [entry] = await read('?key_id=key_command_line')
  expect(entry?.key).toEqual({ id: 'key_command_line', name: 'Command line' })
})

test('only admin keys read the log', async () => {
  for (const draft of [{ scope: 'read' }, { scope: 'write' }]) {
    const { key } = await createKey('Other', draft)
    expect((await owner.request('GET /audit-log', { key })).status).toBe(403)
  }
  const { key } = await createKey('Admin', { scope: 'write', admin: true })
  expect((await owner.request('GET /audit-log', { key })).status).toBe(200)
})

// The embedded engine is open in one process.
test.skipIf(hasOneConnection)('two processes write one log', async () => {
  const databaseUrl = await urlOfDatabase(service.database)
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const second = await openTestService({}, { database })
  const { key } = owner
  const [first, other] = await Promise.all([
    owner.request('POST /boards', { body: { name: 'A' } }),
    sendRequest(second, 'POST /boards', { key, body: { name: 'B' } }),
  ])
  const ids = (await read()).map(({ request_id }) => request_id)
  const expected = [first, other].map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(ids)).toEqual(new Set(expected))
  expect(ids).toHaveLength(2)
  await second.close()
  await database.close()
})

test('a server of the public API records its writes too', async () => {
  const simple = await openTestService({ PROFILE: 'public' }, { database: service.database })
  const { key } = owner
  const body = { name: 'A' }
  const board = await owner.create('POST /boards', { ...body, lists: [{ name: 'L' }] })
  const card = { list_id: board.lists[0].id, name: 'C' }
  const line = `POST /boards/${board.id}/cards`
  expect((await sendRequest(simple, line, { key, body: card })).status).toBe(201)
  expect((await sendRequest(simple, 'GET /audit-log', { key })).status).toBe(404)
  expect(await acts()).toEqual(['created card', 'created board'])
  await simple.close()
})

test('old entries are purged in batches', async () => {
  const now = new Date()
  await owner.create('POST /boards', { name: 'A' })
  const entry = { workspace_id: owner.workspace_id, kind: 'created', resource_type: 'board' }
  const old = Array.from({ length: 2600 }, (_, index) => ({
    ...entry,
    id: `aud_${String(index).padStart(26, '0')}`,
    at: new Date(0),
    address: '',
    request_id: '',
  }))
  for (const rows of [old.slice(0, 1300), old.slice(1300)])
    await service.database.pool.insertInto('audit_log').values(rows).execute()
  await deleteAuditEntriesBefore(service.database.pool, new Date(now.getTime() - 1000), {
    size: 1000,
  })
  expect(await acts()).toEqual(['created board'])
})

test('entries older than 90 days are purged', async () => {
  const now = new Date()
  const entry = { workspace_id: owner.workspace_id, kind: 'created', address: '', request_id: '' }
  const rows = [89, 91].map((days) => {
    const at = new Date(now.getTime() - days * 86_400_000)
    return { ...entry, id: idAt('aud', at), at, resource_type: `of ${days} days` }
  })
  await service.database.pool.insertInto('audit_log').values(rows).execute()
  const failures: unknown[] = []
  await purgeExpired(service.database.pool, now, (error) => failures.push(error))
  expect([await acts(), failures]).toEqual([['created of 89 days'], []])
})
