import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'

import type { ApiError } from '#client/api-error.ts'
import type { PageName } from '#client/paginate.ts'
import type { Input, Output, ReadName } from '#contract/endpoints.ts'

/** A read, ready for `useQuery`, a loader or the cache. The key is the request; the session's cache knows how to ask. */
export const endpointQuery = <N extends ReadName>(name: N, input: Input<N>) =>
  queryOptions<Output<N>, ApiError, Output<N>, readonly [N, Input<N>]>({ queryKey: [name, input] })

/** The same read page by page, for what is scrolled. Its cursor goes out as `starting_after`. */
export const endpointPages = <N extends PageName>(name: N, input: Input<N>) =>
  infiniteQueryOptions<
    Output<N>,
    ApiError,
    InfiniteData<Output<N>, string | null>,
    readonly [N, Input<N>, 'pages'],
    string | null
  >({
    queryKey: [name, input, 'pages'],
    initialPageParam: null,
    // A PageName answers with a page, and the client gives every page a `paging.next`.
    getNextPageParam: (page) => (page as { paging: { next: string | null } }).paging.next,
  })
