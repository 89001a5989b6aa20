import { expect, test } from 'vitest'

import type { Post } from '#client/resources.ts'
import { createGate, errorBody, respondJson } from '#client/test-stub-server.ts'
import { testSession } from '#web/session/test-session.ts'
import { deletedPosts, getCachedPost } from './cached-posts.ts'
import { deletePost, editPost } from './post-changes.data.ts'
import { postQuery } from './posts.data.ts'

const saved: Post = { id: 'pst_1', title: 'More light', status: 'open', tags: [], version: '1' }

test('two rejected changes of one field end with the saved value', async () => {
  const first = createGate()
  const { session } = await testSession(async (_request, response) => {
    await first.whenOpen
    respondJson(response, 422, errorBody('validation_error'))
  })
  const shown = () => getCachedPost(session, saved.id)
  const one = editPost(session, saved, { status: 'planned' })
  const two = editPost(session, shown() ?? saved, { status: 'closed', title: 'Less light' })
  expect(shown()).toMatchObject({ status: 'closed', title: 'Less light' })
  first.open()
  expect([await one, await two]).toMatchObject([{ state: 'error' }, { state: 'error' }])
  expect(shown()).toMatchObject(saved)
  expect(session.undo.list()).toEqual([])
})

test('a change made while a post loads outlasts the older response', async () => {
  const read = createGate()
  const { session } = await testSession(async ({ line, body }, response) => {
    if (!line.startsWith('GET'))
      return respondJson(response, 200, { ...saved, ...(body as object), version: '2' }) // of this change
    await read.whenOpen
    respondJson(response, 200, saved)
  })
  const loading = session.queryClient.fetchQuery(postQuery(saved.id)).catch(() => undefined)
  const change = editPost(session, saved, { status: 'planned' })
  read.open()
  await loading
  expect(getCachedPost(session, saved.id)?.status).toBe('planned')
  await change
  expect(getCachedPost(session, saved.id)).toMatchObject({ status: 'planned', version: '2' })
})

test('undoing the later of two changes restores the saved value when the first failed', async () => {
  const { session, requests } = await testSession((request, response) => {
    const { status } = request.body as { status: string } // of these changes
    if (status === 'planned') return respondJson(response, 422, errorBody('validation_error'))
    respondJson(response, 200, { ...saved, status, version: '2' })
  })
  const one = editPost(session, saved, { status: 'planned' })
  const two = editPost(session, getCachedPost(session, saved.id) ?? saved, { status: 'closed' })
  // The newer one is sent in its place.
  expect([await one, await two]).toMatchObject([{ state: 'canceled' }, { state: 'saved' }])
  session.undo.undoLast()
  await expect.poll(() => requests().at(-1)?.body).toEqual({ status: 'open' })
})

/** Saves a status, then has someone else change the post. */
async function saveBefore(theirs: Partial<Post>, isReadable = true) {
  let current: Post = saved
  const { session, requests } = await testSession(({ line, headers, body }, response) => {
    if (line.startsWith('GET'))
      return isReadable
        ? respondJson(response, 200, current)
        : respondJson(response, 422, errorBody('validation_error'))
    if (headers['if-match'] !== `"${current.version}"`)
      return respondJson(response, 412, errorBody('precondition_failed'))
    current = { ...current, ...(body as object), version: `${current.version}+` } // of these changes
    respondJson(response, 200, current)
  })
  await editPost(session, saved, { status: 'planned' })
  current = { ...current, ...theirs, version: '5' }
  const question = () => session.undo.confirmation.get()
  const undo = () => session.undo.undoLast()
  return { session, requests, question, current: () => current, undo }
}

test('undoing a change asks before it overwrites what someone else set', async () => {
  const { session, question, current, undo } = await saveBefore({ status: 'closed' })
  undo()
  await expect.poll(question).toMatchObject({
    question: 'The status of More light has changed since, to “Closed”.',
  })
  expect(current().status).toBe('closed')
  expect(getCachedPost(session, saved.id)).toMatchObject({ status: 'closed' })
  session.undo.undo(question()?.change.id ?? 0, true)
  await expect.poll(() => current().status).toBe('open')
})

test('undoing a change leaves what someone else set in another field', async () => {
  const { question, current, undo } = await saveBefore({ title: 'Lamps' })
  undo()
  await expect.poll(current).toMatchObject({ status: 'open', title: 'Lamps' })
  expect(question()).toBe(null)
})

test('an undo replaces nothing when the newer version cannot be read', async () => {
  const { session, current, undo } = await saveBefore({ status: 'closed' }, false)
  const errors: string[] = []
  session.mutate.onError(({ error }) => void errors.push(error.code))
  undo()
  await expect.poll(() => errors).toEqual(['validation_error'])
  expect(current().status).toBe('closed')
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
