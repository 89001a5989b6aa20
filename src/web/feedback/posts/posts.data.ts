import type { Input } from '#contract/endpoints.ts'
import { endpointPages, endpointQuery } from '#web/query/endpoint-query.ts'

/** Posts that are new or changed since a moment, or without one the newest. */
export const postsSinceQuery = (updated_since: string | undefined, totals: boolean) =>
  endpointQuery('GET /feedback/posts', {
    ...(updated_since && { updated_since }),
    ...(totals && { include_total: true }),
  })

type PostFilter = Pick<
  Input<'GET /feedback/posts'>,
  | 'board'
  | 'status'
  | 'tag'
  | 'search'
  | 'owner'
  | 'eta'
  | 'created_since'
  | 'votes_min'
  | 'author'
  | 'voter'
  | 'commenter'
  | 'sort'
  | 'deleted'
  | 'merged'
  | 'include_total'
>

/** The posts that match, newest first unless sorted. */
export const postPages = (filter: PostFilter) => endpointPages('GET /feedback/posts', filter)

/** How many posts match. Needs `totals`. */
export const postCountQuery = (filter: PostFilter) =>
  endpointQuery('GET /feedback/posts', { ...filter, limit: 1, include_total: true })

export const postQuery = (post_id: string) =>
  endpointQuery('GET /feedback/posts/:post_id', { post_id })

/** The comments and internal notes of a post, oldest first. */
export const commentPages = (post_id: string) =>
  endpointPages('GET /feedback/posts/:post_id/comments', { post_id, internal: true })

/** Posts that a text finds; for an empty one the newest. */
export const postSearchQuery = (search: string) =>
  endpointQuery('GET /feedback/posts', search === '' ? {} : { search })

/** The posts most like a text, each with the words it shares. Needs `posts.similar`. */
export const similarPostsQuery = (text: string) =>
  endpointQuery('GET /feedback/posts/similar', { text })
