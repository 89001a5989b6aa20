import { expect, test } from 'vitest'

import { isInternal } from '#contract/events.ts'
import { feedbackPerTest } from '#service/feedback/test-feedback.ts'
import { reason, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const at = feedbackPerTest(service)

const bodies = (comments: readonly { body: string }[]) => comments.map(({ body }) => body)

test('the author of a comment is the team by default', async () => {
  const post = await at.post('Talk')
  await at.events()
  const [ours, theirs] = [
    await at.comment(post, { body: 'We look into it' }),
    await at.comment(post, { body: 'Thanks', user: { email: 'ann@example.com', name: 'Ann' } }),
  ]
  expect([ours.status, ours.body.author, theirs.body.author]).toMatchObject([
    201,
    { type: 'team', name: 'Owner' },
    { type: 'user', name: 'Ann' },
  ])
  expect(await at.events()).toEqual(['comment.created', 'portal_user.created', 'comment.created'])
  expect((await at.read(post)).comment_count).toBe(2)
})

test('T64 an internal note is in no public list, count, time or event', async () => {
  const post = await at.post('Secret')
  await at.comment(post, { body: 'public' })
  const before = await at.read(post)
  await at.events()
  await new Promise((resolve) => setTimeout(resolve, 3))
  const note = (await at.comment(post, { body: 'hush', internal: true })).body
  expect(bodies(await at.comments(post))).toEqual(['public'])
  expect(await at.read(post)).toEqual({ ...before, internal_comment_count: 1 })
  expect(await at.titles('?search=hush')).toEqual([])
  const path = `/feedback/posts/${post.id}/comments/${note.id}`
  await at.request(`PATCH ${path}`, { body: { body: 'hush, hush' } })
  await at.request(`DELETE ${path}`)
  const kinds = await at.events()
  expect(kinds).toEqual([
    'comment.internal_created',
    'comment.internal_updated',
    'comment.internal_deleted',
  ])
  expect(kinds.every(isInternal)).toBe(true)
  expect((await at.read(post)).updated_at).toBe(before.updated_at)
})

test('T64 an internal note is in no total, filter, poll, cursor or feed', async () => {
  const post = await at.post('Secret')
  await at.comment(post, { body: 'public' })
  const { updated_at } = await at.read(post)
  await new Promise((resolve) => setTimeout(resolve, 3))
  const since = new Date().toISOString()
  for (const external_ref of ['note:1', 'note:2'])
    await at.comment(post, { body: 'hush', internal: true, external_ref, import: true })
  const path = `GET /feedback/posts/${post.id}/comments`
  const page = async (query: string) => (await at.request(`${path}?${query}`)).body
  expect((await page('include_total=true')).paging.total).toBe(1)
  expect((await page('include_total=true&internal=true')).paging.total).toBe(3)
  expect(bodies((await page('external_ref=note:1')).data)).toEqual([])
  const { next } = (await page('internal=true&limit=1')).paging
  expect((await at.request(`${path}?limit=1&starting_after=${next}`)).status).toBe(422)
  expect(await at.titles(`?updated_since=${since}`)).toEqual([])
  expect((await at.read(post)).updated_at).toBe(updated_at)

  await at.comment(post, { body: 'last' })
  const feed = async (query: string) => (await at.request(`GET /events?${query}`)).body.data
  const named = 'kinds=*,comment.internal_created'
  await expect.poll(async () => (await feed(named)).at(-1)?.data.body).toBe('last')
  for (const query of ['', 'kinds=*', 'kinds=comment.created']) {
    const text = JSON.stringify(await feed(query))
    expect(text).toContain('last')
    expect(text).not.toContain('hush')
  }
  expect(JSON.stringify(await feed(named))).toContain('hush')
})

test('T65 internal=true lists comments and notes, oldest first', async () => {
  const post = await at.post('Both')
  await at.comment(post, { body: 'one' })
  await at.comment(post, { body: 'two', internal: true })
  await at.comment(post, { body: 'three' })
  expect(bodies(await at.comments(post, '?internal=true'))).toEqual(['one', 'two', 'three'])
  expect(bodies(await at.comments(post, '?internal=false'))).toEqual(['one', 'three'])
  expect((await at.request(`GET /feedback/posts/${post.id}/comments?internal=1`)).status).toBe(422)
})

test('T66 a note by a user or a public reply to one is rejected', async () => {
  const [post, other] = [await at.post('Here'), await at.post('There')]
  const note = (await at.comment(post, { body: 'note', internal: true })).body
  const elsewhere = (await at.comment(other, { body: 'there' })).body
  await at.events()
  const refused = [
    await at.comment(post, { body: 'x', internal: true, user: { email: 'a@example.com' } }),
    await at.comment(post, { body: 'x', parent_id: note.id }),
    await at.comment(post, { body: 'x', parent_id: elsewhere.id }),
    await at.comment(post, { body: 'x', parent_id: 'cmt_00000000000000000000000000' }),
    await at.comment(post, { body: '  \n' }),
  ]
  expect(refused.map(reason)).toEqual([
    [422, 'note_by_user'],
    [422, 'reply_to_note'],
    [422, 'comment_on_another_post'],
    [404, 'not_found'],
    [422, 'custom'],
  ])
  expect(await at.events()).toEqual([])
  expect((await at.comment(post, { body: 'x', internal: true, parent_id: note.id })).status).toBe(
    201,
  )
})

test('deleting a comment moves its replies up, only under its post', async () => {
  const [post, other] = [await at.post('Thread'), await at.post('Other')]
  const top = (await at.comment(post, { body: 'top' })).body
  const middle = (await at.comment(post, { body: 'middle', parent_id: top.id })).body
  await at.comment(post, { body: 'leaf', parent_id: middle.id })
  await at.events()
  const path = `/feedback/posts/${post.id}/comments/${middle.id}`
  expect(
    (await at.request(`DELETE /feedback/posts/${other.id}/comments/${middle.id}`)).status,
  ).toBe(404)
  const changed = await at.request(`PATCH ${path}`, { body: { body: 'MIDDLE' } })
  expect([changed.body.body, changed.body.version]).toEqual(['MIDDLE', '2'])
  expect((await at.request(`PATCH ${path}`, { body: { body: 'MIDDLE' } })).body.version).toBe('2')
  expect((await at.request(`DELETE ${path}`, { headers: { 'If-Match': '"1"' } })).status).toBe(412)
  expect((await at.request(`DELETE ${path}`)).status).toBe(204)
  expect(await at.events()).toEqual(['comment.updated', 'comment.deleted'])
  expect((await at.comments(post)).map(({ body, parent_id }) => [body, parent_id])).toEqual([
    ['top', null],
    ['leaf', top.id],
  ])
  expect((await at.read(post)).comment_count).toBe(2)
})

test('comments are paginated in order, also with equal times', async () => {
  const post = await at.post('Long')
  const created_at = '2024-01-01T00:00:00Z'
  for (let index = 0; index < 7; index++)
    await at.comment(post, { body: String(index), created_at, import: true })
  const found: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const cursor: string = next && `&starting_after=${next}`
    const page = (await at.request(`GET /feedback/posts/${post.id}/comments?limit=3${cursor}`)).body
    found.push(...bodies(page.data))
    next = page.paging.next
  }
  expect(found).toEqual(['0', '1', '2', '3', '4', '5', '6'])
})
