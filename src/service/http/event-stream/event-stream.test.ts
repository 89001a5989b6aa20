// Runs on both engines: the stream follows commits.
import { expect, test } from 'vitest'

import { openStream } from '#service/http/test-event-stream.ts'
import { openTestService, servicePerFile, workspacePerTest } from '#service/http/test-service.ts'

const timings = { heartbeat: 100, recheck: 50, writeTimeout: 400 }

const service = servicePerFile({}, { timings })
const owner = workspacePerTest(service)

const board = async (name: string, who = owner) =>
  (await who.request('POST /boards', { body: { name } })).body
const readKey = () => owner.create('POST /api-keys', { name: 'Reader', scope: 'read' })

/** The kinds told of comments, up to the public one. */
async function commentsOf(stream: Awaited<ReturnType<typeof openStream>>) {
  const kinds: string[] = []
  while (kinds.at(-1) !== 'comment.created') {
    const event = (await stream.next())?.event ?? ''
    if (event.startsWith('comment.')) kinds.push(event)
  }
  return kinds
}

test('an event stream delivers events of its own workspace only', async () => {
  const other = await service.workspace('Other')
  const [mine, theirs] = [
    await openStream(service, owner.key),
    await openStream(service, other.key),
  ]
  expect(mine.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect([(await mine.next())?.event, (await theirs.next())?.event]).toEqual(['ready', 'ready'])
  const created = await board('Mine')
  await board('Theirs', other)
  const frame = await mine.next()
  expect(frame).toMatchObject({ event: 'board.created', data: { data: { id: created.id } } })
  expect(frame?.id).toBe(frame?.data.id)
  expect((await theirs.next())?.data.data.name).toBe('Theirs')
  await Promise.all([mine.close(), theirs.close()])
})

test('an event stream resumes after Last-Event-ID in order', async () => {
  const first = await openStream(service, owner.key)
  await first.next()
  await board('A')
  const last = await first.next()
  await first.close()
  for (const name of ['B', 'C', 'D']) await board(name)
  const resumed = await openStream(service, owner.key, { last_event_id: last?.id })
  expect((await resumed.next())?.event).toBe('ready')
  const names = [await resumed.next(), await resumed.next(), await resumed.next()].map(
    (frame) => frame?.data.data.name,
  )
  expect(names).toEqual(['B', 'C', 'D'])
  await resumed.close()
})

test('an unknown Last-Event-ID gets a reset event', async () => {
  const stream = await openStream(service, owner.key, {
    last_event_id: 'evt_00000000000000000000000000',
  })
  expect((await stream.next())?.event).toBe('reset')
  await stream.close()
})

test('T64 internal comment events are streamed only when requested by kind', async () => {
  const ideas = await owner.create('POST /feedback/boards', { name: 'Ideas' })
  const post = { board_id: ideas.id, title: 'P' }
  const { id } = await owner.create('POST /feedback/posts', post)
  const { key } = await readKey()
  const all = await openStream(service, key)
  const naming = await openStream(service, key, { query: '?kinds=*,comment.internal_created' })
  await all.next()
  await naming.next()
  const comment = async (body: object) =>
    owner.request(`POST /feedback/posts/${id}/comments`, { body })
  await comment({ body: 'Secret', internal: true })
  await comment({ body: 'Public' })
  expect((await commentsOf(all))[0]).toBe('comment.created')
  expect(await commentsOf(naming)).toEqual(['comment.internal_created', 'comment.created'])
  await Promise.all([all.close(), naming.close()])
})

test('an event stream of one kind delivers each event between other kinds', async () => {
  const stream = await openStream(service, owner.key, { query: '?kinds=label.created' })
  await stream.next()
  for (const name of ['A', 'B', 'C']) {
    const { id } = await board(name)
    await new Promise((resolve) => setTimeout(resolve, timings.recheck))
    await owner.request(`POST /boards/${id}/labels`, { body: { name, color: 'green' } })
    expect((await stream.next())?.data.data.name).toBe(name)
  }
  await stream.close()
})

test('an idle event stream sends heartbeats', async () => {
  const stream = await openStream(service, owner.key)
  await stream.next()
  setTimeout(() => void board('Late'), 350)
  await stream.next()
  expect(stream.comments.length).toBeGreaterThan(0)
  await stream.close()
})

test('an event stream ends when its key is revoked', async () => {
  const { id, key } = await readKey()
  const stream = await openStream(service, key)
  await stream.next()
  await owner.request(`DELETE /api-keys/${id}`)
  // Events of the key itself may precede the end, on a slow machine also that of its creation.
  const kinds: string[] = []
  for (let frame = await stream.next(); frame; frame = await stream.next())
    kinds.push(frame.event ?? '')
  expect(kinds.length).toBeLessThanOrEqual(2)
})

test('a key may open twenty event streams at once', async () => {
  const { key } = await readKey()
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(service, key)))
  const refused = await openStream(service, key)
  expect(refused.response.status).toBe(429)
  expect(refused.response.headers.get('retry-after')).toBe('30')
  await streams[0]?.close()
  expect((await openStream(service, key)).response.status).toBe(200)
  await Promise.all(streams.map((stream) => stream.close()))
})

test('a client that reads nothing is disconnected with a bounded buffer', async () => {
  const stream = await openStream(service, owner.key)
  const long = 'x'.repeat(4000)
  for (let count = 0; count < 60; count++)
    await owner.request('POST /boards', { body: { name: `B${count}`, description: long } })
  await new Promise((resolve) => setTimeout(resolve, timings.writeTimeout * 4))
  let frames = 0
  while ((await stream.next()) !== undefined) frames += 1
  expect(frames).toBeGreaterThan(1)
  expect(frames).toBeLessThan(40)
})

test('an event stream rejects unknown kinds, invalid keys and other methods', async () => {
  expect(
    (await openStream(service, owner.key, { query: '?kinds=card.eaten' })).response.status,
  ).toBe(422)
  expect((await openStream(service, 'wsk_r_x')).response.status).toBe(401)
  expect((await owner.request('POST /events/stream', { body: {} })).status).toBe(405)
  expect((await owner.request('HEAD /events/stream')).status).toBe(200)
})

test('closing the service ends its event streams', async () => {
  const own = await openTestService({}, { timings })
  const { key } = await own.workspace()
  const stream = await openStream(own, key)
  await stream.next()
  const closed = own.close()
  // When to reconnect, which is no event.
  expect(await stream.next()).toMatchObject({ event: undefined, data: null })
  expect(await stream.next()).toBeUndefined()
  await closed
})
