import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'

import type { Post } from '#client/resources.ts'
import { createGate, errorBody, respondJson } from '#client/test-stub-server.ts'
import { userQuery } from '#web/feedback/people/users.data.ts'
import { postQuery } from '#web/feedback/posts/posts.data.ts'
import { testSession } from '#web/session/test-session.ts'
import { addVote, removeVote, votePages } from './votes.data.ts'

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

test('a removal that fails restores its own vote in each cached copy', async () => {
  const responses = new Map<string, () => void>()
  const { session } = await testSession(({ line }, response) => {
    const isRejected = line.endsWith('vot_1')
    responses.set(line.slice(-5), () =>
      isRejected
        ? respondJson(response, 409, errorBody('conflict'))
        : response.writeHead(204).end(),
    )
  })
  const { queryClient } = session
  const numbers = { vote_count: 12, imported_votes: 400, votes_total: 412 }
  const list = ['GET /feedback/posts', {}]
  const { queryKey } = postQuery(post.id)
  queryClient.setQueryData(queryKey, { ...post, ...numbers })
  // The list was read before somebody voted.
  queryClient.setQueryData(list, {
    data: [{ ...post, ...numbers, vote_count: 11, votes_total: 411 }],
  })
  const read = () => [
    queryClient.getQueryData<Post>(queryKey)?.votes_total,
    queryClient.getQueryData<{ data: Post[] }>(list)?.data[0]?.votes_total,
    queryClient.getQueryData<Post>(queryKey)?.vote_count,
  ]
  const vote = { post_id: post.id, user_id: user.id, name: 'Asha', created_at: ago(9) }
  const removals = ['vot_1', 'vot_2'].map((id) => removeVote(session, { ...vote, id, user_id: id }))
  expect(read()).toEqual([410, 409, 10])
  await expect.poll(() => responses.size).toBe(2)
  responses.get('vot_1')?.()
  await removals[0]
  expect(read()).toEqual([411, 410, 11])
  responses.get('vot_2')?.()
  await removals[1]
  expect(read()).toEqual([411, 410, 11])
})

test('undoing a removal in flight sends the vote after it', async () => {
  const lines: string[] = []
  let respond: () => void = () => undefined
  const { session } = await testSession(({ line }, response) => {
    lines.push(line.split(' ')[0] ?? '')
    if (line.startsWith('DELETE')) respond = () => void response.writeHead(204).end()
    else if (line.startsWith('PATCH')) respondJson(response, 200, post)
    else respondJson(response, 201, { id: 'vot_2', post_id: post.id, created_at: ago(0) })
  })
  const { queryKey } = postQuery(post.id)
  session.queryClient.setQueryData(queryKey, { ...post, vote_count: 1, votes_total: 41 })
  const total = () => session.queryClient.getQueryData<Post>(queryKey)?.votes_total
  const vote = { id: 'vot_1', post_id: post.id, user_id: user.id, name: 'Asha', created_at: ago(9) }
  const removal = removeVote(session, vote)
  expect(total()).toBe(40)
  await expect.poll(() => lines).toEqual(['DELETE'])
  session.undo.undoLast()
  expect(total()).toBe(41)
  // A later write of another scope goes the same way and arrives, so that the vote would have, too.
  await session.mutate('PATCH /feedback/posts/:post_id', { post_id: post.id, title: 'Light' })
  expect(lines).toEqual(['DELETE', 'PATCH'])
  respond()
  await removal
  await expect.poll(() => lines).toEqual(['DELETE', 'PATCH', 'POST'])
})

