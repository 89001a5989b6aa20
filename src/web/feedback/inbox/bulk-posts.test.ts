import { expect, test } from 'vitest'

import type { Post } from '#client/resources.ts'
import { createGate, respondJson } from '#client/test-stub-server.ts'
import { getCachedPost, writePost } from '#web/feedback/posts/cached-posts.ts'
import { testSession } from '#web/session/test-session.ts'
import { changePosts } from './bulk-posts.data.ts'

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
