import { expect, test } from 'vitest'

import type { Post } from '#client/resources.ts'
import { createGate, errorBody, respondJson } from '#client/test-stub-server.ts'
import { deletedPosts, getCachedPost } from '#web/feedback/posts/cached-posts.ts'
import { writePost } from '#web/feedback/posts/post-changes.data.ts'
import { getJobs } from '#web/session/jobs.ts'
import { testSession } from '#web/session/test-session.ts'
import { changePosts, deletePosts } from './bulk-posts.data.ts'

const saved: Post = { id: 'pst_1', title: 'More light', status: 'open', tags: [], version: '1' }
const owner = { id: 'mem_1', name: 'Jo', email: 'jo@example.com', avatar_url: null }

test('the response of one change of many leaves what a later one shows', async () => {
  const later = createGate()
  const { session } = await testSession(async ({ body }, response) => {
    const isOwner = typeof body === 'object' && body !== null && 'owner' in body
    if (isOwner) await later.whenOpen
    const post = { ...saved, status: 'planned', owner: isOwner ? owner : null }
    respondJson(response, 200, { ...post, version: isOwner ? '3' : '2' })
  })
  writePost(session, saved)
  const shown = () => getCachedPost(session, saved.id) ?? saved
  changePosts(session, [shown()], { status: 'planned' }, 'Set status')
  changePosts(session, [shown()], { owner }, 'Set owner')
  await expect.poll(() => shown().version).toBe('2')
  expect(shown()).toMatchObject({ status: 'planned', owner })
  later.open()
  await expect.poll(() => shown().version).toBe('3')
  expect(shown()).toMatchObject({ status: 'planned', owner })
})

test('a tag that someone adds meanwhile stays beside the new one', async () => {
  let tags = ['Billing']
  let version = 1
  const { session } = await testSession(({ line, headers, body }, response) => {
    const post = { ...saved, tags, version: String(version) }
    if (line.startsWith('GET')) {
      respondJson(response, 200, post)
      // After the first read.
      if (version === 1) tags = ['Billing', 'Export']
      version = 2
      return
    }
    if (headers['if-match'] !== `"${version}"`)
      return respondJson(response, 412, errorBody('precondition_failed'))
    tags = (body as { tags: string[] }).tags // of this change
    respondJson(response, 200, { ...saved, tags, version: '3' })
  })
  writePost(session, { ...saved, tags })
  changePosts(session, [{ ...saved, tags }], { tag: 'Shipping', isAdded: true }, 'Add a tag')
  await expect.poll(() => tags).toEqual(['Billing', 'Export', 'Shipping'])
  await expect.poll(() => getCachedPost(session, saved.id)?.tags).toEqual(tags)
})

test('a post that was gone before many are deleted does not stay hidden', async () => {
  const { session } = await testSession(
    (_request, response) => respondJson(response, 404, errorBody('not_found')),
    { capabilities: ['feedback.restore'] },
  )
  await session.capabilities.settled
  await deletePosts(session, [saved]).finished
  expect(deletedPosts.has(session, saved.id)).toBe(false)
})

test('undoing a change of many says which posts others have changed', async () => {
  const statuses: Record<string, string> = { pst_1: 'open', pst_2: 'open' }
  const { session } = await testSession(({ line, body }, response) => {
    const id = line.split('/').at(-1) ?? ''
    if (line.startsWith('PATCH')) statuses[id] = (body as { status: string }).status // of these changes
    respondJson(response, 200, { ...saved, id, status: statuses[id] })
  })
  const posts = Object.keys(statuses).map((id) => ({ ...saved, id }))
  changePosts(session, posts, { status: 'planned' }, 'Set 2 posts to Planned')
  await expect.poll(() => session.undo.list()).toMatchObject([{ state: 'done' }])
  statuses['pst_1'] = 'closed'
  session.undo.undoLast()
  await expect
    .poll(() => getJobs(session).list())
    .toMatchObject([
      {
        state: 'done',
        result: {
          label: 'Changed 1 post. 1 post has changed since and wasn’t changed back.',
        },
      },
    ])
  expect(statuses).toEqual({ pst_1: 'closed', pst_2: 'open' })
})
