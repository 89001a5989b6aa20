import fc from 'fast-check'
import { expect, test } from 'vitest'

import { rows } from '#contract/endpoints.ts'
import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { createOneOfEach, withIdsOf } from '#service/http/test-resources.ts'
import { reason, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'
import { openInstanceSecret } from '#service/secret.ts'
import { deliveryKind } from './deliver.ts'

const lookup = async (name: string) =>
  name === 'inside.example.com'
    ? [
        { address: '93.184.215.14', family: 4 },
        { address: '10.0.0.8', family: 4 },
      ]
    : [{ address: '93.184.215.14', family: 4 }]
const service = servicePerFile({}, { outgoing: { lookup } })
const owner = workspacePerTest(service)
const patience = { timeout: 20_000, interval: 20 }
const url = 'https://hooks.example.com/in'
const post = (body: object) =>
  owner.request('POST /webhooks', { body: { url, events: ['*'], ...body } })
const create = (body: object = {}) =>
  owner.create('POST /webhooks', { url, events: ['*'], ...body })

test('T94 a URL that must not be called is refused at its field', async () => {
  for (const [text, code] of [
    ['http://hooks.example.com/in', 'https_required'],
    ['https://127.0.0.1/in', 'host_not_allowed'],
    ['https://127.1/in', 'host_not_allowed'],
    ['https://0x7f000001/in', 'host_not_allowed'],
    ['https://[::ffff:127.0.0.1]/in', 'host_not_allowed'],
    ['https://169.254.169.254/latest', 'host_not_allowed'],
    ['https://localhost/in', 'host_not_allowed'],
    // One of its two addresses is private.
    ['https://inside.example.com/in', 'host_not_allowed'],
    ['https://user:pass@hooks.example.com/', 'credentials_not_allowed'],
    ['no address', 'invalid_url'],
  ]) {
    const response = await post({ url: text })
    expect({ text, reason: reason(response) }).toEqual({ text, reason: [422, code] })
    expect(response.body.error.details[0].field).toBe('/url')
  }
  const { id } = await create()
  const change = { body: { url: 'https://10.0.0.1/' } }
  expect(reason(await owner.request(`PATCH /webhooks/${id}`, change))[0]).toBe(422)
})

test('headers that the service sets, and secrets that are too short, are refused', async () => {
  for (const name of ['Host', 'Content-Length', 'Webhook-Id', 'X-Service-Event', 'user-agent'])
    expect(reason(await post({ headers: { [name]: 'x' } }))).toEqual([422, 'reserved_header'])
  expect((await post({ headers: { 'X-A': 'a\r\nHost: b' } })).status).toBe(422)
  expect((await post({ headers: { 'X A': 'a' } })).status).toBe(422)
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`X-${at}`, 'v']))
  expect(reason(await post({ headers: many }))).toEqual([422, 'too_many'])
  expect((await post({ secret: 'x'.repeat(23) })).status).toBe(422)
  expect((await post({ secret: `${'x'.repeat(23)}ö` })).status).toBe(422)
  expect((await post({ secret: 'x'.repeat(24) })).body.secret).toBe('x'.repeat(24))
  expect((await post({ events: [] })).status).toBe(422)
  expect((await post({ events: ['board.exploded'] })).status).toBe(422)
})

test('a workspace has at most 20 webhooks', async () => {
  for (let at = 0; at < 20; at++) await create()
  expect(reason(await post({}))).toEqual([409, 'limit_reached'])
})

test('each write emits one event, and a change that changes nothing none', async () => {
  await owner.events()
  const { id, secret } = await create({ headers: { 'X-Token': 'one', A: 'two' } })
  expect(secret).toMatch(/^whsec_/)
  const change = async (body: object) =>
    (await owner.request(`PATCH /webhooks/${id}`, { body })).body
  expect(await owner.events()).toEqual(['settings.changed'])
  expect(await change({ description: 'For the shop' })).toMatchObject({ version: '2' })
  expect(await owner.events()).toEqual(['settings.changed'])
  expect(await change({ headers: { 'X-Token': 'one', A: 'two' } })).toMatchObject({ version: '2' })
  expect(await change({ headers: { 'X-Token': null, A: null } })).toMatchObject({ version: '2' })
  expect(await owner.events()).toEqual([])
  expect(await change({ enabled: false })).toMatchObject({
    state: 'disabled',
    disabled_reason: 'manual',
  })
  await owner.create(`POST /webhooks/${id}/rotate-secret`, {})
  await owner.request(`DELETE /webhooks/${id}`)
  expect(await owner.events()).toEqual(Array(3).fill('settings.changed'))
})

