// Runs on both engines: it relies on leases and row locks.
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'

import { reason } from '#service/http/test-service.ts'
import { purgeExpired } from '#service/purge.ts'
import { deliveriesPerFile, patience } from './test-deliveries.ts'
import { startReceiver, status } from './test-receiver.ts'

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
  setWebhook,
} = deliveriesPerFile()
const kindsOf = () => receiver.bodies().map(({ event }) => event)

test('a change is delivered with both signatures', async () => {
  const { secret, id } = await register({ events: ['board.created'] })
  const board = await createBoard('Zoë')
  await expect.poll(() => receiver.requests.length, patience).toBe(1)
  const { headers, body } = receiver.request(0)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  expect(headers['x-service-signature']).toBe(`sha256=${signature}`)
  expect(headers['webhook-id']).toBe(JSON.parse(body).id)
  expect(headers['user-agent']).toBe('Service-Webhooks/1')
  expect(headers['x-service-event']).toBe('board.created')
  expect(JSON.parse(body)).toMatchObject({ event: 'board.created', data: { id: board.id } })
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject([{ status: 'succeeded', attempt_count: 1, event: 'board.created' }])
})

test('T93 every attempt sends the same bytes and id', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(500, {}, 'no')
  await createBoard('A')
  await expect.poll(() => receiver.requests.length, patience).toBe(1)
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject([{ status: 'pending', last_attempt: { http_status: 500 } }])
  receiver.answer = status(204)
  await makeDue()
  await expect.poll(() => receiver.requests.length, patience).toBe(2)
  const [first, second] = receiver.requests
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.headers['x-service-attempt']).toBe('2')
  const [{ id: delivery }] = await readDeliveries(id)
  const read = async () => (await owner.request(`GET /webhooks/${id}/deliveries/${delivery}`)).body
  await expect.poll(async () => (await read()).attempts.length, patience).toBe(2)
  const { attempts, request_body } = await read()
  expect(attempts).toMatchObject([
    { number: 1, http_status: 500, response_excerpt: 'no' },
    { number: 2, http_status: 204 },
  ])
  expect(request_body).toBe(first?.body)
})

test('T91 a receiver that hangs delays neither a request nor another receiver', async () => {
  await register({ events: ['board.created'] })
  const other = await startReceiver()
  await register({ url: other.url, events: ['board.created'] })
  receiver.answer = () => undefined
  const started = performance.now()
  for (let at = 0; at < 30; at++) await createBoard(`Board ${at}`)
  const written = performance.now() - started
  await expect.poll(() => other.requests.length, patience).toBe(30)
  const delivered = performance.now() - started
  // The hanging receiver keeps ten attempts for a second each; the writes and the other wait for none of them.
  expect(written).toBeLessThan(20_000)
  expect(delivered - written).toBeLessThan(2000)
})

test('T64 internal comments are delivered only by their names', async () => {
  const named = await startReceiver()
  await register({ events: ['*'] })
  await register({ url: named.url, events: ['comment.internal_created'] })
  const board_id = (await owner.create('POST /feedback/boards', { name: 'Ideas' })).id
  const post = await owner.create('POST /feedback/posts', { board_id, title: 'P' })
  await owner.create(`POST /feedback/posts/${post.id}/comments`, { body: 'Secret', internal: true })
  await owner.create(`POST /feedback/posts/${post.id}/comments`, { body: 'Public' })
  await expect.poll(kindsOf, patience).toContain('comment.created')
  await expect.poll(() => named.requests.length, patience).toBe(1)
  expect(kindsOf()).not.toContain('comment.internal_created')
})

test('events of an import are not delivered', async () => {
  await register({ events: ['board.created'] })
  await owner.create('POST /boards', { name: 'Silent', import: true })
  await createBoard('Loud')
  await expect.poll(() => receiver.requests.length, patience).toBe(1)
  expect(receiver.bodies()).toMatchObject([{ data: { name: 'Loud' } }])
})

