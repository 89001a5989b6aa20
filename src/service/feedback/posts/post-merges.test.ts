import { expect, test } from 'vitest'

import type { Post } from '#contract/feedback/posts.ts'
import { feedbackPerTest } from '#service/feedback/test-feedback.ts'
import { reason, servicePerFile } from '#service/http/test-service.ts'

const service = servicePerFile()
const at = feedbackPerTest(service)

const merge = (post: Post, into: Post) =>
  at.request(`POST /feedback/posts/${post.id}/merge`, { body: { into_id: into.id } })
const unmerge = (post: Post) => at.request(`POST /feedback/posts/${post.id}/unmerge`, { body: {} })
const byText = (one: string, other: string) => one.localeCompare(other)
const voters = async (post: Post) =>
  (await at.votes(post)).map(({ user }) => user.external_id ?? '').toSorted(byText)
const counts = async (...posts: Post[]) =>
  Promise.all(posts.map(async (post) => (await at.read(post)).vote_count))

test('T68 a merge moves votes without duplicates, undoing it returns exactly these', async () => {
  const [a, b] = [await at.post('A'), await at.post('B')]
  for (const external_id of ['ann', 'both']) await at.vote(a, { external_id })
  for (const external_id of ['both', 'bob']) await at.vote(b, { external_id })
  await at.events()
  expect((await merge(a, b)).body).toMatchObject({ merged_into_id: b.id, version: '2' })
  expect([await voters(a), await voters(b)]).toEqual([['both'], ['ann', 'bob', 'both']])
  expect(await counts(a, b)).toEqual([1, 3])
  await at.vote(b, { external_id: 'new' })
  expect((await unmerge(a)).body).toMatchObject({ merged_into_id: null, version: '3' })
  expect([await voters(a), await voters(b)]).toEqual([
    ['ann', 'both'],
    ['bob', 'both', 'new'],
  ])
  expect(await counts(a, b)).toEqual([2, 3])
  expect(await at.events()).toEqual([
    'post.merged',
    'portal_user.created',
    'vote.created',
    'post.updated',
  ])
})

test('a merged post is readable by id, listed on request, never counted', async () => {
  const [a, b] = [await at.post('A'), await at.post('B')]
  await merge(a, b)
  expect((await at.read(a)).merged_into_id).toBe(b.id)
  expect(await at.titles()).toEqual(['B'])
  expect(await at.titles('?merged=true')).toEqual(['A'])
  const [board] = (await at.request('GET /feedback/boards')).body.data
  expect(board.post_count).toBe(1)
})

test('a merged post rejects votes and comments and names its target', async () => {
  const [a, b] = [await at.post('A'), await at.post('B')]
  await merge(a, b)
  for (const answer of [
    await at.vote(a, { external_id: 'x' }),
    await at.comment(a, { body: 'Hm' }),
  ]) {
    expect(reason(answer)).toEqual([409, 'post_merged'])
    expect(answer.body.error.details[0].id).toBe(b.id)
  }
})

test('an invalid merge of posts is rejected with its reason', async () => {
  const [a, b, c] = [await at.post('A'), await at.post('B'), await at.post('C')]
  expect(reason(await merge(a, a))).toEqual([422, 'itself'])
  expect(reason(await unmerge(a))).toEqual([409, 'not_merged'])
  expect(reason(await merge(a, { ...b, id: 'pst_00000000000000000000000000' }))).toEqual([
    404,
    'not_found',
  ])
  await merge(a, b)
  await at.events()
  expect(reason(await merge(a, c))).toEqual([409, 'already_merged'])
  expect(reason(await merge(c, a))).toEqual([409, 'target_merged'])
  await merge(b, c)
  expect(reason(await unmerge(a))).toEqual([409, 'merged_further'])
  expect(await at.events()).toEqual(['post.merged'])
})