test('stored values of headers are not sent to another host', async () => {
  const { id } = await create({ headers: { 'X-Token': 'one', 'X-Shop': 'two' } })
  const change = (body: object) => owner.request(`PATCH /webhooks/${id}`, { body })
  const elsewhere = 'https://other.example.com/in'
  expect(reason(await change({ url: elsewhere }))).toEqual([422, 'values_required'])
  const kept = { 'X-Token': null, 'X-Shop': 'new' }
  expect(reason(await change({ url: elsewhere, headers: kept }))).toEqual([422, 'values_required'])
  expect((await change({ url: 'https://hooks.example.com/other' })).status).toBe(200)
  expect((await change({ url: elsewhere, headers: { 'X-Token': 'new' } })).status).toBe(200)
})

test('a stale version is refused', async () => {
  const { id } = await create()
  await owner.request(`PATCH /webhooks/${id}`, { body: { description: 'A' } })
  const stale = { body: { description: 'B' }, headers: { 'If-Match': '"1"' } }
  expect((await owner.request(`PATCH /webhooks/${id}`, stale)).status).toBe(412)
  const rotate = `POST /webhooks/${id}/rotate-secret`
  expect((await owner.request(rotate, { ...stale, body: {} })).status).toBe(412)
})

test('a secret and the values of headers are in no later response and not in the database', async () => {
  const resources = await createOneOfEach(owner.request)
  const headers = { 'X-Token': 'h34der-value-s3cret' }
  const { id, secret } = await create({ headers })
  const rotated = await owner.create(`POST /webhooks/${id}/rotate-secret`, {})
  await owner.create(`POST /webhooks/${id}/test`, {})
  const own = { ...resources, common: { ...resources.common, webhook_id: id } }
  const texts = await Promise.all(
    rows
      .filter(([name]) => name.startsWith('GET '))
      .map(async ([name]) => (await owner.request(withIdsOf(own, name))).text),
  )
  for (const table of ['webhooks', 'webhook_deliveries', 'events'] as const)
    texts.push(JSON.stringify(await service.database.pool.selectFrom(table).selectAll().execute()))
  for (const secretText of [secret, rotated.secret, headers['X-Token']]) {
    expect(texts.some((text) => text.includes(secretText))).toBe(false)
    expect(texts.some((text) => text.includes(secretText.replace('whsec_', '')))).toBe(false)
  }
})

test('a read key and a key without admin may not manage webhooks', async () => {
  const { id } = await create()
  for (const scope of ['read', 'write'] as const) {
    const { key } = await owner.create('POST /api-keys', { name: 'K', scope })
    expect((await owner.request('GET /webhooks', { key })).status).toBe(403)
    expect((await owner.request(`POST /webhooks/${id}/test`, { key, body: {} })).status).toBe(403)
    expect((await owner.request('GET /event-kinds', { key })).status).toBe(200)
    expect((await owner.request('GET /event-kinds/card.moved/sample', { key })).status).toBe(200)
  }
})

test('deliveries are paged, filtered and counted', async () => {
  const { id } = await create({ enabled: false })
  const kinds = ['board.created', 'board.created', 'card.moved']
  for (const kind of kinds) await owner.create(`POST /webhooks/${id}/test`, { kind })
  const list = async (query: string) =>
    (await owner.request(`GET /webhooks/${id}/deliveries${query}`)).body
  const first = await list('?limit=2&include_total=true')
  expect(first.data.map(({ event }: { event: string }) => event)).toEqual([
    'card.moved',
    'board.created',
  ])
  expect(first.paging.total).toBe(3)
  const second = await list(`?limit=2&starting_after=${first.paging.next}`)
  expect(second.data).toHaveLength(1)
  expect(second.paging.next).toBeNull()
  expect((await list('?kind=board.created')).data).toHaveLength(2)
  expect((await list('?status=pending')).data).toHaveLength(3)
  expect((await list('?status=failed,succeeded')).data).toEqual([])
  expect((await list(`?since=${new Date(Date.now() + 60_000).toISOString()}`)).data).toEqual([])
  expect((await owner.request(`GET /webhooks/${id}/deliveries?status=lost`)).status).toBe(422)
})

