import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'
import type { PaginatedEndpoint } from '#client/paginate.ts'
import type { Input, ResponseBody, ReadName } from '#contract/endpoints.ts'

/** A read, ready for `useQuery`, a loader or the cache. The key is the request; the session's cache knows how to ask. */
export const endpointQuery = <N extends ReadName>(name: N, input: Input<N>) =>
  queryOptions<ResponseBody<N>, ApiError, ResponseBody<N>, readonly [N, Input<N>]>({
    queryKey: [name, input],
  })

/** Requests the first page, as `paging.next` of items that came with another request. */
export const FIRST_PAGE_CURSOR = ''

/** The same read page by page, for what is scrolled. Its cursor goes out as `starting_after`. */
export const endpointPages = <N extends PaginatedEndpoint>(name: N, input: Input<N>) =>
  infiniteQueryOptions<
    ResponseBody<N>,
    ApiError,
    InfiniteData<ResponseBody<N>, string | null>,
    readonly [N, Input<N>, 'pages'],
    string | null
  >({
    queryKey: [name, input, 'pages'],
    initialPageParam: null,
    // A PageName answers with a page, and the client gives every page a `paging.next`.
    getNextPageParam: (page) => (page as { paging: { next: string | null } }).paging.next,
  })

/** For the `catch` of a read: nothing is there. Whatever else went wrong says nothing about that. */
export function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'not_found') return undefined
  throw error
}
