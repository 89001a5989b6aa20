import { useInfiniteQuery } from '@tanstack/react-query'

import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'

/** Every member of the workspace, where the server lists them. */
export function useMembers(enabled: boolean) {
  const query = useInfiniteQuery({ ...endpointPages('GET /members', {}), enabled })
  useAllPages(query, enabled)
  return query.data?.pages.flatMap(({ data }) => data)
}