/** The deliveries of this service, which runs no jobs, in single steps. */
async function createSteps() {
  const instanceSecret = Buffer.alloc(32, 7).toString('base64') // of every test service
  const { database } = service
  const { deriveKey } = await openInstanceSecret({ instanceSecret, dataDir: '', database })
  const kind = deliveryKind(database, {
    key: deriveKey('webhook-secret'),
    allowPrivate: false,
    publicUrl: null,
    log: () => undefined,
    lookup: () => lookup('inside.example.com'),
  })
  const lease = { owner: 'test', ms: 30_000 }
  const claim = async () =>
    (await database.transaction(owner.workspace_id, (db) => kind.claim(db, lease, 50))).items
  return {
    claim,
    attempt: async () => {
      const items = await claim()
      const { signal } = new AbortController()
      const results = await Promise.all(
        items.map(async (item) => [item, await kind.act(item, signal)] as const),
      )
      await database.transaction(owner.workspace_id, (db) => kind.record(db, 'test', results))
      return items.length
    },
  }
}

const readRow = (id: string) =>
  service.database.pool
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const setNextReplay = (id: string, next_replay_at: Date | null) =>
  service.database.pool
    .updateTable('webhooks')
    .set({ next_replay_at })
    .where('id', '=', id)
    .execute()

test('a name that has a private address since its registration is refused, and counts', async () => {
  const { id } = await create({ events: ['board.created'] })
  const { attempt } = await createSteps()
  await owner.create('POST /boards', { name: 'A' })
  await expect.poll(attempt, patience).toBe(1)
  const [delivery] = (await owner.request(`GET /webhooks/${id}/deliveries`)).body.data
  expect(delivery).toMatchObject({
    status: 'pending',
    attempt_count: 1,
    last_attempt: { http_status: null, error: 'address_not_allowed' },
    next_attempt_at: expect.any(String),
  })
  expect(await readRow(id)).toMatchObject({ failure_count: 1 })
})

test('a replay to a disabled webhook is as slow as any other once it is enabled', async () => {
  for (const name of ['A', 'B', 'C']) await owner.create('POST /boards', { name })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const replay = async () => {
    const { id } = await create({ events: ['board.created'], enabled: false })
    return { id, ...(await owner.create(`POST /webhooks/${id}/replay`, { since })) }
  }
  // A webhook knows the events that were numbered before it.
  let id = ''
  await expect
    .poll(async () => {
      const result = await replay()
      id = result.id
      return result.count
    }, patience)
    .toBe(3)
  await owner.request(`PATCH /webhooks/${id}`, { body: { enabled: true } })
  const { claim } = await createSteps()
  const ids: string[] = []
  for (let turn = 0; turn < 3; turn++) {
    const items = await claim()
    expect(items).toHaveLength(1)
    ids.push(...items.map(({ event_id }) => event_id))
    expect((await readRow(id)).next_replay_at).not.toBeNull()
    await setNextReplay(id, null)
  }
  expect(ids).toEqual(ids.toSorted())
  expect(await claim()).toEqual([])
})

test('a replay waits until its next delivery may be attempted', async () => {
  const { id } = await create({ enabled: true })
  const { pool } = service.database
  await owner.create(`POST /webhooks/${id}/test`, {})
  await pool
    .updateTable('webhook_deliveries')
    .set({ manual: false, replay: true })
    .where('webhook_id', '=', id)
    .execute()
  const { claim } = await createSteps()
  await setNextReplay(id, new Date(Date.now() + 3_600_000))
  expect(await claim()).toEqual([])
  await setNextReplay(id, new Date(0))
  expect(await claim()).toHaveLength(1)
})

test('a probe is one delivery, also while a replay waits', async () => {
  const { id } = await create({ enabled: true })
  for (let at = 0; at < 2; at++) await owner.create(`POST /webhooks/${id}/test`, {})
  const { pool } = service.database
  const [first] = await pool
    .updateTable('webhook_deliveries')
    .set({ manual: false })
    .where('webhook_id', '=', id)
    .returning('id')
    .execute()
  await pool
    .updateTable('webhook_deliveries')
    .set({ replay: true })
    .where('id', '=', first?.id ?? '')
    .execute()
  await pool
    .updateTable('webhooks')
    .set({ probe_at: new Date(0) })
    .where('id', '=', id)
    .execute()
  const { claim } = await createSteps()
  expect(await claim()).toHaveLength(1)
})

