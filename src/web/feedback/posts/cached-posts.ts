import type { Post } from '#client/resources.ts'
import type { ResponseBody } from '#contract/endpoints.ts'
import { getCachedPages } from '#web/query/cached-pages.ts'
import { createPendingIds } from '#web/session/mutations/pending-ids.ts'
import { createSessionObservable } from '#web/session/mutations/session-observable.ts'
import type { KeySession } from '#web/session/session.ts'
import { postQuery } from './posts.data.ts'

export type PostPage = ResponseBody<'GET /feedback/posts'>

export const LISTS = ['GET /feedback/posts'] as const

/** The post as the pages show it, or undefined when none has loaded it. */
export function getCachedPost({ queryClient }: KeySession, post_id: string): Post | undefined {
  const own = queryClient.getQueryData(postQuery(post_id).queryKey)
  if (own) return own
  for (const { data } of getCachedPages<PostPage>(queryClient, LISTS)) {
    const found = data.find(({ id }) => id === post_id)
    if (found) return found
  }
  return undefined
}

/** Posts that are deleted, or about to be: lists leave them out at once. */
export const deletedPosts = createPendingIds()

/** Ids and `updated_at` of the posts as changes made here left them, which are no news. */
export const ownChanges = createSessionObservable<ReadonlyMap<string, string>>(new Map())