test('nested merges are undone one after the other', async () => {
  const [a, b, c] = [await at.post('A'), await at.post('B'), await at.post('C')]
  for (const [post, external_id] of [
    [a, 'a'],
    [b, 'b'],
    [c, 'c'],
  ] as const)
    await at.vote(post, { external_id })
  await merge(a, b)
  await merge(b, c)
  expect(await counts(a, b, c)).toEqual([0, 0, 3])
  await unmerge(b)
  expect(await counts(a, b, c)).toEqual([0, 2, 1])
  await unmerge(a)
  expect([await voters(a), await voters(b), await voters(c)]).toEqual([['a'], ['b'], ['c']])
})

test('a vote deleted after a merge does not return when undone', async () => {
  const [a, b] = [await at.post('A'), await at.post('B')]
  await at.vote(a, { external_id: 'ann' })
  await merge(a, b)
  const [vote] = await at.votes(b)
  await at.request(`DELETE /feedback/posts/${b.id}/votes/${vote?.id}`)
  await unmerge(a)
  expect(await counts(a, b)).toEqual([0, 0])
})

test('a merge adds up imported votes, undoing it returns exactly these', async () => {
  const create = (title: string, imported_votes: number) =>
    at.post(title, { import: true, imported_votes })
  const [a, b, c] = [await create('A', 40), await create('B', 12), await create('C', 7)]
  for (const external_id of ['ann', 'both']) await at.vote(a, { external_id })
  await at.vote(b, { external_id: 'both' })
  const numbers = async (...posts: Post[]) =>
    Promise.all(
      posts.map(async (post) => {
        const { imported_votes, merged_imported_votes, votes_total } = await at.read(post)
        return [imported_votes, merged_imported_votes, votes_total]
      }),
    )
  const before = await at.read(b)
  await at.events()
  expect((await merge(a, b)).body).toMatchObject({ imported_votes: 0, votes_total: 1 })
  expect(await numbers(a, b)).toEqual([
    [0, 0, 1],
    [52, 40, 54],
  ])
  const after = await at.read(b)
  expect([after.version, after.updated_at > before.updated_at]).toEqual([before.version, true])
  await merge(b, c)
  expect(await numbers(b, c)).toEqual([
    [0, 40, 0],
    [59, 52, 61],
  ])
  await unmerge(b)
  expect(await numbers(b, c)).toEqual([
    [52, 40, 54],
    [7, 0, 7],
  ])

  // The file of the source is imported again: it says nothing of what was merged here.
  const again = (post: Post, imported_votes: number) =>
    at.patch(post, { import: true, imported_votes })
  expect((await again(b, 12)).body).toMatchObject({ version: '3', imported_votes: 52 })
  expect((await again(b, 20)).body).toMatchObject({ imported_votes: 60, votes_total: 62 })
  expect((await again(a, 41)).body).toMatchObject({ imported_votes: 1, votes_total: 2 })
  expect(await at.events()).toEqual([
    'post.merged',
    'post.merged',
    'post.updated',
    'post.updated',
    'post.updated',
  ])
  await unmerge(a)
  expect(await numbers(a, b)).toEqual([
    [41, 0, 43],
    [20, 0, 21],
  ])
})

test('a merge into a post that moved on stays when that is deleted', async () => {
  const create = (title: string, imported_votes: number) =>
    at.post(title, { import: true, imported_votes })
  const [a, b, c] = [await create('A', 40), await create('B', 12), await create('C', 7)]
  await merge(a, b)
  await merge(b, c)
  await at.request(`DELETE /feedback/posts/${b.id}`)
  expect(reason(await unmerge(a))).toEqual([409, 'merged_further'])
  const totals = async (...posts: Post[]) =>
    Promise.all(posts.map(async (post) => (await at.read(post)).votes_total))
  expect(await totals(a, c)).toEqual([0, 59])

  await at.request(`POST /feedback/posts/${b.id}/restore`, { body: {} })
  await unmerge(b)
  await unmerge(a)
  expect(await totals(a, b, c)).toEqual([40, 12, 7])
})

test('T72 a merge updates updated_at of the target post', async () => {
  const [a, b] = [await at.post('A'), await at.post('B')]
  await at.vote(a, { external_id: 'ann' })
  const before = await at.read(b)
  await merge(a, b)
  const after = await at.read(b)
  expect(after.updated_at > before.updated_at).toBe(true)
  expect(after.version).toBe(before.version)
})