const day = 86_400_000
const endedDelivery = fc.record({
  state: fc.constantFrom('succeeded', 'failed', 'skipped', 'waiting', 'claimed'),
  hoursAgo: fc.constantFrom(1, 23, 25, 100),
  attempts: fc.array(
    fc.record({ http_status: fc.constantFrom(200, 500, null), ms: fc.nat(9000) }),
    {
      maxLength: 3,
    },
  ),
})

test('statistics equal the log', async () => {
  const { id } = await create({ enabled: false })
  const { pool } = service.database
  const { workspace_id } = owner
  const place = { workspace_id, webhook_id: id }
  const property = fc.asyncProperty(fc.array(endedDelivery, { maxLength: 12 }), async (log) => {
    await pool.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).execute()
    const rows = log.map(({ state, hoursAgo }, index) => {
      const at = new Date(Date.now() - hoursAgo * 3_600_000)
      const isOpen = state === 'waiting' || state === 'claimed'
      const name = String(index).padStart(20, '0')
      const columns = { ...place, id: `dlv_${name}`, event_id: `evt_${name}`, kind: 'card.moved' }
      return { ...columns, state, created_at: at, finished_at: isOpen ? null : at }
    })
    const attempts = log.flatMap(({ attempts: own, hoursAgo }, index) =>
      own.map(({ http_status, ms }, at) => ({
        ...place,
        delivery_id: rows[index]?.id ?? '',
        number: at + 1,
        at: new Date(Date.now() - hoursAgo * 3_600_000),
        http_status,
        duration_ms: ms,
        request_headers: '{}',
      })),
    )
    if (rows.length > 0) await pool.insertInto('webhook_deliveries').values(rows).execute()
    if (attempts.length > 0) await pool.insertInto('webhook_attempts').values(attempts).execute()
    const isRecent = ({ hoursAgo }: { hoursAgo: number }) => hoursAgo * 3_600_000 < day
    const count = (state: string) =>
      log.filter((row) => row.state === state && isRecent(row)).length
    const times = log
      .filter(isRecent)
      .flatMap((row) => row.attempts.filter(({ http_status }) => http_status !== null))
      .map(({ ms }) => ms)
      .toSorted((one, other) => one - other)
    const open = rows.filter(({ finished_at }) => finished_at === null)
    const oldest = Math.min(...open.map(({ created_at }) => created_at.getTime()))
    expect((await owner.request(`GET /webhooks/${id}/stats`)).body).toEqual({
      last_24h: {
        delivered: count('succeeded'),
        failed: count('failed'),
        p95_ms: times[Math.ceil(times.length * 0.95) - 1] ?? null,
      },
      waiting: open.length,
      oldest_waiting_at: open.length === 0 ? null : new Date(oldest).toISOString(),
    })
  })
  await fc.assert(property, { numRuns: 25 })
})

test.skipIf(hasOneConnection)(
  'a test or a replay of a webhook that is deleted meanwhile is not found',
  async () => {
    const since = new Date(Date.now() - 60_000).toISOString()
    for (const [action, body] of [['test', {}] as const, ['replay', { since }] as const]) {
      // Its events have no delivery, which a replay would leave out: the webhook was created after them.
      await owner.create('POST /boards', { name: 'Before' })
      // An event gets its number after its request has ended, and a webhook replays events up to the last number.
      await expect
        .poll(
          async () => (await owner.request('GET /events?kinds=board.created')).body.data.length,
          patience,
        )
        .toBeGreaterThan(0)
      const { id } = await create()
      let response: ReturnType<typeof owner.request> | undefined
      await service.database.pool.transaction().execute(async (tx) => {
        await tx.deleteFrom('webhooks').where('id', '=', id).execute()
        response = owner.request(`POST /webhooks/${id}/${action}`, { body })
        await expect.poll(() => lockWaits(service.database), patience).toBe(1)
      })
      expect({ action, status: (await response)?.status }).toEqual({ action, status: 404 })
    }
  },
)
