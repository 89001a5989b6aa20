import { useInfiniteQuery } from '@tanstack/react-query'

import type { ChangelogLabel } from '#client/resources.ts'
import { endpointPages } from '#web/query/endpoint-query.ts'
import { useAllPages } from '#web/query/use-all-pages.ts'

/** Every label of the changelog; undefined until all are loaded. */
export function useLabels(): readonly ChangelogLabel[] | undefined {
  const query = useInfiniteQuery(endpointPages('GET /feedback/changelog/labels', {}))
  useAllPages(query, true)
  return query.data && !query.hasNextPage ? query.data.pages.flatMap(({ data }) => data) : undefined
}
