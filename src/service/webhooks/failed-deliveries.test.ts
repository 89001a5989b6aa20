// Runs on both engines: it relies on leases and row locks.
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'

import { deliveriesPerFile, patience } from './test-deliveries.ts'
import { status } from './test-receiver.ts'

const {
  service,
  readWebhookRow,
  owner,
  receiver,
  register,
  createBoard,
  readDeliveries,
  expectAttempts,
  makeDue,
  delayForAnHour,
  setWebhook,
} = deliveriesPerFile()

test('410 disables a webhook, says so once, and keeps what waits', async () => {
  const { id } = await register({ events: ['board.created', 'webhook.disabled'] })
  await owner.events()
  receiver.answer = status(410)
  await createBoard('A')
  const read = async () => (await owner.request(`GET /webhooks/${id}`)).body
  await expect.poll(async () => (await read()).state, patience).toBe('disabled')
  expect(await read()).toMatchObject({ enabled: false, disabled_reason: 'gone' })
  // One that is sent again has the same answer.
  const test = await owner.create(`POST /webhooks/${id}/test`, {})
  await expect
    .poll(() => readDeliveries(id, '?status=failed'), patience)
    .toMatchObject([{ id: test.id, last_attempt: { http_status: 410 } }])
  expect((await owner.events()).filter((kind) => kind === 'webhook.disabled')).toHaveLength(1)
  await createBoard('While it is disabled')
  receiver.answer = status(200)
  const version = (await read()).version
  await owner.request(`PATCH /webhooks/${id}`, {
    body: { enabled: true },
    headers: { 'If-Match': `"${version}"` },
  })
  await makeDue()
  await expect
    .poll(() => readDeliveries(id, '?kind=board.created'), patience)
    .toMatchObject([{ status: 'succeeded', attempt_count: 2 }])
})

test('a webhook without success for three days and 20 failures is disabled', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(500)
  await createBoard('A')
  await expectAttempts(id, 1)
  const read = async () => (await owner.request(`GET /webhooks/${id}`)).body
  const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000)
  await setWebhook(id, { failing_since: fourDaysAgo, failure_count: 18 })
  await makeDue()
  await expect.poll(() => receiver.requests.length, patience).toBe(2)
  await expectAttempts(id, 2)
  expect((await read()).state).toBe('active')
  await setWebhook(id, { probe_at: null })
  await makeDue()
  await expect.poll(async () => (await read()).disabled_reason, patience).toBe('failing')
})

test('the first success makes what failed due at once', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(500)
  await createBoard('A')
  await expect.poll(() => receiver.requests.length, patience).toBe(1)
  await expectAttempts(id, 1)
  await delayForAnHour()
  receiver.answer = status(200)
  await createBoard('One failure is no outage')
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(1)
  expect(await readDeliveries(id, '?status=pending')).toMatchObject([{ attempt_count: 1 }])
  await setWebhook(id, { failure_count: 10, failing_since: new Date() })
  await createBoard('B')
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(3)
})

test('the first success after a pause makes what failed due at once, too', async () => {
  const { id, version } = await register({ events: ['board.created'] })
  receiver.answer = status(500)
  await createBoard('A')
  await expectAttempts(id, 1)
  await delayForAnHour()
  await setWebhook(id, { failure_count: 30, failing_since: new Date() })
  const change = async (enabled: boolean, known: string) =>
    (
      await owner.request(`PATCH /webhooks/${id}`, {
        body: { enabled },
        headers: { 'If-Match': `"${known}"` },
      })
    ).body
  const paused = await change(false, version)
  receiver.answer = status(200)
  await change(true, paused.version)
  await createBoard('B')
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(2)
})

test('what asked for a time waits for it after a success; a plain 503 does not', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(503, { 'Retry-After': '7200' })
  await createBoard('Asks')
  await expectAttempts(id, 1)
  receiver.answer = status(503)
  await createBoard('Plain')
  const failed = { attempt_count: 1, next_attempt_at: expect.any(String) }
  await expect.poll(() => readDeliveries(id), patience).toMatchObject([failed, failed])
  await setWebhook(id, { failure_count: 10, failing_since: new Date(), probe_at: null })
  await delayForAnHour()
  receiver.answer = status(200)
  await createBoard('B')
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(2)
  const [waiting] = await readDeliveries(id, '?status=pending')
  expect(waiting.last_attempt.http_status).toBe(503)
  const details = (await owner.request(`GET /webhooks/${id}/deliveries/${waiting.id}`)).body
  expect(JSON.parse(details.request_body).data.name).toBe('Asks')
})

test('a failed test is not recovered', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(500)
  await owner.create(`POST /webhooks/${id}/test`, {})
  await expect.poll(() => readDeliveries(id, '?status=failed'), patience).toHaveLength(1)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const recover = (dry_run: boolean) =>
    owner.create(`POST /webhooks/${id}/recover`, { since, dry_run })
  expect(await recover(true)).toEqual({ count: 0 })
  expect(await recover(false)).toEqual({ count: 0 })
})

