import type { Query } from '@tanstack/react-query'

import type { Post } from '#client/resources.ts'
import { type CachedPages, pagesOf, updateCachedPages } from '#web/query/cached-pages.ts'
import type { KeySession } from '#web/session/session.ts'
import { deletedPosts, LISTS, ownChanges, type PostPage } from './cached-posts.ts'

/**
 * A change may put a post into lists and take it out of others. A list on screen that has the post keeps its rows, and
 * is read again when it is opened next.
 */
export function markListsStale({ queryClient }: KeySession, post_id: string) {
  void queryClient.invalidateQueries({ queryKey: LISTS, refetchType: 'none' })
  void queryClient.refetchQueries({
    queryKey: LISTS,
    type: 'active',
    // The queries of `LISTS` have nothing else.
    predicate: ({ state }) =>
      !pagesOf(state.data as CachedPages<PostPage> | undefined).some(({ data }) =>
        data.some(({ id }) => id === post_id),
      ),
  })
}

/** A post was deleted: the lists leave it out until the server lists it again. */
export function removeCachedPost(session: KeySession, post_id: string) {
  updateCachedPages<PostPage>(session.queryClient, LISTS, (page) => ({
    ...page,
    data: page.data.filter(({ id, deleted_at }) => id !== post_id || Boolean(deleted_at)),
  }))
  deletedPosts.remove(session, post_id)
}

/** What a change made here returned is no news. */
export function recordOwnChange(session: KeySession, { id, updated_at }: Post) {
  const changes = ownChanges.of(session)
  if (updated_at) changes.set(new Map([...changes.get(), [id, updated_at]]))
}

/** Going back to these posts needs no request. */
const MAX_KEPT_POSTS = 20

/** Removes what was read of posts that are on no page, except those that were read last. */
export function removeOldPosts({ queryClient }: KeySession) {
  const cache = queryClient.getQueryCache()
  const readsByPost = new Map<string, Query[]>()
  for (const query of cache.findAll({ fetchStatus: 'idle' })) {
    const input = query.queryKey[1]
    if (typeof input !== 'object' || input === null || !('post_id' in input)) continue
    if (query.getObserversCount() > 0) continue
    const post_id = String(input.post_id)
    readsByPost.set(post_id, [...(readsByPost.get(post_id) ?? []), query])
  }
  const updatedAt = (reads: readonly Query[]) =>
    Math.max(...reads.map(({ state }) => state.dataUpdatedAt))
  const oldest = [...readsByPost.values()].toSorted((a, b) => updatedAt(b) - updatedAt(a))
  for (const query of oldest.slice(MAX_KEPT_POSTS).flat()) cache.remove(query)
}
