import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { FeedbackBoard, Post, PostStatus } from '#client/resources.ts'
import { postsText as text } from '#web/messages/en/posts.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'
import type { KeySession } from '#web/session/session.ts'
import { useCapability } from '#web/session/use-capabilities.ts'

/** Every status in workflow order; undefined until all are loaded, as a filter by category needs them. */
export function useAllStatuses() {
  const options = endpointPages('GET /feedback/statuses', {})
  const query = useInfiniteQuery(options)
  useAllPages(query, true)
  const statuses: readonly PostStatus[] | undefined = useMemo(
    () =>
      query.data && !query.hasNextPage ? query.data.pages.flatMap(({ data }) => data) : undefined,
    [query.data, query.hasNextPage],
  )
  const isLoading = statuses === undefined && !query.isError
  return { statuses, isLoading, query, queryKey: options.queryKey }
}

/** Every status in workflow order; none until they are loaded. */
export const useStatuses = (): readonly PostStatus[] => useAllStatuses().statuses ?? []

/** As far as they are loaded. */
export const getCachedStatuses = ({ queryClient }: KeySession): readonly PostStatus[] =>
  queryClient
    .getQueryData(endpointPages('GET /feedback/statuses', {}).queryKey)
    ?.pages.flatMap(({ data }) => data) ?? []

/** Every tag by name. */
export function useTags() {
  const query = useInfiniteQuery(endpointPages('GET /feedback/tags', {}))
  useAllPages(query, true)
  return query.data?.pages.flatMap(({ data }) => data) ?? []
}

/** Every board, and how loading them goes. */
export function useBoardList() {
  const query = useInfiniteQuery(endpointPages('GET /feedback/boards', {}))
  useAllPages(query, true)
  return {
    boards: query.data?.pages.flatMap(({ data }) => data) ?? [],
    isLoading: query.isPending || (query.hasNextPage && !query.isError),
    error: query.error,
    retry: () => void query.refetch(),
  }
}

/** Every board; none until they are loaded. */
export const useFeedbackBoards = () => useBoardList().boards

/** The name of a board, and that it is private or archived. */
export function formatBoard({ name, private: isPrivate, archived }: FeedbackBoard): string {
  if (archived) return text.archivedBoard(name)
  return isPrivate ? text.privateBoard(name) : name
}

/** Those who can own a post, with the one who does. Needs `members.list`; without it that one alone. */
export function useOwners(owner: Post['owner'], isNeeded: boolean) {
  const canList = useCapability('members.list')
  const enabled = canList && isNeeded
  const query = useInfiniteQuery({ ...endpointPages('GET /members', {}), enabled })
  useAllPages(query, enabled)
  const members = query.data?.pages.flatMap(({ data }) => data) ?? []
  const all = owner && !members.some(({ id }) => id === owner.id) ? [owner, ...members] : members
  return {
    owners: all.map(({ id, name, avatar_url }) => ({ id, name, avatar_url })),
    isLoading: enabled && (query.isPending || query.hasNextPage) && !query.isError,
    error: query.error,
  }
}