test('a delivery whose event is gone is skipped without an attempt', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(500)
  await createBoard('A')
  await expectAttempts(id, 1)
  await service.database.pool
    .deleteFrom('events')
    .where('workspace_id', '=', owner.workspace_id)
    .where('kind', '=', 'board.created')
    .execute()
  await makeDue()
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject([{ status: 'skipped', attempt_count: 1, last_attempt: { http_status: 500 } }])
  const [{ id: delivery }] = await readDeliveries(id)
  const { body } = await owner.request(`GET /webhooks/${id}/deliveries/${delivery}`)
  expect(body.attempts).toHaveLength(1)
  expect(await readWebhookRow(id)).toMatchObject({ failure_count: 1 })
})

test('a purge keeps the bytes of an event whose delivery still waits', async () => {
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(500)
  await createBoard('Old')
  await expectAttempts(id, 1)
  await createBoard('The latest event of a workspace is always kept')
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject(Array(2).fill({ next_attempt_at: expect.any(String) }))
  // Ids of this process may be later than its clock, because other tests set it forward.
  await purgeExpired(service.database.pool, new Date('2090-01-01'), (error) => {
    throw error
  })
  expect((await owner.request('GET /events?kinds=board.created')).body.data).toHaveLength(1)
  receiver.answer = status(200)
  await makeDue()
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(2)
  const bodies = receiver.requests.map(({ body }) => body)
  expect(new Set(bodies).size).toBe(2)
})

test('a purge deletes deliveries that ended a week ago, with their log', async () => {
  const { id } = await register({ events: ['board.created'] })
  await createBoard('A')
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(1)
  const purgeIn = (days: number) =>
    purgeExpired(service.database.pool, new Date(Date.now() + days * 86_400_000), () => undefined)
  await purgeIn(6)
  expect(await readDeliveries(id)).toHaveLength(1)
  await purgeIn(8)
  expect(await readDeliveries(id)).toEqual([])
})

test('missing events are replayed once, in the order of their numbers', async () => {
  await createBoard('A')
  await createBoard('B')
  const { id } = await register({ events: ['board.created'] })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const replay = (dry_run: boolean) =>
    owner.create(`POST /webhooks/${id}/replay`, { since, dry_run })
  await expect.poll(() => replay(true), patience).toEqual({ count: 2 })
  expect(await replay(false)).toEqual({ count: 2 })
  expect(await replay(false)).toEqual({ count: 0 })
  await expect.poll(() => receiver.requests.length, patience).toBe(2)
  expect(receiver.bodies()).toMatchObject([{ data: { name: 'A' } }, { data: { name: 'B' } }])
})

test('a filter by board makes no delivery of other boards', async () => {
  const one = await createBoard('One')
  const other = await createBoard('Other')
  const { id } = await register({ events: ['card.created'], filter: { board_ids: [one.id] } })
  for (const board of [other, one]) {
    const list_id = (await owner.create(`POST /boards/${board.id}/lists`, { name: 'L' })).id
    await owner.create(`POST /boards/${board.id}/cards`, { list_id, name: board.name })
  }
  await expect.poll(() => receiver.requests.length, patience).toBe(1)
  expect(receiver.bodies()).toMatchObject([{ data: { name: 'One' } }])
  expect(await readDeliveries(id)).toHaveLength(1)
})

test('events caused by an API key are skipped with ignore_api', async () => {
  const { id } = await register({ ignore_api: true })
  const other = await startReceiver()
  other.answer = status(410)
  await register({ url: other.url, events: ['board.created'] })
  await createBoard('A')
  // No key disables the webhook of a receiver that is gone.
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject([{ event: 'webhook.disabled' }])
})

