import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'

import { errorBody, respondJson } from '#client/test-stub-server.ts'
import { postPages } from '#web/feedback/posts/posts.data.ts'
import { testSession } from '#web/session/test-session.ts'
import { fetchMore } from './use-all-pages.ts'

test('pages go on with a new cursor after the server refused one', async () => {
  let version = 'old'
  const { session, requests } = await testSession(({ line }, response) => {
    const cursor = new URL(line.split(' ')[1] ?? '', 'http://service.test').searchParams.get(
      'starting_after',
    )
    if (cursor === null)
      return respondJson(response, 200, { data: [{ id: 'a' }], paging: { next: version } })
    if (cursor === version)
      return respondJson(response, 200, { data: [{ id: 'b' }], paging: { next: null } })
    respondJson(response, 422, errorBody('validation_error'))
  })
  const observer = new InfiniteQueryObserver(session.queryClient, postPages({ sort: 'votes' }))
  onTestFinished(observer.subscribe(() => undefined))
  const idle = async () => {
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false)
  }
  const ids = () =>
    observer.getCurrentResult().data?.pages.flatMap(({ data }) => data.map(({ id }) => id))
  await idle()
  version = 'new'
  fetchMore(observer.getCurrentResult())
  await idle()
  expect(observer.getCurrentResult().isFetchNextPageError).toBe(true)
  fetchMore(observer.getCurrentResult())
  await idle()
  fetchMore(observer.getCurrentResult())
  await idle()
  expect(ids()).toEqual(['a', 'b'])
  expect(requests()).toHaveLength(4)
})