test('a webhook that is locked delays no record of another, and its own follows', async () => {
  // The embedded engine has one connection.
  if (service.database.kind === 'embedded') return
  const locked = await register({ events: ['board.created'] })
  const other = await register({ events: ['board.created'] })
  const responses: ServerResponse[] = []
  receiver.answer = (response) => void responses.push(response)
  await createBoard('A')
  await expect.poll(() => responses, patience).toHaveLength(2)
  await service.database.transaction(owner.workspace_id, async ({ tx }) => {
    await tx.selectFrom('webhooks').select('id').where('id', '=', locked.id).forUpdate().execute()
    for (const response of responses) response.writeHead(204).end()
    await expect.poll(() => readDeliveries(other.id, '?status=succeeded'), patience).toHaveLength(1)
    expect(await readDeliveries(locked.id, '?status=succeeded')).toEqual([])
  })
  await expect
    .poll(() => readDeliveries(locked.id), patience)
    .toMatchObject([{ status: 'succeeded', attempt_count: 1 }])
})

test('a secret that does not open is no failure of the receiver', async () => {
  const { id } = await register({ events: ['board.created'] })
  const { secret } = await readWebhookRow(id)
  await setWebhook(id, { secret: 'damaged', failing_since: new Date(0), failure_count: 19 })
  await createBoard('A')
  await expectAttempts(id, 1)
  expect(await readWebhookRow(id)).toMatchObject({ failure_count: 19, last_attempt: null })
  expect((await owner.request(`GET /webhooks/${id}`)).body.state).toBe('active')
  await setWebhook(id, { secret })
  await makeDue()
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(1)
})

test('what was committed before a webhook was disabled is delivered once it is enabled', async () => {
  const { id } = await register({ events: ['board.created'] })
  const enable = (enabled: boolean) => owner.request(`PATCH /webhooks/${id}`, { body: { enabled } })
  await createBoard('Before')
  for (let pause = 1; pause <= 2; pause++) {
    await enable(false)
    await createBoard('While it is disabled')
    await enable(true)
    await createBoard(`After pause ${pause}`)
  }
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(3)
  const names = receiver.bodies().map(({ data }) => data.name)
  expect(new Set(names)).toEqual(new Set(['Before', 'After pause 1', 'After pause 2']))
})

test('the event of a disabled webhook tells its host, and not its URL', async () => {
  await register({ events: ['board.created'], url: `${receiver.url}/T0K3N` })
  receiver.answer = status(410)
  await createBoard('A')
  const read = async () => (await owner.request('GET /events?kinds=webhook.disabled')).body.data
  await expect.poll(read, patience).toHaveLength(1)
  const text = JSON.stringify(await read())
  expect(text).toContain(new URL(receiver.url).host)
  expect(text).not.toContain('T0K3N')
})

test('W1 a delivery that is sent again gets one more attempt', async () => {
  const { id } = await register({ events: ['board.created'] })
  await createBoard('A')
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(1)
  const [{ id: delivery }] = await readDeliveries(id)
  receiver.answer = status(500)
  const again = `POST /webhooks/${id}/deliveries/${delivery}/redeliver`
  expect((await owner.request(again)).status).toBe(202)
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject([{ status: 'failed', attempt_count: 2, next_attempt_at: null }])
})

test('only failed deliveries are recovered, with their ids and counted before', async () => {
  const { id } = await register({ events: ['board.created'] })
  await createBoard('It arrives')
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(1)
  receiver.answer = status(404)
  await createBoard('A')
  await createBoard('B')
  await expect
    .poll(() => readDeliveries(id, '?status=pending'), patience)
    .toMatchObject(Array(2).fill({ attempt_count: 1, next_attempt_at: expect.any(String) }))
  await service.database.pool
    .updateTable('webhook_deliveries')
    .set({ tries: 9 })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await setWebhook(id, { probe_at: null })
  await makeDue()
  await expect.poll(() => readDeliveries(id, '?status=failed'), patience).toHaveLength(2)
  const ids = receiver.bodies().map((body) => body.id)
  expect(ids).toHaveLength(5)
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const recover = (dry_run: boolean) =>
    owner.create(`POST /webhooks/${id}/recover`, { since, dry_run })
  expect(await recover(true)).toEqual({ count: 2 })
  receiver.answer = status(200)
  expect(await recover(false)).toEqual({ count: 2 })
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject([{ attempt_count: 3 }, { attempt_count: 3 }, { attempt_count: 1 }])
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(3)
  const [, ...failedIds] = ids
  const nextIds = receiver
    .bodies()
    .slice(5)
    .map((body) => body.id)
  expect(nextIds).toHaveLength(2)
  expect(new Set(nextIds)).toEqual(new Set(failedIds))
  expect(await recover(true)).toEqual({ count: 0 })
})

test('waiting deliveries are skipped, and the count says how many', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(500)
  await createBoard('A')
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject([{ last_attempt: { http_status: 500 }, status: 'pending' }])
  const skip = (dry_run: boolean) => owner.create(`POST /webhooks/${id}/skip-waiting`, { dry_run })
  expect(await skip(true)).toEqual({ count: 1 })
  expect(await skip(false)).toEqual({ count: 1 })
  expect(await readDeliveries(id)).toMatchObject([{ status: 'skipped', next_attempt_at: null }])
})

test('Retry-After of 429 delays the next attempt', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(429, { 'Retry-After': '7200' })
  await createBoard('A')
  await expectAttempts(id, 1)
  const [{ next_attempt_at }] = await readDeliveries(id)
  expect(new Date(next_attempt_at).getTime() - Date.now()).toBeGreaterThan(7_000_000)
})