test('a test is sent to one webhook, also while it is disabled', async () => {
  const { id } = await register({ enabled: false })
  const other = await startReceiver()
  await register({ url: other.url, events: ['*'] })
  const response = await owner.request(`POST /webhooks/${id}/test`, {
    body: { kind: 'card.moved' },
  })
  expect(response.status).toBe(202)
  await expect.poll(kindsOf, patience).toEqual(['card.moved'])
  const { body } = await owner.request('GET /event-kinds/card.moved/sample')
  expect(Object.keys(receiver.bodies()[0].data)).toEqual(Object.keys(body[0].data))
  await createBoard('Real')
  await expect
    .poll(() => other.bodies().map(({ event }) => event), patience)
    .toContain('board.created')
  expect(other.bodies().map(({ event }) => event)).not.toContain('card.moved')
})

test('after a rotation both secrets sign until the overlap ends', async () => {
  const { id, secret } = await register({ events: ['board.created'] })
  const rotated = await owner.create(`POST /webhooks/${id}/rotate-secret`, { overlap_hours: 1 })
  await createBoard('A')
  await expect.poll(() => receiver.requests.length, patience).toBe(1)
  const { headers, body } = receiver.request(0)
  const sign = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
  expect(headers['x-service-signature']).toBe(sign(rotated.secret))
  expect(headers['x-service-signature-previous']).toBe(sign(secret))
  // A second overlap would end the first one, which was promised.
  const rotate = (overlap_hours: number) =>
    owner.request(`POST /webhooks/${id}/rotate-secret`, { body: { overlap_hours } })
  expect(reason(await rotate(1))).toEqual([409, 'secret_overlap'])
  await setWebhook(id, { previous_secret_until: new Date(0) })
  await createBoard('B')
  await expect.poll(() => receiver.requests.length, patience).toBe(2)
  expect(receiver.request(1).headers['x-service-signature-previous']).toBeUndefined()
  expect((await rotate(1)).status).toBe(200)
  expect((await rotate(0)).body.previous_secret_until).toBeNull()
})

test('custom headers are sent, and masked when they are read', async () => {
  const { id } = await register({ events: ['board.created'], headers: { 'X-Token': 's3cret' } })
  await createBoard('A')
  await expect.poll(() => receiver.requests.length, patience).toBe(1)
  expect(receiver.request(0).headers['x-token']).toBe('s3cret')
  const read = await owner.request(`GET /webhooks/${id}`)
  expect(read.text).not.toContain('s3cret')
  const [{ id: delivery }] = await readDeliveries(id)
  const details = await owner.request(`GET /webhooks/${id}/deliveries/${delivery}`)
  expect(details.text).not.toContain('s3cret')
})

test('a redirect is a failure, shows its target and is not followed', async () => {
  const target = await startReceiver()
  const { id } = await register({ events: ['board.created'] })
  receiver.answer = status(302, { Location: target.url })
  await createBoard('A')
  await expect
    .poll(() => readDeliveries(id), patience)
    .toMatchObject([{ status: 'pending', last_attempt: { http_status: 302 } }])
  const [{ id: delivery }] = await readDeliveries(id)
  const { body } = await owner.request(`GET /webhooks/${id}/deliveries/${delivery}`)
  expect(body.attempts).toMatchObject([{ response_headers: { location: target.url } }])
  expect(target.requests).toEqual([])
})

test('deleting a webhook deletes its deliveries and their log', async () => {
  const { id } = await register({ events: ['board.created'] })
  await createBoard('A')
  await expect.poll(() => readDeliveries(id, '?status=succeeded'), patience).toHaveLength(1)
  expect((await owner.request(`DELETE /webhooks/${id}`)).status).toBe(204)
  expect((await owner.request(`GET /webhooks/${id}/deliveries`)).status).toBe(404)
  for (const table of ['webhook_deliveries', 'webhook_attempts'] as const) {
    const rows = await service.database.pool
      .selectFrom(table)
      .select('webhook_id')
      .where('workspace_id', '=', owner.workspace_id)
      .execute()
    expect(rows).toEqual([])
  }
})
