import { expect, test } from 'vitest'

import type { Post } from '#client/resources.ts'
import { createGate, errorBody, respondJson } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import { deletedPosts, getCachedPost, writePost } from './cached-posts.ts'
import { deletePost, updatePost } from './post-changes.data.ts'

const saved: Post = { id: 'pst_1', title: 'More light', status: 'open', tags: [], version: '1' }

test('two rejected changes of one field end with the saved value', async () => {
  const first = createGate()
  const { session } = await testSession(async (_request, response) => {
    await first.whenOpen
    respondJson(response, 422, errorBody('validation_error'))
  })
  writePost(session, saved)
  const shown = () => getCachedPost(session, saved.id)
  const one = updatePost(session, saved, { status: 'planned' })
  const two = updatePost(session, shown() ?? saved, { status: 'closed', title: 'Less light' })
  expect(shown()).toMatchObject({ status: 'closed', title: 'Less light' })
  first.open()
  expect([await one, await two]).toMatchObject([{ state: 'error' }, { state: 'error' }])
  expect(shown()).toMatchObject(saved)
  expect(session.undo.list()).toEqual([])
})

test('undoing the later of two changes restores the saved value when the first failed', async () => {
  const { session, requests } = await testSession((request, response) => {
    const { status } = request.body as { status: string } // of these changes
    if (status === 'planned') return respondJson(response, 422, errorBody('validation_error'))
    respondJson(response, 200, { ...saved, status, version: '2' })
  })
  writePost(session, saved)
  const one = updatePost(session, saved, { status: 'planned' })
  const two = updatePost(session, getCachedPost(session, saved.id) ?? saved, { status: 'closed' })
  expect([await one, await two]).toMatchObject([{ state: 'error' }, { state: 'saved' }])
  session.undo.undoLast()
  await expect.poll(() => requests().at(-1)?.body).toEqual({ status: 'open' })
})

test('a post that was gone before its deletion does not stay hidden', async () => {
  const { session } = await testSession(
    (_request, response) => respondJson(response, 404, errorBody('not_found')),
    { capabilities: ['feedback.restore'] },
  )
  await session.capabilities.settled
  deletePost(session, saved, () => {})
  expect(deletedPosts.has(session, saved.id)).toBe(true)
  await expect.poll(() => deletedPosts.has(session, saved.id)).toBe(false)
  expect(session.undo.list()).toEqual([])
})
