import { expect, test } from 'vitest'

import { feedbackPerTest } from '#service/feedback/test-feedback.ts'
import { reason, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const at = feedbackPerTest(service)

const users = async (query = '') => (await at.request(`GET /feedback/users${query}`)).body.data
const names = async (query: string) =>
  (await users(query)).map(({ name }: { name: string }) => name)

test('identify creates, then updates, then changes nothing: 201, 200, 200', async () => {
  const result = await at.identify({ external_id: 'u1', email: 'Ann@Example.com', name: 'Ann' })
  expect(result.status).toBe(201)
  expect(result.body).toMatchObject({
    external_id: 'u1',
    email: 'Ann@Example.com',
    attributes: {},
    counters: { posts: 0, votes: 0, comments: 0 },
  })
  expect(await at.events()).toEqual(['portal_user.created'])
  const updated = await at.identify({ external_id: 'u1', name: 'Ann B.' })
  expect([updated.status, updated.body.name, updated.body.version]).toEqual([200, 'Ann B.', '2'])
  expect(await at.events()).toEqual(['portal_user.updated'])
  const same = await at.identify({ email: 'ann@example.COM', name: 'Ann B.' })
  expect([same.status, same.body.id, same.body.version]).toEqual([200, result.body.id, '2'])
  expect(await at.events()).toEqual([])
})

test('identify requires an identifier', async () => {
  expect((await at.identify({ name: 'Ann' })).status).toBe(422)
  expect((await at.identify({ external_id: null, email: null })).status).toBe(422)
  expect((await at.identify({ email: 'ann' + '@' })).status).toBe(422)
})

test('T69 identifiers of two users are rejected with both ids', async () => {
  const a = (await at.identify({ external_id: 'a', name: 'A' })).body
  const b = (await at.identify({ email: 'b@example.com', name: 'B' })).body
  await at.events()
  const clash = await at.identify({ external_id: 'a', email: 'b@example.com', name: 'C' })
  expect(reason(clash)).toEqual([409, 'user_mismatch'])
  expect(new Set(clash.body.error.details[0].ids)).toEqual(new Set([a.id, b.id]))
  const still = await Promise.all([at.user(a), at.user(b)])
  expect(still.map(({ name, version }) => [name, version])).toEqual([
    ['A', '1'],
    ['B', '1'],
  ])
  expect(await at.events()).toEqual([])
})

test('T69 an email does not identify a user with another external id', async () => {
  await at.identify({ external_id: 'a', email: 'shared@example.com' })
  const clash = await at.identify({ external_id: 'z', email: 'shared@example.com' })
  expect(reason(clash)).toEqual([409, 'user_mismatch'])
})

test('T70 identifying an anonymous voter adds the identifier to the same user', async () => {
  const post = await at.post('Voted')
  const voter = (await at.vote(post, { email: 'ANN@example.com' })).body.user_id
  const named = (await at.identify({ external_id: 'u7', email: 'ann@example.com' })).body
  expect([named.id, named.external_id, named.counters.votes]).toEqual([voter, 'u7', 1])
  const moved = (await at.identify({ external_id: 'u7', email: 'new@example.com' })).body
  expect([moved.id, moved.email]).toEqual([voter, 'new@example.com'])
})

test.each([
  [{}, { name: 'Ann', avatar_url: 'https://example.com/a.png', attributes: { plan: 'pro' } }],
  [{ name: null }, { name: null, attributes: { plan: 'pro' } }],
  [{ avatar_url: null }, { name: 'Ann', avatar_url: null }],
  [{ attributes: { size: 'L' } }, { attributes: { plan: 'pro', size: 'L' } }],
  [{ attributes: { plan: null } }, { attributes: {} }],
  [{ attributes: null }, { name: 'Ann', attributes: {} }],
  [{ email: null }, { email: null, name: 'Ann' }],
])('T71 identify with %j keeps undefined fields and clears null', async (more, expected) => {
  const avatar_url = 'https://example.com/a.png'
  await at.identify({
    external_id: 'u1',
    email: 'a@example.com',
    name: 'Ann',
    avatar_url,
    attributes: { plan: 'pro' },
  })
  expect((await at.identify({ external_id: 'u1', ...more })).body).toMatchObject(expected)
})

test('attribute names such as __proto__ are ordinary names', async () => {
  const given = '{"external_id":"u1","attributes":{"__proto__":"a","constructor":"b"}}'
  const { text } = await at.request('POST /feedback/users/identify', { raw: given })
  expect(text).toContain('"attributes":{"__proto__":"a","constructor":"b"}')
})

test('20 concurrent identify requests create one user and one event', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      at.identify(index % 2 ? { email: 'ann@example.com' } : { email: 'ANN@EXAMPLE.COM' }),
    ),
  )
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await users()).toHaveLength(1)
  expect((await at.events()).filter((kind) => kind === 'portal_user.created')).toHaveLength(1)
})

test('user counters include comments and exclude deleted posts', async () => {
  const user = { email: 'ann@example.com' }
  const post = await at.post('Mine', { user })
  await at.vote(post, user)
  await at.comment(post, { body: 'x', user })
  const [ann] = await users()
  expect(ann.counters).toEqual({ posts: 1, votes: 1, comments: 1 })
  await at.request(`DELETE /feedback/posts/${post.id}`)
  expect((await at.user(ann)).counters).toEqual({ posts: 0, votes: 0, comments: 0 })
})

test('user search matches the beginning of name, email or external id', async () => {
  await at.identify({ external_id: 'crm-17', email: 'zoe@example.com', name: 'Zoë Müller' })
  await at.identify({ external_id: 'crm-18', email: 'bo@example.org', name: 'Bo' })
  expect([
    await names('?search=zoe+mul'),
    await names('?search=bo%40example.org'),
    await names('?search=crm-17'),
    await names('?email=ZOE%40example.com'),
    await names('?external_id=crm-18'),
    await names('?sort=name'),
    await names('?sort=created_at'),
    await names('?search=oe'),
  ]).toEqual([
    ['Zoë Müller'],
    ['Bo'],
    ['Zoë Müller'],
    ['Zoë Müller'],
    ['Bo'],
    ['Bo', 'Zoë Müller'],
    ['Zoë Müller', 'Bo'],
    [],
  ])
})

test('a user update rejects identifiers of others and missing ones', async () => {
  const ann = (await at.identify({ email: 'ann@example.com' })).body
  const ben = (await at.identify({ email: 'ben@example.com' })).body
  await at.events()
  const patch = (body: object) => at.request(`PATCH /feedback/users/${ann.id}`, { body })
  expect((await patch({ name: 'Ann' })).body).toMatchObject({ name: 'Ann', version: '2' })
  expect(await at.events()).toEqual(['portal_user.updated'])
  expect(reason(await patch({ email: 'BEN@example.com' }))).toEqual([409, 'user_mismatch'])
  expect(reason(await patch({ email: null }))).toEqual([422, 'no_identifier'])
  expect((await patch({ name: 'Ann' })).body.version).toBe('2')
  expect((await at.user(ben)).email).toBe('ben@example.com')
  expect(await at.events()).toEqual([])
})

test('an avatar URL must be https', async () => {
  for (const avatar_url of [
    'http://example.com/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
  ])
    expect((await at.identify({ external_id: 'u', avatar_url })).status).toBe(422)
})
