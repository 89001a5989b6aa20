import type { InfiniteData } from '@tanstack/react-query'

import type { ReadName, ResponseBody } from '#contract/endpoints.ts'
import type { KeySession } from '#web/session/session.ts'
import { userReads } from './users.data.ts'

type Page = ResponseBody<'GET /feedback/users'>
type CachedUsers = InfiniteData<Page, string | null> | Page

/** What shows the name of a person, or counts their votes. */
export const namedReads: readonly ReadName[] = [
  ...userReads,
  'GET /feedback/posts',
  'GET /feedback/posts/:post_id',
  'GET /feedback/posts/:post_id/votes',
  'GET /feedback/posts/:post_id/comments',
]

/** Takes a person who is merged or forgotten out of every list at once, and returns the rollback. */
export function removeCachedUser({ queryClient }: KeySession, user_id: string): () => void {
  const queryKey = ['GET /feedback/users'] as const
  const before = queryClient.getQueriesData<CachedUsers>({ queryKey })
  // A response in flight may still have them.
  void queryClient.cancelQueries({ queryKey })
  const removeFrom = (page: Page): Page => {
    const data = page.data.filter(({ id }) => id !== user_id)
    const { total } = page.paging
    const isShorter = data.length < page.data.length && total !== undefined
    return { ...page, data, ...(isShorter && { paging: { ...page.paging, total: total - 1 } }) }
  }
  queryClient.setQueriesData<CachedUsers>({ queryKey }, (cached) => {
    if (!cached) return cached
    return 'pages' in cached
      ? { ...cached, pages: cached.pages.map(removeFrom) }
      : removeFrom(cached)
  })
  return () => {
    for (const [key, cached] of before) if (cached) queryClient.setQueryData(key, cached)
  }
}
