import { MutationCache, QueryClient, type QueryKey, notifyManager } from '@tanstack/react-query'

import type { Call } from '#client/api-client.ts'
import type { ApiError } from '#client/api-error.ts'
import { canRetryRead, retryDelay } from '#client/retry-policy.ts'
import type { EndpointName, ReadName } from '#contract/endpoints.ts'
import { FIRST_PAGE_CURSOR } from './endpoint-query.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    mutationMeta: { readonly invalidates?: readonly ReadName[] }
  }
}

let isWritingAtOnce = false
// A timer would show a change one frame late; a microtask still comes before the paint.
notifyManager.setScheduler((notify) => (isWritingAtOnce ? notify() : queueMicrotask(notify)))

/**
 * Changes the cache in an event handler. Its readers are notified before this returns, so that React renders the change in
 * one commit with what else the event changes. Must not be called while React renders.
 */
export function writeAtOnce(write: () => void) {
  isWritingAtOnce = true
  try {
    notifyManager.batch(write)
  } finally {
    isWritingAtOnce = false
  }
}

/**
 * Before the data of a query is changed: a response in flight is older. Not awaited, or the change would show a frame late.
 * `cancelQueries` compares the hashes of all queries, so it is only called for one that is fetching.
 */
export function cancelQuery(queryClient: QueryClient, queryKey: QueryKey) {
  const state = queryClient.getQueryState(queryKey)
  if (state?.data !== undefined && state.fetchStatus !== 'idle')
    void queryClient.cancelQueries({ queryKey, exact: true })
}

/**
 * The cache of one key. `hasQueuedMutations` says whether writes still wait for those in flight, `isLocked` whether the
 * person drags or types, so that nothing may move under the pointer.
 */
export function createQueryClient(
  call: Call,
  hasQueuedMutations: () => boolean = () => false,
  isLocked: () => boolean = () => false,
) {
  const stale = new Set<ReadName>()
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _input, _result, mutation) => {
        mutation.meta?.invalidates?.forEach((name) => stale.add(name))
        // A refetch now would overwrite what the next write already shows; the last one refetches for all.
        if (client.isMutating() > 1 || hasQueuedMutations()) return
        for (const name of stale) void client.invalidateQueries({ queryKey: [name] })
        stale.clear()
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, pageParam, signal }) => {
          // Every key is made by `endpointQuery`, so its head is a request line and its second the input.
          const [name, input] = queryKey as readonly [EndpointName, object]
          return call(name, withCursor(input, pageParam) as never, { signal })
        },
        staleTime: ({ queryKey }) => staleTimeOf(queryKey[0] as EndpointName), // as above
        refetchOnWindowFocus: () => !isLocked(),
        refetchOnReconnect: () => !isLocked(),
        retry: (failures, error) => canRetryRead(error, failures + 1),
        retryDelay: (failures, error) => retryDelay(error, failures + 1),
      },
    },
  })
  return client
}

const withCursor = (input: object, pageParam: unknown) =>
  typeof pageParam === 'string' && pageParam !== FIRST_PAGE_CURSOR
    ? { ...input, starting_after: pageParam }
    : input

const SECOND = 1000
const MINUTE = 60 * SECOND

// The first that fits decides. Beginnings of request lines, so that an addition beside a known read ages like it.
const staleTimes: readonly (readonly [beginning: string, milliseconds: number])[] = [
  ['GET /me', 5 * MINUTE],
  ['GET /boards', 15 * SECOND],
  ['GET /cards', 15 * SECOND],
  ['GET /members', 5 * MINUTE],
  ['GET /lists/:list_id/contacts', MINUTE],
  ['GET /lists/:list_id/segments/:segment_id/contacts', MINUTE],
  ['GET /lists', 5 * MINUTE],
  ['GET /feedback/posts', MINUTE],
  ['GET /feedback/boards', 5 * MINUTE],
  ['GET /feedback/statuses', 5 * MINUTE],
  ['GET /feedback/tags', 5 * MINUTE],
  ['GET /feedback/changelog/labels', 5 * MINUTE],
]

/** Milliseconds for which a response is shown without a refetch. */
export const staleTimeOf = (name: EndpointName): number =>
  staleTimes.find(([beginning]) => name.startsWith(beginning))?.[1] ?? MINUTE
