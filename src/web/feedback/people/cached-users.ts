import type { ResponseBody } from '#contract/endpoints.ts'
import { updateCachedPages } from '#web/query/cached-pages.ts'
import type { KeySession } from '#web/session/session.ts'

type Page = ResponseBody<'GET /feedback/users'>

/** Takes a person who is merged or forgotten out of every list at once, and returns the rollback. */
export function removeCachedUser({ queryClient }: KeySession, user_id: string): () => void {
  const queryKey = ['GET /feedback/users'] as const
  const before = queryClient.getQueriesData({ queryKey })
  // A response in flight may still have them.
  void queryClient.cancelQueries({ queryKey })
  updateCachedPages<Page>(queryClient, queryKey, (page) => {
    const data = page.data.filter(({ id }) => id !== user_id)
    const { total } = page.paging
    const isShorter = data.length < page.data.length && total !== undefined
    return { ...page, data, ...(isShorter && { paging: { ...page.paging, total: total - 1 } }) }
  })
  return () => {
    for (const [key, cached] of before) if (cached) queryClient.setQueryData(key, cached)
  }
}
