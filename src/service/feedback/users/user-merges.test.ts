// Runs on both engines: it relies on row locks.
import { expect, test } from 'vitest'

import type { PortalUser } from '#contract/feedback/users.ts'
import { hasOneConnection, lockWaits } from '#service/db/test-lock-waits.ts'
import { feedbackPerTest } from '#service/feedback/test-feedback.ts'
import { reason, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const at = feedbackPerTest(service)

const somebody = async (body: object): Promise<PortalUser> => (await at.identify(body)).body
const merge = (user: { id: string }, from: { id: string }) =>
  at.request(`POST /feedback/users/${user.id}/merge`, { body: { from_id: from.id } })
const erase = (user: { id: string }) => at.request(`DELETE /feedback/users/${user.id}`)

test('T68 merging users moves posts, votes and comments to one user, each once', async () => {
  const ann = await somebody({ external_id: 'ann', name: 'Ann', attributes: { plan: 'pro' } })
  const alias = await somebody({
    email: 'ann@example.com',
    name: 'A.',
    attributes: { plan: 'free', city: 'Oslo' },
  })
  const [one, two] = [
    await at.post('One', { user_id: alias.id }),
    await at.post('Two', { user_id: ann.id }),
  ]
  for (const user of [ann, alias]) await at.vote(one, { user_id: user.id })
  await at.vote(two, { user_id: alias.id })
  await at.comment(two, { body: 'Yes', user_id: alias.id })
  await at.events()
  const { body } = await merge(ann, alias)
  expect(body).toMatchObject({
    id: ann.id,
    external_id: 'ann',
    email: 'ann@example.com',
    name: 'Ann',
    attributes: { plan: 'pro', city: 'Oslo' },
    counters: { posts: 2, votes: 2, comments: 1 },
  })
  expect([(await at.read(one)).vote_count, (await at.votes(one)).length]).toEqual([1, 1])
  expect((await at.read(one)).author.id).toBe(ann.id)
  expect(await at.events()).toEqual(['portal_user.updated', 'portal_user.deleted'])
  expect((await at.request(`GET /feedback/users/${alias.id}`)).status).toBe(404)
  expect((await somebody({ email: 'ANN@example.com' })).id).toBe(ann.id)
})

test('an invalid merge of users is rejected', async () => {
  const ann = await somebody({ external_id: 'ann' })
  expect(reason(await merge(ann, ann))).toEqual([422, 'itself'])
  expect(reason(await merge(ann, { id: 'usr_00000000000000000000000000' }))).toEqual([
    404,
    'not_found',
  ])
})

test('T68 a deleted user is erased, their posts, votes and comments still count', async () => {
  const ann = await somebody({ email: 'ann@example.com', name: 'Ann', attributes: { plan: 'pro' } })
  const post = await at.post('Idea', { user_id: ann.id })
  await at.vote(post, { user_id: ann.id })
  await at.comment(post, { body: 'Please', user_id: ann.id })
  await at.events()
  expect((await erase(ann)).status).toBe(204)
  expect(await at.events()).toEqual(['portal_user.deleted'])
  const nameless = { type: 'user', id: ann.id, name: null, avatar_url: null }
  expect(await at.read(post)).toMatchObject({ vote_count: 1, comment_count: 1, author: nameless })
  expect((await at.comments(post))[0]?.author).toEqual(nameless)
  expect((await at.votes(post))[0]?.user).toEqual({
    id: ann.id,
    external_id: null,
    email: null,
    name: null,
    avatar_url: null,
  })
  const stored = await service.database.pool
    .selectFrom('portal_users')
    .selectAll()
    .where('id', '=', ann.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toMatch(/ann@|Ann|pro/)
})

test('a deleted user is found nowhere, and the address can be reused', async () => {
  const ann = await somebody({ email: 'ann@example.com' })
  const post = await at.post('Idea')
  await erase(ann)
  expect((await erase(ann)).status).toBe(404)
  expect((await at.vote(post, { user_id: ann.id })).status).toBe(404)
  expect((await at.request('GET /feedback/users')).body.data).toEqual([])
  expect((await somebody({ email: 'ann@example.com' })).id).not.toBe(ann.id)
})

test('a double vote returns to the post from which a merge moved it', async () => {
  const [a, b] = [await at.post('A'), await at.post('B')]
  const [ann, alias] = [
    await somebody({ external_id: 'ann' }),
    await somebody({ external_id: 'alias' }),
  ]
  await at.vote(a, { user_id: alias.id })
  await at.vote(b, { user_id: ann.id })
  await at.request(`POST /feedback/posts/${a.id}/merge`, { body: { into_id: b.id } })
  await merge(ann, alias)
  expect([(await at.read(a)).vote_count, (await at.read(b)).vote_count]).toEqual([1, 1])
  expect((await at.user(ann)).counters.votes).toBe(1)
  await at.request(`POST /feedback/posts/${a.id}/unmerge`, { body: {} })
  expect((await at.user(ann)).counters.votes).toBe(2)
})

test.skipIf(hasOneConnection)(
  'T68 votes that come while a merge waits for a post are counted once, too',
  async () => {
    const [ann, alias] = [
      await somebody({ external_id: 'ann' }),
      await somebody({ external_id: 'alias' }),
    ]
    const [held, other] = [await at.post('Held'), await at.post('Other')]
    await at.vote(held, { user_id: alias.id })
    let merged: Promise<unknown> = Promise.resolve()
    await service.database.pool.transaction().execute(async (tx) => {
      await tx.selectFrom('posts').select('id').where('id', '=', held.id).forUpdate().execute()
      merged = merge(ann, alias)
      await expect.poll(() => lockWaits(service.database)).toBe(1)
      for (const user of [ann, alias]) await at.vote(other, { user_id: user.id })
    })
    await merged
    expect([(await at.votes(other)).length, (await at.read(other)).vote_count]).toEqual([1, 1])
  },
)