test('a vote that exists does not stay counted', async () => {
  const { session } = await testSession((_request, response) =>
    respondJson(response, 200, { id: 'vot_1', post_id: post.id, created_at: ago(600) }),
  )
  const { queryKey } = postQuery(post.id)
  session.queryClient.setQueryData(queryKey, { ...post, vote_count: 1, votes_total: 41 })
  const total = () => session.queryClient.getQueryData<Post>(queryKey)?.votes_total
  const outcome = addVote(session, post, { type: 'user', user })
  expect(total()).toBe(42)
  expect(await outcome).toEqual({ state: 'existing', name: 'Asha' })
  expect(total()).toBe(41)

  // Voters that are loaded say so at once.
  const listed = { id: 'vot_1', user_id: user.id, user }
  session.queryClient.setQueryData(votePages(post.id).queryKey, {
    pages: [{ data: [listed as never], paging: { next: null } }],
    pageParams: [null as never],
  })
  const again = addVote(session, post, { type: 'user', user })
  expect(total()).toBe(41)
  await again
})

test('a vote that is rejected leaves the number that was there', async () => {
  const gate = createGate()
  const lines: string[] = []
  const numbers = { vote_count: 12, imported_votes: 400, votes_total: 412 }
  const { session } = await testSession(async ({ line }, response) => {
    lines.push(line)
    if (line.startsWith('GET')) return respondJson(response, 200, { ...post, ...numbers })
    await gate.whenOpen
    respondJson(response, 409, errorBody('conflict'))
  })
  const { queryClient } = session
  const options = postQuery(post.id)
  const totals: unknown[] = []
  queryClient.setQueryData(options.queryKey, { ...post, ...numbers })
  queryClient.getQueryCache().subscribe(() => {
    const total = queryClient.getQueryData<Post>(options.queryKey)?.votes_total
    if (total !== totals.at(-1)) totals.push(total)
  })
  const observer = new QueryObserver(queryClient, { ...options, staleTime: 0 })
  onTestFinished(observer.subscribe(() => undefined))
  // Pressed while the post is being read.
  expect(queryClient.isFetching(options)).toBe(1)
  const outcome = addVote(session, post, { type: 'user', user })
  await expect.poll(() => lines.some((line) => line.startsWith('POST'))).toBe(true)
  gate.open()
  expect((await outcome).state).toBe('failed')
  await expect.poll(() => queryClient.isFetching(options)).toBe(0)
  expect(totals).toEqual([412, 413, 412])
})

test('a vote of an address counts once the address is identified', async () => {
  const gate = createGate()
  const { session } = await testSession(async ({ line }, response) => {
    if (line.endsWith('identify')) return respondJson(response, 200, user)
    await gate.whenOpen
    respondJson(response, 201, { id: 'vot_1', post_id: post.id, created_at: ago(0) })
  })
  const { queryKey } = postQuery(post.id)
  session.queryClient.setQueryData(queryKey, { ...post, vote_count: 1, votes_total: 41 })
  const total = () => session.queryClient.getQueryData<Post>(queryKey)?.votes_total
  const outcome = addVote(session, post, { type: 'address', email: asha.email })
  expect(total()).toBe(41)
  await expect.poll(total).toBe(42)
  gate.open()
  expect(await outcome).toEqual({ state: 'added', name: 'Asha' })
})

test('a vote that is being removed can be added again at once', async () => {
  const { session } = await testSession(({ line }, response) =>
    line.startsWith('DELETE')
      ? response.writeHead(204).end()
      : respondJson(response, 201, { id: 'vot_1', post_id: post.id, created_at: ago(0) }),
  )
  const { queryKey } = postQuery(post.id)
  session.queryClient.setQueryData(queryKey, { ...post, vote_count: 1, votes_total: 41 })
  const total = () => session.queryClient.getQueryData<Post>(queryKey)?.votes_total
  const listed = { id: 'vot_1', user_id: user.id, user }
  session.queryClient.setQueryData(votePages(post.id).queryKey, {
    pages: [{ data: [listed as never], paging: { next: null } }],
    pageParams: [null as never],
  })
  const vote = { id: 'vot_1', post_id: post.id, user_id: user.id, name: 'Asha', created_at: ago(9) }
  const removal = removeVote(session, vote)
  expect(total()).toBe(40)
  const outcome = addVote(session, post, { type: 'user', user })
  expect(total()).toBe(41)
  await removal
  expect(await outcome).toEqual({ state: 'added', name: 'Asha' })
  expect(total()).toBe(41)
})
