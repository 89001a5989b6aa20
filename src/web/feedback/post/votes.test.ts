import { expect, test } from 'vitest'

import type { Post } from '#client/resources.ts'
import { errorBody, respondJson } from '#client/test-stub-server.ts'
import { userQuery } from '#web/feedback/people/users.data.ts'
import { testSession } from '#web/session/test-session.ts'
import { addVote, removeVote } from './votes.data.ts'

const post: Post = { id: 'pst_1', title: 'More light', status: 'open', tags: [] }
const asha = { id: 'usr_1', name: 'Asha', email: 'asha@example.com', external_id: null }
const user = { ...asha, avatar_url: null }
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

test('a vote is new although the clock of the device is ahead', async () => {
  const { session } = await testSession((_request, response) =>
    respondJson(response, 201, { id: 'vot_1', post_id: post.id, created_at: ago(10) }),
  )
  const { queryKey } = userQuery(user.id)
  session.queryClient.setQueryData(queryKey, user)
  const outcome = await addVote(session, post, { type: 'user', user })
  expect(outcome).toEqual({ state: 'added', name: 'Asha' })
  expect(session.undo.list()).toHaveLength(1)
  // The person has a vote more.
  await expect.poll(() => session.queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('a vote with an old date is no new one', async () => {
  const { session } = await testSession((_request, response) =>
    respondJson(response, 200, { id: 'vot_1', post_id: post.id, created_at: ago(600) }),
  )
  const outcome = await addVote(session, post, { type: 'user', user })
  expect(outcome).toEqual({ state: 'existing', name: 'Asha' })
  expect(session.undo.list()).toEqual([])
})

test('undoing the removal of a vote says when it fails', async () => {
  const { session } = await testSession(({ line }, response) =>
    line.startsWith('DELETE')
      ? response.writeHead(204).end()
      : respondJson(response, 409, errorBody('conflict')),
  )
  const errors: string[] = []
  session.mutate.onError(({ error }) => errors.push(error.code))
  const vote = { id: 'vot_1', post_id: post.id, user_id: user.id, name: 'Asha', created_at: ago(9) }
  await removeVote(session, vote)
  session.undo.undoLast()
  await expect.poll(() => errors).toEqual(['conflict'])
})
