import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { endpointPages } from '#web/query/endpoint-query.ts'
import { testSession } from '#web/session/test-session.ts'
import { removeOldPosts } from './post-cache-writes.ts'
import { commentPages, postPages, postQuery } from './posts.data.ts'

test('removeOldPosts keeps the last twenty posts, open ones and lists', async () => {
  const { session } = await testSession(() => undefined)
  const { queryClient } = session
  const ids = Array.from({ length: 30 }, (_, index) => `pst_${index}`)
  const entryPages = (post_id: string) =>
    endpointPages('GET /feedback/changelog/entries', { post_id, include_drafts: true })
  const noPages = { pages: [], pageParams: [] }
  const readsOf = (id: string) => [postQuery(id), commentPages(id), entryPages(id)]
  queryClient.setQueryData(postPages({}).queryKey, noPages)
  for (const [updatedAt, id] of ids.entries())
    for (const { queryKey } of readsOf(id))
      queryClient.setQueryData<unknown>(queryKey, noPages, { updatedAt })
  const open = new QueryObserver(queryClient, { ...postQuery('pst_0'), enabled: false })
  const close = open.subscribe(() => undefined)

  removeOldPosts(session)

  const isKept = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryClient.getQueryState(queryKey) !== undefined
  const kept = ids.filter((id) => readsOf(id).every(isKept))
  expect(kept).toEqual(ids.slice(10))
  expect(ids.filter((id) => readsOf(id).some(isKept))).toEqual(['pst_0', ...kept])
  expect(isKept(postPages({}))).toBe(true)
  close()
})
